#!/usr/bin/python3
"""snarp resolve over DNS, by good servers and bad.

    resolve_server_test.py SNARP SOURCE_DIR

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import fcntl
import json
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest
from contextlib import contextmanager

from resolve_kit import (SNARP, SOURCE, TABLE, TURN, WAIT, ZONES, listed,
                         queries, resolve)
from small_server import (A, AA, AAAA, CNAME, FORMERR, NAPTR, NXDOMAIN,
                          POINTER, SERVFAIL, SRV, TC, Dripping, Server, naptr,
                          record, simple, wire_name)

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

    def test_broken_srv(self):
        """Of an SRV set with a broken record nothing is used."""
        def reply(query):
            if query.type == SRV:
                good = struct.pack("!3H", 1, 0, 5) + wire_name("srv.test.")
                return [query.answer(record(POINTER, SRV, good),
                                     record(POINTER, SRV, good + b"\0"))]
            if query.type == NAPTR:
                return [query.answer(
                    record(POINTER, NAPTR, naptr(0, "s", "EM:ProtA",
                                                 b"\1x\0")),
                    record(POINTER, NAPTR, naptr(1, "a", "EM:ProtA",
                                                 b"\4host" + POINTER)))]
            return simple(query)
        with Server(reply) as server:
            self.assertEqual(listed(server.resolve()), SIMPLE)

    def test_other_classes(self):
        def reply(query):
            other = [record(POINTER, NAPTR, naptr(0, "a", "EM:ProtA",
                                                  b"\1x\0"), rrclass=rrclass)
                     for rrclass in (3, 255)]
            alias = record(POINTER, CNAME, b"\1x\0", rrclass=3)
            return [query.answer(alias, *other, record(
                POINTER, NAPTR, naptr(1, "a", "EM:ProtA",
                                      b"\4host" + POINTER)))] \
                if query.type == NAPTR else simple(query)
        with Server(reply) as server:
            self.assertEqual(listed(server.resolve()), SIMPLE)

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
