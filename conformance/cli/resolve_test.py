#!/usr/bin/python3
"""snarp resolve, from zone files and over DNS, by good servers and bad.

    resolve_test.py SNARP SOURCE_DIR

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import fcntl
import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from contextlib import contextmanager
from pathlib import Path

SOURCE = sys.argv.pop(2)
SNARP = sys.argv.pop(1)
ZONES = Path(SOURCE) / "vectors/zones"
WAIT = 120  # seconds for what must end; nothing is decided by it

A, CNAME, AAAA, SRV, NAPTR = 1, 5, 28, 33, 35
FORMERR, SERVFAIL, NXDOMAIN = 1, 2, 3
QR, TC, AA, RA = 0x8000, 0x0200, 0x0400, 0x0080
TURN = ["RELAY", "turn.tls", "turn.tcp", "turn.udp"]

# RFC 5928, table 2
TABLE = [("turn.udp", ["192.0.2.1"], 3478), ("turn.tls", ["192.0.2.1"], 5349),
         ("turn.tcp", ["192.0.2.1"], 5000)]


def resolve(*words, **options):
    return subprocess.run([SNARP, "resolve", *map(str, words)],
                          capture_output=True, text=True, timeout=WAIT,
                          **options)


def listed(done):
    return [(c["protocol"], c["addresses"], c["port"])
            for c in json.loads(done.stdout)["candidates"]]


def queries(done):
    """What the trace says was asked."""
    return [line.split(":")[0].split()[1:] for line in done.stderr.splitlines()
            if line.startswith("query ")]


@contextmanager
def zone_file(text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "test.zone"
        path.write_text(text)
        yield path


class Zones(unittest.TestCase):
    """Examples of specifications, and what the options do."""

    def check_line(self, done, status, line):
        self.assertEqual((done.returncode, done.stderr.splitlines()[-1:]),
                         (status, [f"snarp: {line}"]))

    def test_rfc5928_figure_1(self):
        done = resolve("--zone", ZONES / "rfc5928-fig1.zone", "--prefer",
                       "zone", "--json", "example.net", *TURN)
        self.assertEqual(listed(done), TABLE)
        self.assertEqual(done.returncode, 0)

    def test_rfc5928_figure_2(self):
        """The first set ranks all three alike, so section 3 leaves the order
        to the application; the table has it as in figure 1."""
        zone = ZONES / "rfc5928-fig2.zone"
        done = resolve("--zone", zone, "--prefer", "zone", "--json",
                       "example.com", *TURN)
        self.assertEqual(listed(done), [TABLE[1], TABLE[2], TABLE[0]])
        done = resolve("--zone", zone, "--json", "example.com", "RELAY",
                       "turn.udp", "turn.tls", "turn.tcp")
        self.assertEqual(listed(done), TABLE)

    def test_rfc3958_sequence(self):
        """4.6: the first target has no address."""
        done = resolve("--zone", ZONES / "rfc3958-4-3.zone", "--trace",
                       "--json", "thinkingcat.example", "EM", "ProtB")
        asked = [q for q in queries(done) if q[1] != "AAAA"]
        self.assertEqual(asked, [
            ["thinkingcat.example.", "NAPTR"],
            ["_ProtB._tcp.example.com.", "SRV"],
            ["bigiron.example.com.", "A"],
            ["backup.em.example.com.", "A"],
            ["nuclearfallout.australia-isp.example.", "A"]])
        self.assertEqual(listed(done), [("ProtB", [], 10001),
                                        ("ProtB", ["192.0.2.2"], 10001),
                                        ("ProtB", ["192.0.2.3"], 10001)])

    def test_rfc3958_sequence_connected(self):
        text = (ZONES / "rfc3958-4-3.zone").read_text()
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
            text = text.replace("10001", str(port)).replace("192.0.2.2",
                                                            "127.0.0.1")
            with zone_file(text) as zone:
                done = resolve("--zone", zone, "--connect", "--json",
                               "thinkingcat.example", "EM", "ProtB")
        got = json.loads(done.stdout)
        self.assertEqual(got["end"], "served")
        first, second = got["candidates"]
        self.assertEqual((first["host"], first["failed"]),
                         ("bigiron.example.com.", "no address"))
        self.assertEqual((second["host"], second["served"]),
                         ("backup.em.example.com.", f"127.0.0.1:{port}"))
        self.assertEqual(second["from"], [
            'thinkingcat.example. NAPTR 100 20 "s" "EM:ProtB" "" '
            '_ProtB._tcp.example.com.',
            f"_ProtB._tcp.example.com. SRV 20 0 {port} "
            "backup.em.example.com."])

    def test_nobody_serves(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))  # and does not listen
            port = taken.getsockname()[1]
            with zone_file('a. NAPTR 1 1 "a" "S:p" "" h.\n'
                           "h. A 127.0.0.1\n") as zone:
                done = resolve("--zone", zone, "--connect", "--port",
                               f"P={port}", "a", "s", "p")
        self.assertIn(f"failed: 127.0.0.1:{port}: Connection refused",
                      done.stdout)
        self.check_line(done, 1, "resolve: a: the domain offers the service, "
                        "but no path leads to a server")

    def test_default_port_unknown(self):
        with zone_file('a. NAPTR 1 1 "a" "S:p" "" h.\n'
                       "h. A 127.0.0.1\n") as zone:
            done = resolve("--zone", zone, "--connect", "a", "s", "p")
            self.assertIn("failed: default port not known, see --port",
                          done.stdout)
            done = resolve("--zone", zone, "a", "s", "p")
        self.assertEqual(done.stdout.splitlines(), [
            "   TARGET  PORT       PROTOCOL  ADDRESSES",
            "1  h.      (default)  p         127.0.0.1",
            '   a. NAPTR 1 1 "a" "S:p" "" h.'])

    def test_plain(self):
        done = resolve("--zone", ZONES / "rfc5928-fig1.zone", "--plain",
                       "example.net", *TURN)
        self.assertEqual(done.stdout, "a.example.net. 5349 turn.tls\n"
                         "a.example.net. 5000 turn.tcp\n"
                         "a.example.net. 3478 turn.udp\n")
        with socket.create_server(("127.0.0.1", 0)) as server, zone_file(
                'a. NAPTR 1 1 "a" "S:p:q" "" h.\n'
                'a. NAPTR 2 1 "a" "S:p" "" i.\ni. A 127.0.0.1\n') as zone:
            port = server.getsockname()[1]
            done = resolve("--zone", zone, "--plain", "a", "s", "q")
            self.assertEqual(done.stdout, "h. default q\n")
            done = resolve("--zone", zone, "--plain", "--connect", "--port",
                           f"p={port}", "a", "s", "q", "p")
            self.assertEqual(done.stdout, f"i. {port} p\n")

    def test_attempts_end(self):
        with zone_file("".join(f'a. NAPTR {i} 1 "a" "S:p" "" h{i}.\n'
                               for i in range(5))) as zone:
            done = resolve("--zone", zone, "--connect", "--attempts", 3,
                           "--json", "a", "s", "p")
        got = json.loads(done.stdout)
        self.assertEqual((got["end"], len(got["candidates"])), ("limit", 3))
        self.check_line(done, 1, "resolve: a: no server was found before a "
                        "limit was reached, see --depth, --queries and "
                        "--attempts")

    def test_not_offered(self):
        done = resolve("--zone", ZONES / "rfc3958-4-3.zone",
                       "thinkingcat.example", "IM", "ProtB")
        self.check_line(done, 1, "resolve: thinkingcat.example: the domain "
                        "does not offer the service by one of the protocols")

    def test_trace_says_why(self):
        with zone_file('a. NAPTR 1 1 "U" "S:p" "!.*!x:y!" .\n'
                       'a. NAPTR 2 1 "" "S:p" "" a.\n'
                       'a. NAPTR 3 1 "s" "S:q" "" b.\n'
                       'a. NAPTR 4 1 "" "S:" "" b.\n'
                       'a. NAPTR 5 1 "a" "S:p" "" c.\n'
                       "c. CNAME d.\nd. AAAA 2001:db8::1\n") as zone:
            done = resolve("--zone", zone, "--trace", "a", "s", "p")
        self.assertEqual(done.stderr.splitlines(), [
            "query a. NAPTR: NOERROR, 5 records",
            '    skip  1 1 "U" "S:p" "!.*!x:y!" .: FLAGS is neither empty nor '
            '"S" nor "A" (RFC 3958 6.4)',
            '    skip  2 1 "" "S:p" "" a.: it leads back to a name on the path',
            '    skip  3 1 "s" "S:q" "" b.: the record does not offer the '
            'service and the protocol (RFC 3958 2.2.2)',
            '    skip  4 1 "" "S:" "" b.: a tag of the service field is empty '
            '(RFC 3958 6.5)',
            '    take  5 1 "a" "S:p" "" c.',
            "candidate c.",
            "query c. AAAA: NOERROR, 1 record",
            "    alias c. to d.",
            "query c. A: NOERROR, 0 records",
            "    alias c. to d."])

    def test_uri(self):
        words = ["--zone", ZONES / "rfc4848-3.zone"]
        plain = resolve(*words, "example.com", "WP", "whois++")
        uri = resolve("--uri", *words, "example.com", "WP", "whois++")
        self.assertEqual((plain.returncode, uri.returncode), (1, 0))
        self.assertIn("\n1  whois://bunyip.example.com/  -     whois++   -\n",
                      uri.stdout)

    def test_seed_repeats(self):
        with zone_file('a. NAPTR 1 1 "s" "S:p" "" s.\n' +
                       "".join(f"s. SRV 1 {i} {i} h{i}.\n"
                               for i in range(1, 50))) as zone:
            got = {seed: [resolve("--zone", zone, "--seed", seed, "a", "s",
                                  "p").stdout for _ in range(2)]
                   for seed in (1, 2)}
            other = resolve("--zone", zone, "--seed", 1, "--proportional",
                            "a", "s", "p").stdout
        self.assertEqual(got[1][0], got[1][1])
        self.assertEqual(got[2][0], got[2][1])
        self.assertEqual(len({got[1][0], got[2][0], other}), 3)

    def test_same_target_twice(self):
        """Each candidate shows the record that led to it."""
        with zone_file('a. NAPTR 1 1 "s" "S:p:q" "" s.\n'
                       'a. NAPTR 2 1 "s" "S:p" "" s.\n'
                       "s. SRV 2 0 7 h.\ns. SRV 1 0 7 h.\n") as zone:
            done = resolve("--zone", zone, "--json", "a", "s", "q", "p")
        self.assertEqual(
            [(c["protocol"], c["from"][0].split()[2], c["from"][1].split()[2])
             for c in json.loads(done.stdout)["candidates"]],
            [("q", "1", "1"), ("q", "1", "2"), ("p", "1", "1"),
             ("p", "1", "2"), ("p", "2", "1"), ("p", "2", "2")])


class Answers(unittest.TestCase):
    """How a master file is read, and what its zone answers."""

    def ask(self, text, name):
        with zone_file(text) as zone:
            done = resolve("--zone", zone, "--trace", name, "s", "p")
        return [line.strip() for line in done.stderr.splitlines()[:-1]]

    def skipped(self, text, name="a"):
        """The NAPTR records that the zone answers, which match nothing."""
        lines = self.ask(text, name)
        self.assertRegex(lines[0], "NOERROR")
        return [line.split(": the record does not offer")[0]
                for line in lines[1:]]

    def test_wildcards(self):
        """RFC 4592: only below the closest name that exists."""
        text = ('*.w.example. NAPTR 1 1 "" "x" "" n.\n'
                "a.b.w.example. A 192.0.2.1\n")
        for name, rcode, n in (("q.w.example", "NOERROR", 1),
                               ("q.q.w.example", "NOERROR", 1),
                               ("*.w.example", "NOERROR", 1),
                               ("a.b.w.example", "NOERROR", 0),
                               ("b.w.example", "NOERROR", 0),
                               ("q.b.w.example", "NXDOMAIN", 0),
                               ("w.example", "NOERROR", 0),
                               ("q.example", "NXDOMAIN", 0)):
            with self.subTest(name):
                s = "" if n == 1 else "s"
                self.assertEqual(
                    self.ask(text, name)[0],
                    f"query {name}. NAPTR: {rcode}, {n} record{s}")

    def test_aliases(self):
        text = ('a. CNAME B.\nb. CNAME c.\nC. NAPTR 1 1 "" "x" "" n.\n'
                "lost. CNAME nowhere.\n*.w. CNAME a.\n")
        self.assertEqual(self.ask(text, "q.w")[:4], [
            "query q.w. NAPTR: NOERROR, 1 record", "alias q.w. to a.",
            "alias a. to B.", "alias B. to c."])
        self.assertEqual(self.ask(text, "lost"), [
            "query lost. NAPTR: NXDOMAIN, 0 records", "alias lost. to nowhere."])

    def test_syntax(self):
        r = 'skip  1 2 "" "x" "" n.'
        for text in ('a. NAPTR 1 2 "" x "" n.', 'A. 5 IN NAPTR 1 2 "" x "" n.',
                     'a. IN 5 NAPTR 1 2 "" x "" n.', 'a in naptr 1 2 "" x "" n',
                     'a.\tNAPTR\t1\t2 ""\tx "" n.\r\n',
                     'a. NAPTR ( 1 ; (\n 2 "" "x" ) "" n. ; "',
                     '$TTL 5\n$ORIGIN a.\n@ NAPTR 1 2 "" x "" n.',
                     '$ORIGIN b.\n$ORIGIN c\n\\097. NAPTR 1 2 "" x "" n.',
                     'a. A 192.0.2.1\n  NAPTR 1 2 "" x "" n.',
                     "a. NAPTR \\# 9 00010002 00 0178 00 00"):
            with self.subTest(text):
                end = "." if "#" in text else "n."
                got = self.skipped(text)
                self.assertEqual([line.split(": ")[0] for line in got],
                                 [r.replace("n.", end)])

    def test_strings(self):
        """In quotes nothing but a quote and a backslash stands out."""
        self.assertEqual(
            self.skipped('a. NAPTR 1 2 "" ";()@ $\\"\\\\" "" n\\.\\(.')[0]
            .split(": ")[0],
            'skip  1 2 "" ";()@ $\\"\\\\" "" n\\.\\(.')


class Hard(unittest.TestCase):
    """Much of everything ends, with a right answer or a clear line."""

    def check_small(self, done_usage):
        self.assertLess(done_usage.ru_maxrss, 1 << 20)  # KiB

    def resolve_measured(self, *words):
        with tempfile.TemporaryFile("w+") as out:
            child = subprocess.Popen([SNARP, "resolve", *map(str, words)],
                                     stdout=out, stderr=subprocess.PIPE,
                                     text=True)
            with child.stderr as pipe:
                said = pipe.read()
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            self.check_small(usage)
            return child.returncode, out.read(), said

    def test_many_naptr(self):
        with zone_file("".join(
                f'a. NAPTR {i >> 16} {i & 65535} "a" "S:p" "" h{i}.\n'
                for i in reversed(range(200000))) + "h7. A 192.0.2.7\n") as z:
            status, out, _ = self.resolve_measured("--zone", z, "--json", "a",
                                                   "s", "p")
        got = json.loads(out)["candidates"]
        self.assertEqual((status, len(got)), (0, 200000))
        self.assertEqual([c["host"] for c in got],
                         [f"h{i}." for i in range(200000)])
        self.assertEqual(got[7]["addresses"], ["192.0.2.7"])

    def test_many_lookups(self):
        with zone_file("".join(
                f'a. NAPTR {i >> 16} {i & 65535} "s" "S:p" "" h{i}.\n'
                for i in range(200000))) as zone:
            status, out, said = self.resolve_measured("--zone", zone, "a", "s",
                                                      "p")
        self.assertEqual((status, out), (1, ""))
        self.assertEqual(said, "snarp: resolve: a: no server was found before "
                         "a limit was reached, see --depth, --queries and "
                         "--attempts\n")

    def test_many_srv(self):
        with zone_file('a. NAPTR 1 1 "s" "S:p" "" s.\n' + "".join(
                f"s. SRV {i >> 16} 1 {i & 65535} h.\n"
                for i in range(200000)) + "h. A 192.0.2.7\n") as zone:
            status, out, _ = self.resolve_measured("--zone", zone, "--json",
                                                   "a", "s", "p")
        got = json.loads(out)["candidates"]
        self.assertEqual(status, 0)
        self.assertEqual(len({(c["from"][1], c["port"]) for c in got}), 200000)

    def test_loops(self):
        for n in (1, 2, 7):
            with self.subTest(names=n), zone_file("".join(
                    f'l{i}. NAPTR 1 1 "" "S:p" "" l{(i + 1) % n}.\n'
                    for i in range(n))) as zone:
                done = resolve("--zone", zone, "--trace", "l0", "s", "p")
                self.assertEqual(queries(done),
                                 [[f"l{i}.", "NAPTR"] for i in range(n)])
                self.assertEqual(done.returncode, 1)

    def test_wide_loops(self):
        """Each of 40 names leads to all others: only the budget ends it."""
        with zone_file("".join(
                f'l{i}. NAPTR 1 {k} "" "S:p" "" l{k}.\n'
                for i in range(40) for k in range(40))) as zone:
            done = resolve("--zone", zone, "--depth", 1000, "--queries", 5000,
                           "--trace", "l0", "s", "p")
        self.assertEqual(len(queries(done)), 5000)
        self.assertEqual(done.returncode, 1)

    def test_deep(self):
        with zone_file("".join(
                f'l{i}. NAPTR 1 1 "" "S:p" "" l{i + 1}.\n' for i in range(100))
                + 'l100. NAPTR 1 1 "a" "S:p" "" h.\nh. A 192.0.2.1\n') as zone:
            self.assertEqual(resolve("--zone", zone, "l0", "s", "p")
                             .returncode, 1)
            done = resolve("--zone", zone, "--depth", 101, "--json", "l0", "s",
                           "p")
        self.assertEqual(listed(done), [("p", ["192.0.2.1"], None)])

    def test_cname_loop(self):
        with zone_file("a. CNAME b.\nb. CNAME a.\n") as zone:
            self.assertEqual(resolve("--zone", zone, "a", "s", "p")
                             .returncode, 1)


# --- over DNS

def wire_name(name):
    labels = [label for label in name.encode().split(b".") if label]
    return b"".join(bytes([len(label)]) + label for label in labels) + b"\0"


def naptr(order, flags, services, replacement):
    strings = [flags.encode(), services.encode(), b""]
    return struct.pack("!2H", order, 1) + b"".join(
        bytes([len(s)]) + s for s in strings) + replacement


def record(owner, rrtype, rdata, ttl=300):
    return owner + struct.pack("!2HIH", rrtype, 1, ttl, len(rdata)) + rdata


class Query:
    def __init__(self, octets, tcp):
        self.octets = octets
        self.tcp = tcp
        end = 12
        while octets[end]:
            end += 1 + octets[end]
        self.question = octets[12:end + 5]
        self.type = struct.unpack("!H", octets[end + 1:end + 3])[0]
        self.edns = octets[11] == 1
        labels, at = [], 12
        while octets[at]:
            labels.append(octets[at + 1:at + 1 + octets[at]].decode())
            at += 1 + octets[at]
        self.name = ".".join(labels) + "."

    def answer(self, *records, flags=AA, rcode=0, ident=None, authority=()):
        head = self.octets[:2] if ident is None else ident
        return head + struct.pack("!5H", QR | flags | rcode, 1, len(records),
                                  len(authority), 0) + self.question + \
            b"".join(records) + b"".join(authority)


class Server:
    """UDP and TCP on one port; `reply` gives the messages for a Query."""

    def __init__(self, reply, host="127.0.0.1", family=socket.AF_INET):
        self.reply = reply
        self.tcp = socket.create_server((host, 0), family=family)
        self.port = self.tcp.getsockname()[1]
        self.udp = socket.socket(family, socket.SOCK_DGRAM)
        self.udp.bind((host, self.port))
        self.seen = []

    def serve_udp(self):
        while True:
            octets, client = self.udp.recvfrom(65535)
            if octets == b"end":
                return
            self.seen.append(Query(octets, False))
            for message in self.reply(self.seen[-1]):
                self.udp.sendto(message, client)

    def serve_tcp(self):
        while True:
            client, _ = self.tcp.accept()
            with client:
                octets = client.recv(65535)
                if octets == b"end":
                    return
                self.seen.append(Query(octets[2:], True))
                for message in self.reply(self.seen[-1]):
                    self.send(client, message)

    def send(self, client, message):
        client.sendall(struct.pack("!H", len(message)) + message)

    def __enter__(self):
        self.threads = [threading.Thread(target=self.serve_udp),
                        threading.Thread(target=self.serve_tcp)]
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        address = self.udp.getsockname()
        self.udp.sendto(b"end", address)
        with socket.create_connection(address[:2]) as end:
            end.sendall(b"end")
        for thread in self.threads:
            thread.join()
        self.udp.close()
        self.tcp.close()

    def resolve(self, *options, domain="example.com", host="127.0.0.1"):
        return resolve("--server", f"{host}:{self.port}", "--json", *options,
                       domain, "EM", "ProtA")


class Dripping(Server):
    """Sends an octet at a time over TCP, and never all of them."""

    def send(self, client, message):
        try:
            client.sendall(struct.pack("!H", 65535))
            client.settimeout(0.05)
            while True:
                client.sendall(b"x")
                time.sleep(0.02)
        except OSError:
            return


POINTER = b"\xc0\x0c"  # to the name that was asked


def simple(query, **how):
    """One NAPTR record to a host with one address."""
    if query.name == "example.com." and query.type == NAPTR:
        return [query.answer(record(POINTER, NAPTR, naptr(
            1, "a", "EM:ProtA", b"\x04host" + POINTER)), **how)]
    if query.name == "host.example.com." and query.type == A:
        return [query.answer(record(POINTER, A, b"\x7f\0\0\1"), **how)]
    return [query.answer(**how)]


SIMPLE = [("ProtA", ["127.0.0.1"], None)]


class Servers(unittest.TestCase):
    def check_temporary(self, done):
        self.assertEqual(done.returncode, 1)
        self.assertEqual(json.loads(done.stdout)["end"], "temporary")
        self.assertEqual(done.stderr, "snarp: resolve: example.com: no server "
                         "was found, but not all queries were answered; later "
                         "it may be otherwise\n")

    def test_simple(self):
        with Server(simple) as server:
            done = server.resolve("--trace")
        self.assertEqual(listed(done), SIMPLE)
        self.assertEqual([(q.name, q.type) for q in server.seen], [
            ("example.com.", NAPTR), ("host.example.com.", AAAA),
            ("host.example.com.", A)])
        self.assertTrue(all(q.edns and not q.tcp for q in server.seen))
        self.assertIn(f", 1 record, 127.0.0.1:{server.port} over UDP\n",
                      done.stderr)

    def test_ipv6(self):
        try:
            server = Server(simple, "::1", socket.AF_INET6)
        except OSError as error:
            self.skipTest(f"no IPv6 here: {error}")
        with server:
            self.assertEqual(listed(server.resolve(host="[::1]")), SIMPLE)

    def test_truncated(self):
        def reply(query):
            return simple(query) if query.tcp else simple(query,
                                                          flags=AA | TC)
        with Server(reply) as server:
            self.assertEqual(listed(server.resolve()), SIMPLE)
        self.assertEqual([q.tcp for q in server.seen], [False, True] * 3)

    def test_no_edns(self):
        def reply(query):
            return [query.answer(rcode=FORMERR)] if query.edns \
                else simple(query)
        with Server(reply) as server:
            self.assertEqual(listed(server.resolve()), SIMPLE)
        self.assertEqual([q.edns for q in server.seen], [True, False] * 3)

    def test_foreign_messages(self):
        """Neither another ID, another question nor a query is an answer."""
        def reply(query):
            ident = bytes(octet ^ 0xff for octet in query.octets[:2])
            other = record(POINTER, NAPTR, naptr(1, "a", "EM:ProtA", b"\1x\0"))
            strange = bytearray(query.answer(other))
            strange[13] ^= 0x01
            return [b"", b"x", query.answer(other, ident=ident),
                    bytes(strange), query.octets, *simple(query)]
        with Server(reply) as server:
            self.assertEqual(listed(server.resolve()), SIMPLE)

    def test_silent(self):
        with Server(lambda query: []) as server:
            done = server.resolve("--timeout", 0.1, "--retries", 3)
        self.check_temporary(done)
        self.assertEqual(len(server.seen), 4)

    def test_nobody_there(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
            taken.bind(("127.0.0.1", 0))
            port = taken.getsockname()[1]
        done = resolve("--server", f"127.0.0.1:{port}", "--json", "--timeout",
                       0.1, "example.com", "EM", "ProtA")
        self.check_temporary(done)

    def test_failing(self):
        for rcode in (SERVFAIL, 5, 9):
            with self.subTest(rcode=rcode), \
                    Server(lambda query, rcode=rcode:
                           [query.answer(rcode=rcode)]) as server:
                self.check_temporary(server.resolve())

    def test_nxdomain(self):
        with Server(lambda query: [query.answer(rcode=NXDOMAIN)]) as server:
            done = server.resolve()
        self.assertEqual(json.loads(done.stdout)["end"], "not-offered")

    def test_referral(self):
        def reply(query):
            ns = record(b"\0", 2, b"\1x\0")
            return [query.answer(flags=0, authority=[ns])]
        with Server(reply) as server:
            self.check_temporary(server.resolve())

    def test_broken_messages(self):
        good = record(POINTER, NAPTR, naptr(1, "a", "EM:ProtA", b"\1x\0"))
        bad = {"short": record(POINTER, NAPTR, b"\0\1"),
               "trailing": record(POINTER, NAPTR, naptr(
                   1, "a", "EM:ProtA", b"\1x\0\0")),
               "forward": record(POINTER, NAPTR, naptr(
                   1, "a", "EM:ProtA", b"\xff\xff")),
               "missing": b"", "owner": record(b"\xc0\xff", NAPTR, b"")}
        for name, rdata in bad.items():
            with self.subTest(name), \
                    Server(lambda query, rdata=rdata:
                           [query.answer(good, rdata)]) as server:
                self.check_temporary(server.resolve("--timeout", 1,
                                                    "--retries", 0))

    def test_dripping(self):
        with Dripping(lambda query: [query.answer(flags=TC)]) as server:
            self.check_temporary(server.resolve("--timeout", 0.3, "--retries",
                                                0))

    def test_cname(self):
        """A server that does not recurse is asked where the alias leads."""
        def reply(query):
            if query.name == "example.com.":
                return [query.answer(record(POINTER, CNAME,
                                            wire_name("other.test.")))]
            if query.name == "other.test." and query.type == NAPTR:
                return [query.answer(record(POINTER, NAPTR, naptr(
                    1, "a", "EM:ProtA", wire_name("host.example.com."))))]
            return simple(query)
        with Server(reply) as server:
            self.assertEqual(listed(server.resolve()), SIMPLE)
        self.assertEqual([q.name for q in server.seen][:2],
                         ["example.com.", "other.test."])

    def test_cname_without_end(self):
        def reply(query):
            name = wire_name("x" + query.name if len(query.name) < 40 else
                             "example.com.")
            return [query.answer(record(POINTER, CNAME, name))]
        with Server(reply) as server:
            done = server.resolve()
        self.assertEqual(done.returncode, 1)
        self.assertLess(len(server.seen), 20)

    def test_whole_message(self):
        """An answer that fills a message of 65 535 octets."""
        hosts = []

        def reply(query):
            if query.type != NAPTR:
                return simple(query)
            if not query.tcp:
                return [query.answer(flags=TC)]
            records, hosts[:] = [], []
            left = 65535 - len(query.answer())
            while left >= 100:
                hosts.append(f"h{len(hosts):05}.example.com.")
                name = b"\x06" + hosts[-1][:6].encode() + POINTER
                records.append(record(POINTER, NAPTR, naptr(
                    len(hosts), "a", "EM:ProtA", name)))
                left -= len(records[-1])
            records.append(record(POINTER, 16, bytes(left - 12)))
            message = query.answer(*records)
            self.assertEqual(len(message), 65535)
            return [message]
        with Server(reply) as server:
            done = server.resolve()
        got = json.loads(done.stdout)["candidates"]
        self.assertEqual([c["host"] for c in got], hosts)
        self.assertGreater(len(got), 1500)

    def test_ttl_runs_out(self):
        """RFC 3402 3.3: then a walk that falls back begins anew."""
        with socket.create_server(("127.0.0.1", 0)) as target:
            port = target.getsockname()[1]
            sets = []

            def answer(host, ttl):
                return record(POINTER, NAPTR, naptr(
                    len(sets), "a", "EM:ProtA", host + POINTER), ttl)

            def reply(query):
                if query.type == NAPTR:
                    sets.append(query.name)
                    hosts = [b"\4slow", b"\4then"] if len(sets) == 1 \
                        else [b"\4host"]
                    return [query.answer(*[answer(host, 1) for host in hosts])]
                if query.name == "slow.example.com.":
                    time.sleep(1.1)
                return simple(query)
            with Server(reply) as server:
                done = server.resolve("--connect", "--trace", "--port",
                                      f"ProtA={port}", "--timeout", 10)
        got = json.loads(done.stdout)["candidates"]
        self.assertEqual([(c["host"], c.get("failed")) for c in got], [
            ("slow.example.com.", "no address"), ("host.example.com.", None)])
        self.assertEqual(len(sets), 2)
        self.assertIn("a TTL ran out: from the beginning\n", done.stderr)
        self.assertEqual(done.returncode, 0)

    def test_addresses_time_out(self):
        """Who lists only does not wait for each target's addresses."""
        def reply(query):
            if query.type != NAPTR:
                return []
            return [query.answer(*[record(POINTER, NAPTR, naptr(
                i, "a", "EM:ProtA", b"\2h%d" % i + POINTER))
                for i in range(10)])]
        with Server(reply) as server:
            done = server.resolve("--timeout", 0.1, "--retries", 0)
        got = json.loads(done.stdout)["candidates"]
        self.assertEqual((done.returncode, len(got)), (0, 10))
        self.assertTrue(all("addresses" not in c for c in got))
        self.assertEqual(len(server.seen), 2)


@contextmanager
def snarp_serve(zone, *options):
    with subprocess.Popen([SNARP, "serve", "--zone", zone, *options],
                          stdout=subprocess.PIPE, text=True) as child:
        try:
            line = json.loads(child.stdout.readline())
            yield f"{line['address']}:{line['port']}"
        finally:
            child.terminate()


class Served(unittest.TestCase):
    """The same by way of snarp serve."""

    def check(self, *options):
        with snarp_serve(ZONES / "rfc5928-fig1.zone", *options) as address:
            done = resolve("--server", address, "--prefer", "zone",
                           "--json", "--trace", "example.net", *TURN)
        self.assertEqual(listed(done), TABLE)
        return done

    def test_udp(self):
        self.assertIn(" over UDP\n", self.check().stderr)

    def test_tcp(self):
        self.assertNotIn(" over UDP\n", self.check("--truncate").stderr)

    def test_rfc3958_sequence(self):
        zone = ZONES / "rfc3958-4-3.zone"
        with snarp_serve(zone) as address:
            done = resolve("--server", address, "--json",
                           "thinkingcat.example", "EM", "ProtB")
        local = resolve("--zone", zone, "--json", "thinkingcat.example", "EM",
                        "ProtB")
        self.assertEqual(done.stdout, local.stdout)
        self.assertEqual(done.returncode, 0)


def loopback_up():
    with socket.socket() as any_socket:
        name = struct.pack("16sh14x", b"lo", 0)
        flags = struct.unpack("16sh14x", fcntl.ioctl(any_socket, 0x8913,
                                                     name))[1]
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh14x", b"lo",
                                                    flags | 1))


def inside():
    """In namespaces of our own: what the system's resolver leads to."""
    loopback_up()
    with tempfile.NamedTemporaryFile("w") as conf:
        conf.write("# none\nsearch a b\nnameserver 127.0.0.9\n"
                   "nameserver 127.0.0.1\noptions ndots:3\n")
        conf.flush()
        subprocess.run(["mount", "--bind", conf.name, "/etc/resolv.conf"],
                       check=True)
        with snarp_serve(ZONES / "rfc5928-fig1.zone", "--listen",
                         "127.0.0.1:53"):
            good = resolve("--prefer", "zone", "--json", "example.net", *TURN)
        conf.seek(0)
        conf.truncate()
        conf.flush()
        bad = resolve("example.net", *TURN)
    print(json.dumps([listed(good), bad.returncode, bad.stderr]))


class System(unittest.TestCase):
    def test_resolv_conf(self):
        alone = ["unshare", "--user", "--map-root-user", "--net", "--mount"]
        try:
            subprocess.run([*alone, "true"], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            self.skipTest(f"no namespaces: {error}")
        done = subprocess.run([*alone, sys.executable, __file__, SNARP, SOURCE,
                               "inside"], stdout=subprocess.PIPE, timeout=WAIT,
                              check=True)
        self.assertEqual(json.loads(done.stdout), [
            [list(row) for row in TABLE], 2,
            "snarp: /etc/resolv.conf: expected a nameserver\n"])


if __name__ == "__main__":
    if sys.argv[1:] == ["inside"]:
        inside()
    else:
        unittest.main()
