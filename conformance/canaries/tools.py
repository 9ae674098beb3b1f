"""The tools that must catch a planted fault, and the builds that they look at.

A tool is a name and, behind a colon, what it is to look at: "fuzz:walk",
"test:faux.asks". A run of it gives the columns of the matrix that caught
something, each with what it said. Copyright (c) 2026 the snarp authors.
SPDX-License-Identifier: MIT
"""
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

LIMIT = 1200  # seconds for anything, on a machine that is busy besides
CPU = 10  # seconds of the processor for what takes one
CPU_SLOW = 60  # and for what takes that long where it is watched or emulated
ADDRESS_KIB = 4 << 20  # memory of what is neither
FUZZ_RUNS = 2000000  # at most, until the fuzzer must have found it
FUZZ_PATIENCE = 60  # seconds for one input, by the clock
FUZZ_SLOW = 70  # libFuzzer's exit status when they have passed

# The columns of the matrix, in their order.
COLUMNS = ("vectors", "probes", "unit tests", "seeds", "fuzz", "ASan", "UBSan",
           "MSan", "valgrind", "s390x", "i386", "Eva", "warnings",
           "clang-tidy", "deps", "lint", "oracle", "faux", "runner", "dns",
           "instructions", "coverage")

# What a test of ctest is counted as, by the beginning of its name.
TESTS = {"faux.": "faux", "deps.": "deps", "vectors.": "lint",
         "runner.": "runner", "live.": "dns", "resolve": "dns"}

# The targets of fuzz/ that need libsnarp alone.
REPLAYS = ("message", "naptr_text", "naptr_wire", "policy", "pool", "pooluser",
           "service", "srv", "walk")

WORLD = ["-DCMAKE_BUILD_TYPE=None", "-DSNARP_CONFORMANCE=OFF",
         "-DSNARP_WORLD=ON"]


class Missing(Exception):
    """Something that everything needs is not there, or fails."""


def run(command, limit=LIMIT, **options):
    """The process, ended; its output is one text. That it does not end in time
    is no find: the machine may be busy. What must find loops bounds the time of
    the processor."""
    words = [str(word) for word in command]
    process = subprocess.Popen(
        words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, errors="replace", process_group=0, **options)
    try:
        output, _ = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise Missing(f"no end in {limit} s: {' '.join(words)}") from None
    return subprocess.CompletedProcess(command, process.returncode, output)


def limited(command, slow=False):
    """The command with bounds on processor time and memory; where it is watched
    or emulated it is slow, and more memory is set aside than it uses."""
    bounds = (f"ulimit -t {CPU_SLOW}" if slow else
              f"ulimit -t {CPU}; ulimit -v {ADDRESS_KIB}")
    return ["sh", "-c", f"{bounds}; exec \"$@\"", "sh", *command]


def how(ended):
    """What there is to say of a process that failed."""
    status = ended.returncode
    if status in (-signal.SIGKILL, -signal.SIGXCPU):
        return "time-out"
    if status < 0:
        return signal.Signals(-status).name
    return f"status {status}"


class Place:
    """A copy of the tree and its builds, made where they are needed."""

    def __init__(self, tree, work):
        self.tree, self.work = tree, work
        self.edited = []  # the files that the fault at hand changes
        self.seeds = work / "release" / "fuzz" / "seeds"

    def build(self, name):
        return self.work / name

    def configure(self, name):
        sys.path.insert(0, str(self.tree / "conformance" / "worlds"))
        import worlds  # pylint: disable=import-outside-toplevel
        presets = {"release": ["-DSNARP_BENCH=ON"], "asan": [], "fuzz": [],
                   "coverage": []}
        options = presets.get(name)
        if options is not None:
            return ["--preset", name, *options]
        if name == "msan":
            return ["-G", "Ninja", *WORLD, "-DCMAKE_C_COMPILER=clang-19",
                    "-DCMAKE_C_FLAGS=-O1 -g", "-DSNARP_SANITIZE=memory"]
        world = next(w for w in worlds.worlds() if w.name == name)
        return ["-G", "Ninja", *WORLD, *world.options]

    def make(self, name, targets):
        """Builds; raises Missing where that fails."""
        build = self.build(name)
        if not (build / "build.ninja").exists():
            done = run(["cmake", "-S", self.tree, "-B", build,
                        *self.configure(name)], cwd=self.tree)
            if done.returncode != 0:
                raise Missing(f"cmake fails in {build}: {done.stdout[-2000:]}")
        done = run(["ninja", "-C", build, *targets])
        if done.returncode != 0:
            raise Missing(f"ninja fails in {build}: {done.stdout[-2000:]}")


# --- runs: each gives column to what was said, for those that caught it

def check(place, _):
    snarp = place.build("release") / "conformance/cli/snarp"
    ended = run(limited([snarp, "check", "ref", "--format", "jsonl"]))
    if ended.returncode == 0:
        return {}
    if ended.returncode not in (1, 2):
        return {"vectors": how(ended)}
    failed = {"vectors": [], "probes": []}
    for line in ended.stdout.splitlines():
        if not line.startswith('{"type":"result"'):
            continue
        result = json.loads(line)
        if result["verdict"] in ("fail", "crash", "timeout", "harness-error"):
            promise = "a promise is broken" in line
            failed["probes" if promise else "vectors"].append(result["id"])
    found = {column: f"{len(ids)}, {ids[0]}"
             for column, ids in failed.items() if ids}
    return found or {"vectors": ended.stdout[-100:].strip()}


def unit(place, _):
    program = place.build("release") / "conformance/unit/snarp_unit"
    ended = run(limited([program]))
    return {} if ended.returncode == 0 else {"unit tests": how(ended)}


def replays(place, build, under=(), only=None, slow=True):
    """The processes of the replay programs over their seeds, by name."""
    for path in sorted((place.build(build) / "fuzz").glob("replay_*")):
        name = path.name[len("replay_"):]
        if only is None or name in only:
            yield name, run(limited([*under, path, place.seeds / name], slow))


def seeds(place, _):
    failed = [f"{name}: {how(ended)}"
              for name, ended in replays(place, "release", slow=False)
              if ended.returncode != 0]
    return {"seeds": ", ".join(failed)} if failed else {}


SANITIZERS = {"ASan": r"(?:Address|Leak)Sanitizer:? .*",
              "UBSan": r"runtime error: .*"}


def sanitizers(place, _):
    build = place.build("asan")
    outputs = [run(limited([build / "conformance/cli/snarp", "check", "ref"],
                           True)).stdout]
    outputs += [ended.stdout for _, ended in replays(place, "asan")]
    found = {}
    for column, words in SANITIZERS.items():
        said = re.search(words, "\n".join(outputs))
        if said:
            found[column] = said.group()[:70]
    return found


def msan(place, _):
    for name, ended in replays(place, "msan"):
        said = re.search(r"MemorySanitizer: .*", ended.stdout)
        if said:
            return {"MSan": f"{name}: {said.group()[:60]}"}
    return {}


def valgrind(place, _):
    under = ["valgrind", "-q", "--error-exitcode=99"]
    for name, ended in replays(place, "release", under, REPLAYS):
        if ended.returncode == 99:
            return {"valgrind": f"{name}: {ended.stdout.splitlines()[0][:60]}"}
    return {}


def fuzz(place, target):
    """A fuzzer from the seeds, with a fixed seed of its own."""
    fuzzers = place.tree / "fuzz"
    corpus = place.work / "corpus" / target
    shutil.rmtree(corpus, ignore_errors=True)
    corpus.mkdir(parents=True)
    command = [place.build("fuzz") / "fuzz" / f"fuzz_{target}", "-seed=1",
               f"-runs={place.fuzz_runs}", f"-timeout={FUZZ_PATIENCE}",
               "-rss_limit_mb=2048", "-print_final_stats=1",
               f"-artifact_prefix={corpus}/", corpus, place.seeds / target]
    if (fuzzers / f"{target}.dict").exists():
        command.insert(1, f"-dict={fuzzers}/{target}.dict")
    options = fuzzers / f"{target}.options"
    found = options.exists() and re.search(r"max_len = (\d+)",
                                           options.read_text())
    if found:
        command.insert(1, f"-max_len={found.group(1)}")
    ended = run(command)
    count = re.search(r"number_of_executed_units: (\d+)", ended.stdout)
    if ended.returncode == 0:
        return {}
    if ended.returncode == FUZZ_SLOW:
        raise Missing(f"fuzz_{target}: an input takes {FUZZ_PATIENCE} s")
    return {"fuzz": f"{target}: {count.group(1) if count else '?'} executions"}


def emulated(place, world):
    failed = [f"{name}: {how(ended)}" for name, ended in
              replays(place, world, [f"qemu-{world}-static"])
              if ended.returncode != 0]
    return {world: ", ".join(failed)} if failed else {}


def s390x(place, _):
    return emulated(place, "s390x")


def i386(place, _):
    return emulated(place, "i386")


def eva(place, source):
    ended = run(["/usr/bin/python3", "-B",
                 place.tree / "conformance/prove/prove.py", source])
    alarm = re.search(r"\[eva:alarm\] (\S+)", ended.stdout)
    return {"Eva": alarm.group(1)} if alarm else {}


def commands(place):
    """How the changed sources, and those a changed header reaches, compile."""
    listed = place.build("release") / "compile_commands.json"
    names = {path.name for path in place.edited}
    for entry in json.loads(listed.read_text()):
        source = place.tree / entry["file"]
        if source in place.edited or any(
                f'#include "{name}"' in source.read_text() for name in names):
            yield source, shlex.split(entry["command"])


def warnings(place, _):
    for source, words in commands(place):
        at = words.index("-o")
        rest = words[1:at] + words[at + 2:]
        for compiler in ("gcc", "clang-19"):
            ended = run([compiler, *rest, "-Werror", "-o", "/dev/null"],
                        cwd=place.build("release"))
            said = re.search(r"error: .*", ended.stdout)
            if ended.returncode != 0:
                what = said.group()[7:70] if said else how(ended)
                return {"warnings": f"{source.name}: {compiler}: {what}"}
    return {}


def tidy(place, _):
    sources = {source for source, _ in commands(place)}
    if not sources:
        return {}
    ended = run(["clang-tidy-19", "--quiet", "--warnings-as-errors=*", "-p",
                 place.build("release"), *sorted(sources)])
    said = re.search(r"error: .*\[([\w.-]+)", ended.stdout)
    return {"clang-tidy": said.group(1)} if said else {}


def test(place, name):
    ended = run(["ctest", "--test-dir", place.build("release"), "-R",
                 f"^{re.escape(name)}$", "--no-tests=error"])
    column = next(c for begin, c in TESTS.items() if name.startswith(begin))
    return {} if ended.returncode == 0 else {column: name}


def oracle(place, glob):
    ended = run([place.build("release") / "conformance/cli/snarp", "check",
                 "--strict-reason", "--timeout", "600", "--only", glob,
                 "oracle"])
    if ended.returncode == 0:
        return {}
    return {"oracle": ended.stdout.strip().splitlines()[-1][:60]}


def instructions(place, _):
    """Against the counts of the tree without the fault."""
    ended = run([place.tree / "conformance/bench/instructions.py",
                 *place.count_options,
                 place.build("release") / "conformance/bench/snarp_paths",
                 place.work / "instructions.json"])
    if ended.returncode != 1:
        return {}
    lines = ended.stdout.splitlines()
    worst = max(lines[:-1], key=lambda line: abs(float(
        line.rpartition(": ")[2].split()[0])))
    return {"instructions": f"{len(lines) - 1} paths, {worst}"}


def coverage(place, _):
    build = place.build("coverage")
    profile = place.work / "coverage.profraw"
    merged = place.work / "coverage.profdata"
    snarp = build / "conformance/cli/snarp"
    run([snarp, "check", "ref"], env={**os.environ,
                                      "LLVM_PROFILE_FILE": str(profile)})
    run(["llvm-profdata-19", "merge", "-o", merged, profile])
    ended = run([place.tree / "conformance/coverage/report.py", "llvm-cov-19",
                 snarp, merged, place.tree / "ref"])
    if ended.returncode == 0:
        return {}
    return {"coverage": ended.stdout.strip().splitlines()[-1][:60]}


# Tool: the run, and the targets of each build that it needs. The columns of
# those that are cheap are filled for every fault.
SEEDS = {"release": ("fuzz_seeds_made",)}
TOOLS = {
    "check": (check, {"release": ("snarp",)}),
    "unit": (unit, {"release": ("snarp_unit",)}),
    "seeds": (seeds, {"release": ("fuzz_seeds_made", "replay_targets")}),
    "sanitizers": (sanitizers, {**SEEDS, "asan": ("snarp", "replay_targets")}),
    "msan": (msan, {**SEEDS, "msan": ("replay_targets",)}),
    "valgrind": (valgrind, {"release": ("fuzz_seeds_made", "replay_targets")}),
    "fuzz": (fuzz, SEEDS),
    "s390x": (s390x, {**SEEDS, "s390x": ("replay_targets",)}),
    "i386": (i386, {**SEEDS, "i386": ("replay_targets",)}),
    "eva": (eva, {}),
    "warnings": (warnings, {"release": ("snarp",)}),
    "clang-tidy": (tidy, {"release": ("snarp",)}),
    "test": (test, {"release": ("snarp", "snarp_runner_test")}),
    "oracle": (oracle, {"release": ("snarp",)}),
    "instructions": (instructions, {"release": ("snarp_paths",)}),
    "coverage": (coverage, {"coverage": ("snarp",)}),
}
CHEAP = ("check", "unit", "seeds")
GENERAL = CHEAP + ("sanitizers", "msan", "valgrind", "s390x", "i386",
                   "warnings", "clang-tidy", "instructions", "coverage")


def needs(tool):
    """Build to targets."""
    name, _, what = tool.partition(":")
    wanted = dict(TOOLS[name][1])
    if name == "fuzz":
        wanted["fuzz"] = (f"fuzz_{what}",)
    return wanted


def use(place, tool):
    """Runs a tool; column to what it said, and the seconds."""
    name, _, what = tool.partition(":")
    begin = time.monotonic()
    found = TOOLS[name][0](place, what)
    return found, time.monotonic() - begin
