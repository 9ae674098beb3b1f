#!/usr/bin/python3
"""snarp check --live: programs of all kinds, and what becomes of each.

    live_test.py SNARP

Exit: 0 all passed, 1 not, 77 some could not be done: there are no namespaces.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import collections
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

SNARP = sys.argv[1]
SELF = str(Path(__file__).resolve())
WAIT = 120  # seconds for what must end; nothing is decided by it

# scenarios with SRV and "A" records, one with a server that serves
SOME = ["snaptr.resolve/eduroam-p*", "snaptr.resolve/eduroam-host",
        "snaptr.resolve/eduroam-served"]
ONE = "snaptr.resolve/eduroam-plain"
TELL = ["--server", "{server}:{port}"]


def check(*words, only=SOME, command=(), env=None):
    """Exit status, results by id, the closing line, standard error; where there
    can be no network of its own the test is skipped."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report")
        done = subprocess.run(
            [SNARP, "check", "--live", "--format", "jsonl", "--output", report,
             *["--only=" + glob for glob in
               ([only] if isinstance(only, str) else only)],
             *words, "--", *command],
            capture_output=True, text=True, timeout=WAIT, check=False,
            env={**os.environ, **(env or {})})
        lines = report.read_text(encoding="utf-8").splitlines() \
            if report.exists() else []
    if done.returncode == 3 and "no network of its own" in done.stderr:
        raise unittest.SkipTest(done.stderr.strip())
    results = [json.loads(line) for line in lines]
    return (done.returncode,
            {r["id"]: r for r in results if r["type"] == "result"},
            done.stdout, done.stderr)


def client(how):
    """This file as a client that can be told its server (below)."""
    return [sys.executable, SELF, SNARP, how, "{server}:{port}", "{domain}",
            "{service}", "{protocol}"]


def verdicts(results):
    return collections.Counter(r["verdict"] for r in results.values())


class Formats(unittest.TestCase):
    """What a program may print."""

    def test_each(self):
        for how in PRINTERS:
            with self.subTest(how=how):
                status, results, _, err = check(command=client(how))
                self.assertEqual((status, set(verdicts(results)), err),
                                 (0, {"pass"}, ""))
                self.assertGreater(len(results), 9)

    def test_wrong_port(self):
        status, results, _, _ = check(command=client("wrong-port"), only=ONE)
        self.assertEqual((status, results[ONE]["verdict"]), (1, "fail"))
        self.assertIn("connect radius1.plain.example. 2082 radius.tls",
                      results[ONE]["got"])

    def test_wrong_protocol(self):
        status, results, _, _ = check(command=client("wrong-protocol"),
                                      only="snaptr.resolve/record-of-two")
        self.assertEqual((status, set(verdicts(results))), (1, {"fail"}))


class Programs(unittest.TestCase):
    """What a program may do instead."""

    def one(self, *command, words=(), only=ONE):
        status, results, _, err = check(*words, command=command, only=only)
        self.assertEqual(err, "")
        self.assertEqual(list(results), [only])
        return status, results[only]["verdict"], results[only].get("why")

    def test_nothing(self):
        """Not even where nothing is to be found does silence pass."""
        status, results, _, _ = check("--service", "x-eduroam",
                                      command=["true", "{domain}",
                                               "{protocol}"])
        self.assertEqual((status, set(verdicts(results))), (1, {"fail"}))

    def test_right_without_asking(self):
        self.assertEqual(
            self.one("sh", "-c", "echo radius1.plain.example:2083; "
                     "echo radius2.plain.example:2084", "-", "{domain}",
                     "{service}", "{protocol}"),
            (1, "fail", "accepted with another result: queries differs"))

    def test_stray_query(self):
        for how in ("stray-naptr", "stray-srv"):
            self.assertEqual(
                self.one(*client(how)),
                (1, "fail", "accepted with another result: queries differs"))

    def test_queries_that_are_free(self):
        self.assertEqual(self.one(*client("chatty"))[:2], (0, "pass"))

    def test_killed(self):
        self.assertEqual(self.one("sh", "-c", "kill -SEGV $$", "{domain}",
                                  "{service}", "{protocol}"),
                         (1, "crash", "ended by SIGSEGV"))

    def test_late(self):
        self.assertEqual(
            self.one("sh", "-c", "sleep 1000 & sleep 1000", "{domain}",
                     "{service}", "{protocol}", words=["--timeout", "0.3"]),
            (1, "timeout", "had not ended after 0.3 seconds"))

    def test_flood(self):
        self.assertEqual(self.one("yes", "{domain}", "{service}",
                                  "{protocol}"),
                         (1, "harness-error", "printed more than 1 MiB"))

    def test_leaves_nothing_behind(self):
        mark = "LIVE_TEST=%d" % os.getpid()
        name, value = mark.split("=")
        _, results, _, _ = check(
            only=ONE, env={name: value}, command=[
                "sh", "-c", "sleep 1000 & kill -SEGV $$", "-", "{domain}",
                "{service}", "{protocol}"])
        self.assertEqual(results[ONE]["verdict"], "crash")
        until = time.monotonic() + WAIT
        while carrying(mark) and time.monotonic() < until:
            time.sleep(0.01)
        self.assertEqual(carrying(mark), [])

    def test_standard_input_is_empty(self):
        self.assertEqual(self.one("sh", "-c", "cat; exec \"$@\"", "-",
                                  *client("pair"))[:2], (0, "pass"))

    def test_cannot_start(self):
        status, results, _, err = check(command=["/no/such/program",
                                                 "{domain}", "{service}",
                                                 "{protocol}"], only=ONE)
        self.assertEqual((status, err), (
            3, "snarp: /no/such/program: cannot be started: No such file or "
            "directory\n"))
        self.assertEqual(set(verdicts(results)), {"skipped"})

    def test_known(self):
        with tempfile.TemporaryDirectory() as folder:
            known = Path(folder, "known.json")
            command = ["true", "{domain}", "{service}", "{protocol}"]
            check("--known", known, "--update-known", command=command,
                  only=ONE)
            status, results, _, _ = check("--known", known, command=command,
                                          only=ONE)
        self.assertEqual((status, verdicts(results)["expected-fail"]), (0, 1))


class Asked(unittest.TestCase):
    """Which scenarios a command is asked."""

    def why(self, *words, only, command):
        _, results, _, _ = check(*words, only=only, command=command)
        return {r["why"] for r in results.values()
                if r["verdict"] == "unsupported"}

    def test_why_not(self):
        for only, words, command, why in (
                (ONE, ["--service", "EM"], ["true", "{domain}", "{protocol}"],
                 "looks for the service EM only"),
                (ONE, ["--protocol", "ldap"], ["true", "{domain}",
                                               "{service}"],
                 "looks for the protocol ldap only"),
                ("snaptr.resolve/rfc7585-a", [], ["true", "{domain}",
                                                  "{service}:{protocol}"],
                 "can be asked for one protocol only"),
                ("snaptr.resolve/rfc7585-a", ["--prefer", "zone"],
                 ["true", "{domain}", "{service}", "{protocol}"],
                 "does not go by its own order of protocols"),
                ("snaptr.resolve/rfc7585-munich-10", [],
                 ["true", "{domain}", "{service}", "{protocol}"],
                 "does not offer snaptr.resolve/draws")):
            self.assertEqual(self.why(*words, only=only, command=command),
                             {why})

    def test_words(self):
        with tempfile.TemporaryDirectory() as folder:
            told = Path(folder, "told")
            check("--namespace", "no", only="snaptr.resolve/rfc7585-a",
                  command=["sh", "-c", 'for w; do echo "<$w>"; done >"$0"',
                           told, "a{domain}b", "{service}", "{protocol}",
                           "{protocols}", "{server}{port}", "{x}", "{"])
            words = told.read_text(encoding="ascii").split("\n")
        port = words.pop(5)
        self.assertEqual(words, [
            "<aexample.comb>", "<aaa+auth>", "<radius.tls.tcp>",
            "<radius.dtls.udp>", "<radius.tls.tcp radius.dtls.udp>", "<{x}>",
            "<{>", ""])
        self.assertTrue(re.fullmatch(r"<127\.0\.0\.1\d+>", port), port)


class Network(unittest.TestCase):
    """A network of its own."""

    HERE = ["sh", "-c", "cat /etc/resolv.conf >&2; cat /proc/net/dev >&2; "
            "kill -SEGV $$", "-", "{domain}", "{service}", "{protocol}"]

    def tail(self, *words):
        _, results, _, _ = check(*words, command=self.HERE, only=ONE)
        return results[ONE]["stderr"]

    def test_is_lonely(self):
        tail = self.tail("--namespace", "auto")
        self.assertTrue(tail.startswith("nameserver 127.0.0.1\n"), tail)
        self.assertEqual(re.findall(r"^ *(\w+):", tail, re.M), ["lo"])

    def test_none(self):
        own = Path("/etc/resolv.conf").read_text(encoding="utf-8")
        status, results, _, _ = check("--namespace", "no", only=ONE,
                                      command=[*self.HERE, "{port}"])
        self.assertEqual(status, 1)
        self.assertTrue(results[ONE]["stderr"].startswith(own[:40]))

    def test_is_gone_afterwards(self):
        before = Path("/etc/resolv.conf").read_text(encoding="utf-8")
        self.tail()
        self.assertEqual(Path("/etc/resolv.conf").read_text(encoding="utf-8"),
                         before)

    def test_who_is_not_root(self):
        if os.geteuid() != 0:
            self.skipTest("the other tests were it")
        drop = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        try:
            subprocess.run([*drop, SNARP, "check", "--list"], check=True,
                           capture_output=True, timeout=WAIT)
        except (OSError, subprocess.CalledProcessError) as error:
            self.skipTest(f"nobody but root gets there: {error}")
        done = subprocess.run(
            [*drop, SNARP, "check", "--live", "--only", ONE, "--", "sh", "-c",
             '[ "$(id -u)" = 65534 ] && exec "$0" resolve "$@"', SNARP,
             "{domain}", "{service}", "{protocol}"],
            capture_output=True, text=True, timeout=WAIT, check=False)
        if "no network of its own" in done.stderr:
            self.skipTest(done.stderr)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("snarp: 1 passed, 0 failed, 0 skipped", done.stdout)

    def refused(self, *words, command):
        """In a user namespace in which there can be no network more."""
        try:
            done = subprocess.run(
                ["unshare", "--user", "--map-root-user", "sh", "-c",
                 'echo 0 >/proc/sys/user/max_net_namespaces && exec "$@"',
                 "-", SNARP, "check", "--live", "--only", ONE, *words, "--",
                 *command], capture_output=True, text=True, timeout=WAIT,
                check=False)
        except FileNotFoundError:
            self.skipTest("no unshare")
        if not done.stderr.startswith("snarp: ") and "snarp: " not in \
                done.stdout:
            self.skipTest("no user namespaces: " + done.stderr)
        return done

    def test_refused(self):
        why = "no network of its own: namespaces are refused: No space left " \
            "on device"
        done = self.refused(command=["dig", "{domain}", "{service}",
                                     "{protocol}"])
        self.assertEqual((done.returncode, done.stderr),
                         (3, f"snarp: {why}\n"))
        self.assertIn("snarp: 0 passed, 0 failed, 1 skipped", done.stdout)

    def test_refused_but_told(self):
        told = [SNARP, "resolve", *TELL, "{domain}", "{service}", "{protocol}"]
        done = self.refused(command=told)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("snarp: 1 passed, 0 failed, 0 skipped", done.stdout)
        done = self.refused("--namespace", "yes", command=told)
        self.assertEqual(done.returncode, 3)


def carrying(mark):
    """The processes that have the mark in their environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes().split(b"\0"):
                found.append((folder / "cmdline").read_bytes())
        except OSError:
            continue
    return found


# --- the same file as a client: snarp resolve, its output in other forms

def plain(host):
    return host.rstrip(".")


def numbered(i, host, port, protocol, addresses):
    return f"{i + 1}. {plain(host)} port {port}: see {plain(host)} {port} now"


PRINTERS = {
    "pair": lambda i, h, p, t, a: f"{plain(h)}:{p}" if p else plain(h),
    "dotted": lambda i, h, p, t, a: f"  host {h}:{p},",
    "two-words": lambda i, h, p, t, a: f"{h} {p}",
    "three-words": lambda i, h, p, t, a: f"{h.upper()}\t{p}\t{t}",
    "protocol-first": lambda i, h, p, t, a: f"{t}: {plain(h)}:{p}",
    "url": lambda i, h, p, t, a: f"{t}://{plain(h)}:{p}/",
    "json": lambda i, h, p, t, a: json.dumps({"h": f"{h}:{p}", "t": t}),
    "address": lambda i, h, p, t, a: f"{a[0]}:{p}",
    "default": lambda i, h, p, t, a: f"{h} {p or '(default)'} {t}",
    "numbered": numbered,
}

OTHERS = {
    "wrong-port": lambda i, h, p, t, a: f"{h}:{p - 1}",
    "wrong-protocol": lambda i, h, p, t, a: f"prota://{h}:{p}",
    "stray-naptr": PRINTERS["pair"],
    "stray-srv": PRINTERS["pair"],
    "chatty": PRINTERS["pair"],
}


def resolve(server, *words):
    done = subprocess.run([SNARP, "resolve", "--json", "--server", server,
                           *words], capture_output=True, text=True,
                          check=False)
    return json.loads(done.stdout)["candidates"]


def ask(server, name, rrtype):
    host, port = server.rsplit(":", 1)
    labels = b"".join(bytes([len(label)]) + label.encode()
                      for label in name.split("."))
    with socket.socket(type=socket.SOCK_DGRAM) as sock:
        sock.settimeout(WAIT)
        sock.connect((host, int(port)))
        sock.send(bytes.fromhex("000101000001000000000000") + labels + b"\0"
                  + rrtype.to_bytes(2, "big") + b"\0\1")
        sock.recv(65535)


def act(how, server, *words):
    extra = {"stray-naptr": [("com", 35)], "stray-srv": [(words[0], 33)],
             "chatty": [(words[0], 1), (words[0], 16), (words[0], 35)]}
    for name, rrtype in extra.get(how, []):
        ask(server, name, rrtype)
    print("# servers of", words[0])
    for i, c in enumerate(resolve(server, *words)):
        line = {**PRINTERS, **OTHERS}[how](
            i, c["host"], c["port"] or 0, c["protocol"],
            c.get("addresses") or ["?"])
        print(line)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        act(*sys.argv[2:])
    else:
        main = unittest.main(argv=sys.argv[:1], exit=False)
        if not main.result.wasSuccessful():
            sys.exit(1)
        refused = [why for _, why in main.result.skipped if "network" in why]
        if refused:
            print(f"{len(refused)} tests skipped: {refused[0]}")
            sys.exit(77)
