#!/usr/bin/python3
"""snarp resolve, from zone files.

    resolve_test.py SNARP SOURCE_DIR

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import json
import os
import socket
import subprocess
import tempfile
import unittest

from resolve_kit import (SNARP, TABLE, TURN, ZONES, listed, queries, resolve,
                         zone_file)


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


if __name__ == "__main__":
    unittest.main()
