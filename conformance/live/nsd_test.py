#!/usr/bin/python3
"""snarp resolve asks a real name server, NSD, for the zones of the RFCs.

    nsd_test.py SNARP SOURCE_DIR

Ends with 77, which is a skipped test, where NSD is not installed. NSD runs as
who runs the test, in a folder of its own, on a free port of loopback.
Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from contextlib import contextmanager
from pathlib import Path

SNARP, SOURCE = sys.argv[1:3]
ZONES = Path(SOURCE, "vectors/zones")
NSD = shutil.which("nsd", path=os.environ.get("PATH", "") + ":/usr/sbin")
WAIT = 60  # seconds for what must come; nothing is decided by it
STARTS = 5  # a free port may be taken by another before NSD has it

# a scenario's zone holds several domains: NSD has it as the root zone
ROOT = """\
. 3600 IN SOA ns. hostmaster. 1 3600 900 604800 300
. 3600 IN NS ns.
ns. 3600 IN A 127.0.0.1
"""

CONFIG = """\
server:
  ip-address: 127.0.0.1@{port}
  do-ip6: no
  server-count: 1
  username: ""
  chroot: ""
  zonesdir: "{folder}"
  database: ""
  zonelistfile: "{folder}/zone.list"
  xfrdfile: "{folder}/xfrd.state"
  xfrdir: "{folder}"
  pidfile: "{folder}/nsd.pid"
  logfile: "{folder}/nsd.log"
remote-control:
  control-enable: no
zone:
  name: "."
  zonefile: "{folder}/zone"
"""

# NSD 4.6 does not read a string with a dot in it that stands without quotes
UNQUOTED = re.compile(r'( NAPTR \d+ \d+) (""|\w+) ([\w:.]+) ""')

TURN = ["RELAY", "turn.tls", "turn.tcp", "turn.udp"]

# zone, and what is looked for in it
RFC = [
    ("rfc3958-2-2", ["example.com", "WP", "whois++", "ldap"]),
    ("rfc3958-4-2", ["thinkingcat.example", "CREDREG", "ldap", "iris-beep"]),
    ("rfc3958-4-3", ["thinkingcat.example", "EM", "ProtB"]),
    ("rfc3958-4-4", ["thinkingcat.example", "EM", "ProtB"]),
    ("rfc3958-4-5", ["thinkingcat.example", "CREDREG", "iris-beep", "ldap"]),
    ("rfc5928-fig1", ["--prefer", "zone", "example.net", *TURN]),
    ("rfc5928-fig2", ["--prefer", "zone", "example.com", *TURN]),
    ("rfc7585-2-1-3", ["example.com", "aaa+auth", "radius.tls.tcp"]),
    ("rfc7585-3-4-6", ["xn--tu-mnchen-t9a.example", "aaa+auth",
                       "radius.tls.tcp"]),
    ("names-wildcard", ["anyone.wild.example", "EM", "ProtB"]),
    ("limits-255-hosts", ["hosts255.example", "EM", "ProtB"]),
]


def quoted(match):
    head, flags, services = match.groups()
    return f'{head} "{flags.strip(chr(34))}" "{services}" ""'


def free_port():
    with socket.socket() as tcp, socket.socket(type=socket.SOCK_DGRAM) as udp:
        tcp.bind(("127.0.0.1", 0))
        udp.bind(tcp.getsockname())
        return tcp.getsockname()[1]


def answers(port):
    """Whether a query for the SOA of the root is answered."""
    query = bytes.fromhex("000700000001000000000000" "00" "0006" "0001")
    with socket.socket(type=socket.SOCK_DGRAM) as sock:
        sock.settimeout(0.1)
        sock.connect(("127.0.0.1", port))
        try:
            sock.send(query)
            return sock.recv(512)[:2] == b"\0\7"
        except OSError:
            return False


def comes_up(process, port):
    until = time.monotonic() + WAIT
    while process.poll() is None and time.monotonic() < until:
        if answers(port):
            return True
        time.sleep(0.01)
    return False


def start(folder):
    port = free_port()
    config = Path(folder, "nsd.conf")
    config.write_text(CONFIG.format(port=port, folder=folder),
                      encoding="ascii")
    process = subprocess.Popen([NSD, "-d", "-c", config],
                               stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    if comes_up(process, port):
        return process, port
    stop(process)
    return None, 0


def stop(process):
    process.terminate()
    try:
        process.wait(WAIT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def nsd(zone):
    with tempfile.TemporaryDirectory() as folder:
        text = Path(ZONES, zone + ".zone").read_text(encoding="ascii")
        Path(folder, "zone").write_text(ROOT + UNQUOTED.sub(quoted, text),
                                        encoding="ascii")
        for _ in range(STARTS):
            process, port = start(folder)
            if process is not None:
                break
        else:
            raise AssertionError("NSD does not start:\n"
                                 + Path(folder, "nsd.log").read_text())
        try:
            yield "127.0.0.1:%d" % port
        finally:
            stop(process)


def resolve(*words):
    done = subprocess.run([SNARP, "resolve", "--json", "--seed", "1", *words],
                          capture_output=True, text=True, timeout=WAIT,
                          check=False)
    return done.returncode, done.stdout.lower(), done.stderr


def listed(text):
    return [(c["host"], c["port"], c["protocol"])
            for c in json.loads(text)["candidates"]]


class Served(unittest.TestCase):
    """NSD gives names in lower case."""

    def test_as_from_the_file(self):
        for zone, wanted in RFC:
            with self.subTest(zone=zone), nsd(zone) as server:
                local = resolve("--zone", Path(ZONES, zone + ".zone"), *wanted)
                self.assertEqual(resolve("--server", server, *wanted), local)
                self.assertEqual(local[0], 0)
                self.assertTrue(listed(local[1]))

    def test_rfc5928_table_2(self):
        with nsd("rfc5928-fig1") as server:
            _, out, _ = resolve("--server", server, "--prefer", "zone",
                                "example.net", *TURN)
        self.assertEqual(listed(out), [
            ("a.example.net.", 3478, "turn.udp"),
            ("a.example.net.", 5349, "turn.tls"),
            ("a.example.net.", 5000, "turn.tcp")])

    def test_rfc3958_4_6(self):
        with nsd("rfc3958-4-3") as server:
            _, out, _ = resolve("--server", server, "thinkingcat.example",
                                "EM", "ProtB")
        self.assertEqual(listed(out), [
            ("bigiron.example.com.", 10001, "protb"),
            ("backup.em.example.com.", 10001, "protb"),
            ("nuclearfallout.australia-isp.example.", 10001, "protb")])


if __name__ == "__main__":
    if NSD is None:
        print("skipped: nsd is not installed (apt-get install nsd)")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
