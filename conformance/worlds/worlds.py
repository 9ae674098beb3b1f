#!/usr/bin/python3
"""Replays all vectors and fuzz seeds where libsnarp is built and run otherwise.

    worlds.py TREE WORK SNARP

TREE is the source, WORK a folder that is made anew, SNARP the command whose
answers all others must repeat, octet for octet. What `snarp check` asks of an
adapter is recorded, and put to the adapter of each world; each replay program
of fuzz/ runs there over its seeds. The command itself and the replays also run
under valgrind. One line for each world; the figure last. Exit: 0 all the same,
1 something differs or fails, 2 usage, or something is missing.
"""

import os
import pathlib
import shutil
import subprocess
import sys

TIME_OUT = 900  # seconds, for a program under an emulator
LEVELS = ("-O0", "-O2", "-O3", "-Os")
STATIC = ["-DCMAKE_EXE_LINKER_FLAGS=-static"]


class Missing(Exception):
    """Something that everything needs is not there."""


class World:
    """A compiler with its flags, and what its programs run under.

    `debian` is the architecture whose jansson is needed: None is the system's
    own, "" where there is none.
    """

    def __init__(self, name, compiler, flags="-O2", options=(), under=(),
                 debian=None):
        self.name = name
        self.compiler = compiler
        self.options = [f"-DCMAKE_C_COMPILER={compiler}",
                        f"-DCMAKE_C_FLAGS={flags}", *options]
        self.under = list(under)
        self.debian = debian


def worlds():
    for compiler in ("gcc", "clang-19"):
        for level in LEVELS:
            yield World(compiler + level, compiler, level)
    yield World("tcc", "tcc", "")
    yield World("musl", "musl-gcc", options=STATIC, debian="")
    # The kernel's headers are where gcc -m32 does not look, and the numbers of
    # files may need 64 bits.
    yield World("i386", "gcc", "-m32 -O2 -D_FILE_OFFSET_BITS=64 "
                "-idirafter /usr/include/x86_64-linux-gnu", STATIC,
                ["qemu-i386-static"], "i386")
    yield World("s390x", "s390x-linux-gnu-gcc", "-O2",
                STATIC + ["-DCMAKE_SYSTEM_NAME=Linux",
                          "-DCMAKE_SYSTEM_PROCESSOR=s390x"],
                ["qemu-s390x-static"], "s390x")


# --- programs

def run(command, **options):
    """The process, ended; with its errors in its output unless told else."""
    options.setdefault("stderr", subprocess.STDOUT)
    options.setdefault("stdin", subprocess.DEVNULL)
    try:
        return subprocess.run([str(word) for word in command], check=False,
                              stdout=subprocess.PIPE, timeout=TIME_OUT,
                              **options)
    except FileNotFoundError as error:
        raise Missing(f"{command[0]}: expected it to be installed") from error
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(
            command, -1, f"more than {TIME_OUT} seconds".encode())


def last_line(octets):
    lines = octets.decode("utf-8", "replace").strip().splitlines()
    return lines[-1][:200] if lines else "it said nothing"


def first_line(octets):
    return octets.decode("utf-8", "replace").strip()[:200].partition("\n")[0]


def must(ended, what):
    if ended.returncode != 0:
        raise Missing(f"{what} ended with status {ended.returncode}: "
                      f"{last_line(ended.stdout)}")


# --- what is replayed

# The requests are in the file before the adapter sees them, one file a process.
RECORD = 'tee /dev/fd/3 3>&1 >"$1/$$" | "$2" adapter ref'


def record(snarp, folder):
    folder.mkdir(parents=True)
    must(run([snarp, "check", "--", "sh", "-c", RECORD, "sh", folder, snarp]),
         "snarp check")
    files = sorted(folder.iterdir())
    if not files:
        raise Missing("snarp check: expected it to start the adapter")
    return files


def answers(adapter, requests):
    """The adapter's answers to all requests; or None, and what went wrong."""
    octets = b""
    for path in requests:
        with path.open("rb") as lines:
            ended = run([*adapter, "ref"], stdin=lines, stderr=None)
        if ended.returncode != 0:
            return None, f"the adapter ended with {ended.returncode}"
        octets += ended.stdout
    return octets, ""


def first_difference(expected, got):
    pairs = zip(expected.splitlines(), got.splitlines())
    for number, (one, other) in enumerate(pairs, 1):
        if one != other:
            return (f"answer {number}: expected {one[:150].decode()}, "
                    f"not {other[:150].decode()}")
    return f"{len(got)} octets of answers, expected {len(expected)}"


# --- jansson

def jansson(debian, work):
    """The options for the jansson of an architecture; None where there is none.

    Its Debian package is unpacked in the work folder; nothing is installed, and
    the system's own package lists are not touched.
    """
    if debian is None:
        found = run(["gcc", "-print-file-name=libjansson.so"])
        return [f"-DJANSSON_LIBRARY={found.stdout.decode().strip()}"]
    root = work / "jansson" / debian
    for folder in ("lists/partial", "archives/partial"):
        (root / folder).mkdir(parents=True)
    apt = ["apt-get", "-qq", "-o", f"APT::Architecture={debian}",
           "-o", f"APT::Architectures={debian}",
           "-o", f"Dir::State::Lists={root}/lists", "-o", f"Dir::Cache={root}",
           "-o", "Dir::State::status=/dev/null", "-o", "APT::Sandbox::User=root"]
    run([*apt, "update"], cwd=root)
    run([*apt, "download", "libjansson-dev"], cwd=root)
    for package in root.glob("libjansson-dev*.deb"):
        run(["dpkg-deb", "-x", package, root / "files"])
    for library in root.glob("files/usr/lib/*/libjansson.a"):
        return [f"-DJANSSON_INCLUDE={root}/files/usr/include",
                f"-DJANSSON_LIBRARY={library}"]
    return None


# --- a world

class Replay:
    """What all worlds share, and how many failed."""

    def __init__(self, tree, work, snarp):
        self.tree, self.work, self.snarp = tree, work, snarp
        self.failed = self.done = self.skipped = 0
        self.seeds = work / "seeds"
        must(run(["/usr/bin/python3", tree / "fuzz" / "seeds.py",
                  tree / "vectors", self.seeds]), "fuzz/seeds.py")
        self.n_seeds = 0
        self.requests = record(snarp, work / "requests")
        self.expected, why = answers([snarp, "adapter"], self.requests)
        if self.expected is None:
            raise Missing(why)

    def tell(self, name, *words):
        print(f"worlds: {name}: {' '.join(words)}", file=sys.stderr)

    def fail(self, name, why):
        self.failed += 1
        self.tell(name, why)

    def skip(self, name, why):
        self.skipped += 1
        self.tell(name, f"skipped: {why}")

    def replays(self, name, build, under):
        """Runs each replay program of a build over its seeds."""
        n = 0
        for program in sorted((build / "fuzz").glob("replay_*")):
            target = program.name[len("replay_"):]
            folders = [folder for folder in (
                self.seeds / target,
                self.tree / "fuzz" / "regressions" / target) if folder.is_dir()]
            ended = run([*under, program, *folders])
            if ended.returncode != 0:
                self.fail(name, f"{program.name}: status {ended.returncode}: "
                                f"{first_line(ended.stdout)}")
            else:
                n += int(last_line(ended.stdout).split()[0])
        return n

    def build(self, world, library):
        build = self.work / world.name
        log = self.work / f"{world.name}.log"
        targets = ["replay_targets"] + (["world_adapter"] if library else [])
        for command in (
                ["cmake", "-S", self.tree, "-B", build, "-G", "Ninja",
                 "-DCMAKE_BUILD_TYPE=None", "-DSNARP_CONFORMANCE=OFF",
                 "-DSNARP_WORLD=ON", *world.options, *(library or [])],
                ["ninja", "-C", build, *targets]):
            ended = run(command)
            log.write_bytes(ended.stdout)
            if ended.returncode != 0:
                self.fail(world.name, f"cannot be built: {log}")
                return None
        return build

    def compare(self, world, build):
        adapter = build / "conformance" / "worlds" / "world_adapter"
        got, why = answers([*world.under, adapter], self.requests)
        if got is None:
            self.fail(world.name, why)
        elif got != self.expected:
            self.fail(world.name, first_difference(self.expected, got))

    def world(self, world):
        for program in [world.compiler, *world.under]:
            if shutil.which(program) is None:
                self.skip(world.name, f"{program} is not installed")
                return
        library = jansson(world.debian, self.work) if world.debian != "" else None
        failed = self.failed
        build = self.build(world, library)
        if build is None:
            return
        if library:
            self.compare(world, build)
        n = self.replays(world.name, build, world.under)
        self.n_seeds = max(self.n_seeds, n)
        self.done += 1
        asked = ("the same answers" if library else
                 "answers skipped, there is no jansson")
        if self.failed == failed:
            self.tell(world.name, f"{asked}, {n} seeds")
        if not library and world.debian:
            self.skipped += 1

    def valgrind(self):
        """The command in process, and the replays of the first world."""
        under = ["valgrind", "-q", "--error-exitcode=99", "--leak-check=no"]
        if shutil.which("valgrind") is None:
            self.skip("valgrind", "it is not installed")
            return
        ended = run([*under, self.snarp, "check", "ref"])
        if ended.returncode != 0:
            self.fail("valgrind", f"check ref: {last_line(ended.stdout)}")
        n = self.replays("valgrind", self.work / "gcc-O2", under)
        self.done += 1
        self.tell("valgrind", f"check ref, {n} seeds")


def replay_all(tree, work, snarp):
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    replay = Replay(tree, work, snarp)
    for world in worlds():
        replay.world(world)
    replay.valgrind()
    print(f"worlds: {replay.done} worlds, "
          f"{len(replay.expected.splitlines())} answers, "
          f"{replay.n_seeds} seeds, {replay.failed} failed, "
          f"{replay.skipped} skipped")
    return 1 if replay.failed or replay.done == 0 else 0


def main(words):
    if len(words) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        return replay_all(*(pathlib.Path(word).resolve() for word in words))
    except (Missing, OSError) as error:
        print(f"worlds: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    os.environ.pop("SNARP_ADAPTERS", None)
    sys.exit(main(sys.argv[1:]))
