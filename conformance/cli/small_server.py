"""A DNS server that answers as a test tells it, over UDP and TCP.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import socket
import struct
import threading
import time

from resolve_kit import resolve

A, CNAME, AAAA, SRV, NAPTR = 1, 5, 28, 33, 35
FORMERR, SERVFAIL, NXDOMAIN = 1, 2, 3
QR, TC, AA, RA = 0x8000, 0x0200, 0x0400, 0x0080


def wire_name(name):
    labels = [label for label in name.encode().split(b".") if label]
    return b"".join(bytes([len(label)]) + label for label in labels) + b"\0"


def naptr(order, flags, services, replacement):
    strings = [flags.encode(), services.encode(), b""]
    return struct.pack("!2H", order, 1) + b"".join(
        bytes([len(s)]) + s for s in strings) + replacement


def record(owner, rrtype, rdata, ttl=300, rrclass=1):
    return owner + struct.pack("!2HIH", rrtype, rrclass, ttl,
                               len(rdata)) + rdata


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
