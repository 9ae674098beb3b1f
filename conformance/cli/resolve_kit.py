"""What the tests of snarp resolve share; imported once, it takes SNARP and
SOURCE_DIR off the command line.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import json
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

SOURCE = sys.argv.pop(2)
SNARP = sys.argv.pop(1)
ZONES = Path(SOURCE) / "vectors/zones"
WAIT = 120  # seconds for what must end; nothing is decided by it

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
