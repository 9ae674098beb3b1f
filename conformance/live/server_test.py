#!/usr/bin/python3
"""snarp serve, asked over UDP and TCP by clients good and bad.

    server_test.py SNARP

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import json
import os
import random
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import unittest
from contextlib import contextmanager
from pathlib import Path

SNARP = sys.argv.pop(1) if len(sys.argv) > 1 else "snarp"
WAIT = 30  # seconds for what must come; nothing is decided by it

A, CNAME, NAPTR, AXFR, ANY = 1, 5, 35, 252, 255
NOERROR, FORMERR, NXDOMAIN, NOTIMP, REFUSED = 0, 1, 3, 4, 5
TC, AA = 0x0200, 0x0400

ZONE = """\
$ORIGIN example.com.
$TTL 300
@ NAPTR 100 10 "" "EM:ProtA" "" a
host A 192.0.2.1
alias CNAME host
*.wild A 192.0.2.7
"""


SCENARIO = "snaptr.resolve/"


def wire_name(name):
    labels = [label for label in name.encode().split(b".") if label]
    return b"".join(bytes([len(label)]) + label for label in labels) + b"\0"


def query(name, rrtype, ident=7, edns=None, version=0, rrclass=1):
    head = struct.pack("!6H", ident, 0x0100, 1, 0, 0, edns is not None)
    opt = b"" if edns is None else struct.pack("!BHHBBHH", 0, 41, edns, 0,
                                               version, 0, 0)
    return head + wire_name(name) + struct.pack("!2H", rrtype, rrclass) + opt


class Reply:
    """What stands in the header of an answer."""

    def __init__(self, octets):
        (self.ident, self.flags, self.questions, self.answers, _,
         self.additional) = struct.unpack("!6H", octets[:12])
        self.rcode = self.flags & 15
        self.octets = octets

    @property
    def truncated(self):
        return bool(self.flags & TC)


def many(owner, total):
    """Records of one name whose answer has `total` octets without EDNS."""
    left = total - 12 - len(wire_name(owner)) - 4
    fixed = 2 + 10 + 2 + 2 + 1 + 1 + 1 + 1  # compressed owner to REPLACEMENT
    lines = []
    while left > 0:
        size = left if left <= fixed + 255 else min(fixed + 255, left - fixed)
        lines.append('%s NAPTR %d 0 "" "%s" "" .'
                     % (owner, len(lines), "E" * (size - fixed)))
        left -= size
    return "\n".join(lines) + "\n"


class Server:
    """A running snarp serve."""

    def __init__(self, folder, zone, options):
        path = Path(folder, "zone")
        what = ["--zone", path]
        if zone.startswith(SCENARIO):
            what = [zone]
        else:
            path.write_text(zone, encoding="ascii")
        self.log = Path(folder, "log")
        self.process = subprocess.Popen(
            [SNARP, "serve", *what, "--log", self.log, *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        first = self.process.stdout.readline()
        if not first:
            raise AssertionError(self.process.stderr.read())
        where = json.loads(first)
        self.at = (where["address"], where["port"])

    def udp(self, octets):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            sock.settimeout(WAIT)
            sock.sendto(octets, self.at)
            return Reply(sock.recv(65535))

    def connect(self):
        sock = socket.create_connection(self.at, WAIT)
        sock.settimeout(WAIT)
        return sock

    def tcp(self, octets):
        with self.connect() as sock:
            sock.sendall(framed(octets))
            return receive(sock)

    def lines(self):
        return [json.loads(line) for line in
                self.log.read_text(encoding="ascii").splitlines()]

    def descriptors(self):
        return len(os.listdir("/proc/%d/fd" % self.process.pid))

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=WAIT)
        return self.process.returncode, out, err


@contextmanager
def serve(zone=ZONE, *options):
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, zone, options)
        try:
            yield server
        finally:
            if server.process.poll() is None:
                server.process.kill()
                server.process.communicate()


def framed(octets):
    return struct.pack("!H", len(octets)) + octets


def receive(sock):
    octets = b""
    while len(octets) < 2 or len(octets) < 2 + struct.unpack(
            "!H", octets[:2])[0]:
        more = sock.recv(65537)
        if not more:
            return None
        octets += more
    return Reply(octets[2:])


class Answers(unittest.TestCase):
    def test_what_the_zone_has(self):
        with serve() as server:
            reply = server.udp(query("example.com", NAPTR))
            self.assertEqual((reply.ident, reply.rcode, reply.answers),
                             (7, NOERROR, 1))
            self.assertTrue(reply.flags & AA)
            self.assertIn(b"\x08EM:ProtA\x00\x01a\x07example\x03com\x00",
                          reply.octets)
            self.assertEqual(server.udp(query("EXAMPLE.com", A)).answers, 0)
            self.assertEqual(server.tcp(query("ALIAS.example.com", A)).answers,
                             2)
            self.assertEqual(server.udp(query("x.wild.example.com", A)).answers,
                             1)
            self.assertEqual(server.udp(query("no.example.com", A)).rcode,
                             NXDOMAIN)

    def test_what_it_does_not_do(self):
        with serve() as server:
            for rcode, octets in (
                    (REFUSED, query("example.com", A, rrclass=3)),
                    (REFUSED, query("example.com", AXFR)),
                    (NOTIMP, b"\0\1\x28\0" + query("example.com", A)[4:])):
                self.assertEqual(server.udp(octets).rcode, rcode)
            reply = server.udp(query("example.com", A, edns=512, version=1))
            self.assertEqual((reply.rcode, reply.additional), (NOERROR, 1))
            self.assertIn(b"\0\0\x29\x10\0\x01\0", reply.octets)  # BADVERS

    def test_payload_size(self):
        with serve(many("a.example.", 1400)) as server:
            for size, whole in ((None, False), (0, False), (1410, False),
                                (1411, True), (65535, True)):
                reply = server.udp(query("a.example", NAPTR, edns=size))
                self.assertEqual(reply.truncated, not whole, size)
                self.assertEqual(reply.answers > 0, whole, size)
        with serve(many("a.example.", 512)) as server:
            self.assertFalse(server.udp(query("a.example", NAPTR)).truncated)
        with serve(many("a.example.", 513)) as server:
            self.assertTrue(server.udp(query("a.example", NAPTR)).truncated)

    def test_whole_message_over_tcp(self):
        with serve(many("a.example.", 65535)) as server:
            reply = server.tcp(query("a.example", NAPTR))
            self.assertEqual(len(reply.octets), 65535)
            self.assertFalse(reply.truncated)
        with serve(many("a.example.", 65536)) as server:
            reply = server.tcp(query("a.example", NAPTR))
            self.assertEqual((reply.truncated, reply.answers), (True, 0))

    def test_truncate(self):
        with serve(ZONE, "--truncate") as server:
            octets = query("host.example.com", A)
            reply = server.udp(octets)
            self.assertEqual((reply.truncated, reply.answers), (True, 0))
            self.assertEqual(server.tcp(octets).answers, 1)
            self.assertEqual([(line["transport"], line["truncated"],
                               line["records"]) for line in server.lines()],
                             [("udp", True, 0), ("tcp", False, 1)])

    def test_added_records(self):
        """A scenario's records are sent as they are."""
        def ends_with(rrtype, rrclass, rdata):
            return struct.pack("!2HIH", rrtype, rrclass, 3600,
                               len(rdata)) + rdata
        flag_a = b"\1a\x08EM:ProtB\0" + wire_name("bad.class.example")
        for name, domain, counts, end in (
                ("naptr-broken-empty", "set.broken.example", (2, 0),
                 ends_with(NAPTR, 1, b"")),
                ("class-any-naptr", "naptr.class.example", (2, 0),
                 ends_with(NAPTR, ANY, struct.pack("!2H", 10, 10) + flag_a)),
                ("additional-srv", "plain.additional.example", (1, 2),
                 ends_with(A, 1, b"\xc0\0\2\1"))):
            with serve(SCENARIO + name) as server:
                reply = server.udp(query(domain, NAPTR))
                self.assertEqual((reply.answers, reply.additional), counts)
                self.assertTrue(reply.octets.endswith(end), name)

    def test_log(self):
        with serve() as server:
            server.udp(query("No.Example.com", NAPTR))
            server.udp(query("example.com", 65280))
            server.udp(b"\0\1\0\0\0\0\0\0\0\0\0\0")
            lines = server.lines()
            self.assertTrue(all(line.pop("at") >= 0 for line in lines))
            self.assertEqual(lines[0], {
                "transport": "udp", "name": "No.Example.com.", "type": "NAPTR",
                "rcode": "NXDOMAIN", "records": 0, "truncated": False})
            self.assertEqual(lines[1]["type"], "TYPE65280")
            self.assertEqual((lines[2]["name"], lines[2]["rcode"]),
                             (None, "FORMERR"))

    def test_end(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with serve() as server:
                with server.connect():
                    self.assertEqual(server.end(number), (0, "", ""))
                with self.assertRaises(OSError):
                    server.connect()

    def test_port_in_use(self):
        with serve() as server:
            other = subprocess.run(
                [SNARP, "serve", "--zone", server.log.with_name("zone"),
                 "--listen", "%s:%d" % server.at],
                capture_output=True, text=True, timeout=WAIT, check=False)
            self.assertEqual((other.returncode, other.stderr), (
                2, "snarp: cannot listen on %s port %d: Address already in "
                "use\n" % server.at))


class Hostile(unittest.TestCase):
    def alive(self, server):
        reply = server.udp(query("host.example.com", A, 99))
        self.assertEqual((reply.ident, reply.answers), (99, 1))
        self.assertEqual(server.tcp(query("host.example.com", A)).answers, 1)

    def throw(self, server, datagrams):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            for octets in datagrams:
                sock.sendto(octets, server.at)

    def test_datagrams(self):
        whole = query("host.example.com", A, edns=1232)
        draw = random.Random(3958)
        garbage = [draw.randbytes(draw.randrange(600)) for _ in range(2000)]
        bent = []
        for _ in range(2000):
            octets = bytearray(whole)
            for _ in range(draw.randrange(1, 4)):
                octets[draw.randrange(2, len(octets))] = draw.randrange(256)
            bent.append(bytes(octets))
        head = struct.pack("!6H", 1, 0, 1, 0, 0, 0)
        pointers = [head + b"\xc0\x0c" + b"\0\1\0\1",
                    head + b"\xc0\xff\0\1\0\1",
                    head + b"\1a\xc0\x0c\0\1\0\1",
                    head + b"\x40\0\1\0\1",
                    head + b"\x3f" + b"a" * 63 * 5]
        with serve() as server:
            for batch in ([whole[:n] for n in range(len(whole))], garbage, bent,
                          pointers, [b"\0" * 65507, b"\xff" * 65507]):
                for i in range(0, len(batch), 50):
                    self.throw(server, batch[i:i + 50])
                    self.alive(server)
            self.assertEqual(server.end(), (0, "", ""))

    def test_answers_are_not_answered(self):
        octets = bytearray(query("host.example.com", A))
        octets[2] |= 0x80
        with serve() as server:
            self.throw(server, [bytes(octets)])
            self.alive(server)
            self.assertEqual(len(server.lines()), 3)

    def test_counts(self):
        for counts in ((0, 0, 0, 0), (2, 0, 0, 0), (1, 1, 0, 0), (1, 0, 1, 0),
                       (1, 0, 0, 3), (65535, 65535, 65535, 65535)):
            octets = query("host.example.com", A)
            octets = octets[:4] + struct.pack("!4H", *counts) + octets[12:]
            with serve() as server:
                self.assertEqual(server.udp(octets).rcode, FORMERR)
                self.alive(server)

    def test_streams(self):
        octets = query("host.example.com", A)
        pieces = [b"\0", b"\0\0", framed(octets)[:9], b"\xff\xff" + b"x" * 100,
                  framed(b"") * 100, framed(b"\0" * 12), b"GET / HTTP/1.0\r\n"]
        with serve() as server:
            for piece in pieces:
                with server.connect() as sock:
                    sock.sendall(piece)
                    self.alive(server)
            with server.connect() as sock:
                sock.sendall(b"\x10\x01")
                self.assertEqual(sock.recv(1), b"")  # longer than a query is

    def test_one_octet_at_a_time(self):
        with serve() as server, server.connect() as sock:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for octet in framed(query("host.example.com", A)):
                sock.sendall(bytes([octet]))
            self.assertEqual(receive(sock).answers, 1)

    def test_pipelined(self):
        n = 500
        with serve() as server, server.connect() as sock:
            sock.sendall(b"".join(framed(query("host.example.com", A, i))
                                  for i in range(n)))
            sock.shutdown(socket.SHUT_WR)
            left = b""
            while more := sock.recv(65536):
                left += more
            idents = []
            while left:
                size = struct.unpack("!H", left[:2])[0]
                idents.append(Reply(left[2:2 + size]).ident)
                left = left[2 + size:]
            self.assertEqual(idents, list(range(n)))

    def test_never_reads(self):
        with serve(ZONE + many("a.example.", 60000)) as server:
            with server.connect() as sock:
                sock.setblocking(False)
                sent = 0
                try:
                    for _ in range(20000):
                        sent += sock.send(framed(query("a.example", NAPTR)))
                except BlockingIOError:
                    pass
                self.alive(server)
                served = [line for line in server.lines()
                          if line["name"] == "a.example."]
                self.assertLess(len(served), 1000)  # it has to wait

    def test_many_connections(self):
        with serve() as server:
            few = server.descriptors()
            socks = [server.connect() for _ in range(200)]
            self.alive(server)
            self.assertLessEqual(server.descriptors(), few + 32)
            for sock in socks:
                sock.close()
            self.alive(server)

    def test_log_cannot_be_written(self):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(folder, ZONE, ["--log", "/dev/full"])
            self.throw(server, [query("host.example.com", A)])
            _, err = server.process.communicate(timeout=WAIT)
            self.assertEqual(server.process.returncode, 2)
            self.assertEqual(err, "snarp: /dev/full: cannot be written\n")


if __name__ == "__main__":
    unittest.main(verbosity=1)
