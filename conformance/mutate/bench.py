"""Builds mutants of libsnarp, and replays the vectors with them.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from mutants import REF

SECONDS = 6  # of processor time for a replay, which takes two or three
SOON = 4  # for a replay of a few vectors, which takes far less
MEMORY = 2 << 30

# The vectors that are tried first; all others follow where these are silent.
NEAR = {"naptr": ["naptr.*"], "srv": ["srv.*"], "service": ["service.*"],
        "text": ["naptr.scan*"], "name_text": ["naptr.scan*"],
        "generic": ["naptr.scan*"], "name": ["naptr.decode*"],
        "wire": ["naptr.decode*"], "message": ["naptr.decode*"],
        "regexp": ["naptr.check*"], "policy": ["policy.*"],
        "parameter": ["policy.*"], "srv_order": ["srv.order*"],
        "walk": ["snaptr.*"], "walk_memory": ["snaptr.*"],
        "walk_rule": ["snaptr.*"], "walk_sets": ["snaptr.*"],
        "pooluser": ["pooluser.*"],
        "rng": ["srv.order*"], "sort": ["naptr.sort*", "srv.sort*"],
        **{name: ["pool.run*"] for name in (
            "heap", "pool", "pool_deck", "pool_ids", "pool_memory",
            "pool_queue", "pool_ranks", "pool_ring", "pool_shares",
            "pool_turns", "pool_turns_list")}}


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False,
                          **more)


def compiler():
    """tcc, which is ten times as fast as the others."""
    return "tcc" if shutil.which("tcc") else "cc"


class Bench:
    """The original's objects, and how a mutant is put among them."""

    def __init__(self, program, folder, ref=REF, seconds=SECONDS):
        self.program, self.folder = Path(program).resolve(), Path(folder)
        self.ref, self.seconds, self.objects = ref, seconds, {}
        self.clean = None  # whether sanitizers find nothing in the original
        for path in sorted(ref.glob("*.c")):
            out = self.folder / (path.stem + ".o")
            done = self.compile(path, out)
            if done.returncode != 0:
                sys.exit(f"mutate: {path}: {done.stderr}")
            self.objects[path.stem] = out

    def sound(self):
        """Ends the program where a vector fails without any change: then no
        verdict would mean anything."""
        if not self.link(self.folder, self.objects).returncode == 0:
            sys.exit("mutate: libsnarp cannot be linked")
        done = self.replay(self.folder, seconds=10 * SECONDS)
        if done.returncode != 0 or done.stdout.strip() != "silent":
            sys.exit("mutate: expected that libsnarp passes all vectors: "
                     f"{done.stdout}{done.stderr}".strip())

    def compile(self, path, out, folder=None):
        folders = [folder, self.ref / "include", self.ref]
        includes = [f"-I{name}" for name in folders if name is not None]
        return run([compiler(), "-fPIC", "-c", *includes, "-o", str(out),
                    str(path)])

    def link(self, where, objects):
        return run([compiler(), "-shared", "-o", str(where / "libsnarp.so"),
                    *map(str, objects.values())])

    def includers(self, header):
        """The sources that a header reaches."""
        names, grown = {header}, True
        while grown:
            grown = False
            for path in self.ref.glob("*.[ch]"):
                includes = re.findall(r'#include "(\w+\.h)"', path.read_text())
                if path.name not in names and names & set(includes):
                    names.add(path.name)
                    grown = True
        return sorted(self.ref / n for n in names if n.endswith(".c"))

    def build(self, mutant, where):
        """False where it does not compile, and so is no program."""
        objects = dict(self.objects)
        changed = where / mutant.path.name
        changed.write_text(mutant.changed, encoding="utf-8")
        if mutant.path.suffix == ".h":
            sources = self.includers(mutant.path.name)
            for path in sources:  # so that their own folder comes second
                (where / path.name).write_text(path.read_text())
            for other in self.ref.glob("*.h"):
                if other.name != mutant.path.name:
                    (where / other.name).write_text(other.read_text())
        else:
            sources = [mutant.path]
        for path in sources:
            out = where / (path.stem + ".o")
            if self.compile(where / path.name, out, where).returncode != 0:
                return False
            objects[path.stem] = out
        return self.link(where, objects).returncode == 0

    def replay(self, where, *arguments, seconds):
        limits = (f"ulimit -t {seconds}; ulimit -v {MEMORY >> 10}; "
                  "exec \"$@\"")
        return run(["sh", "-c", limits, "sh", str(self.program), *arguments],
                   env={**os.environ, "LD_PRELOAD": str(where / "libsnarp.so")},
                   timeout=20 * SECONDS)

    def ask(self, mutant, *arguments, seconds):
        """The replay with this mutant, ended; or the word for what it was."""
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            where = Path(name)
            if not self.build(mutant, where):
                return "no program"
            try:
                return self.replay(where, *arguments, seconds=seconds)
            except subprocess.TimeoutExpired:
                return "time-out"

    def judge(self, mutant):
        """How the mutant was found out, and by which vector."""
        done = self.ask(mutant, *NEAR.get(mutant.path.stem, []),
                        seconds=self.seconds)
        if isinstance(done, str):
            return done, ""
        if done.returncode == 0:
            verdict, _, killer = done.stdout.strip().partition(" ")
            return verdict, killer
        return how_it_died(done.returncode), ""

    def sanitizer_tells(self, mutant):
        """Whether the vectors make the mutant do what C does not define, and
        the original not."""
        if self.clean is None:
            self.clean = self.is_clean(None)
        return self.clean and not self.is_clean(mutant)

    def is_clean(self, mutant):
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            return self.clean_in(Path(name), mutant)

    def clean_in(self, where, mutant):
        """Replays with AddressSanitizer and UndefinedBehaviorSanitizer, which
        end the process with a status of their own."""
        for path in self.ref.glob("*.[ch]"):
            (where / path.name).write_text(path.read_text())
        if mutant is not None:
            (where / mutant.path.name).write_text(mutant.changed)
        sources = map(str, sorted(where.glob("*.c")))
        library = where / "libsnarp.so"
        done = run(["gcc", "-O1", "-shared", "-fPIC",
                    "-fsanitize=address,undefined",
                    "-fno-sanitize-recover=all", f"-I{self.ref / 'include'}",
                    f"-I{where}", "-o", str(library), *sources])
        if done.returncode != 0:
            sys.exit(f"mutate: {mutant}: {done.stderr}")
        runtime = run(["gcc", "-print-file-name=libasan.so"]).stdout.strip()
        try:
            done = run([str(self.program)], timeout=40 * SECONDS,
                       env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0",
                            "LD_PRELOAD": f"{runtime}:{library}"})
        except subprocess.TimeoutExpired:
            return True  # nothing was found
        return done.returncode == 0

    def broken(self, mutant, globs):
        """Of the vectors that fit, those that the mutant answers with a wrong
        value, whatever the probes find; none where it does not come to an
        end. One that it crashes at, asked alone, is answered wrongly too."""
        done = self.ask(mutant, "--plain", *globs, seconds=SOON)
        if isinstance(done, str):
            return []
        if done.returncode != 0:
            crashed = how_it_died(done.returncode) == "crash"
            return list(globs) if crashed and len(globs) == 1 else []
        return [line[len("value "):] for line in done.stdout.splitlines()
                if line.startswith("value ")]


def how_it_died(code):
    if code in (-signal.SIGKILL, -signal.SIGXCPU, 128 + signal.SIGKILL,
                128 + signal.SIGXCPU):
        return "time-out"
    if code < 0 or code > 128:
        return "crash"
    return "value"  # the zones of the vectors could not be read
