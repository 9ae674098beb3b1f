#!/usr/bin/python3
"""What OSS-Fuzz would say of fuzz/oss-fuzz and .clusterfuzzlite, without Docker.

    check.py SNARP WORK

Looks at the files of both folders, then builds the targets as their builder
does, from a copy of the tree SNARP in the folder WORK, which is made anew, and
tests each as their runner does. One line for each check that fails; the figure
last. Exit: 0 all passed, 1 some failed, 2 usage, or something is missing.
"""

import configparser
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

import yaml

# Of infra/base-images/base-builder/Dockerfile, as it is for C.
FLAGS = ("-O1 -fno-omit-frame-pointer -gline-tables-only "
         "-DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION")
UNDEFINED = ("array-bounds,bool,builtin,enum,function,integer-divide-by-zero,"
             "null,object-size,return,returns-nonnull-attribute,shift,"
             "signed-integer-overflow,unreachable,vla-bound,vptr")
BUILDS = {
    "address": "-fsanitize=address -fsanitize-address-use-after-scope "
               "-fsanitize=fuzzer-no-link",
    "undefined": f"-fsanitize={UNDEFINED},unsigned-integer-overflow "
                 f"-fno-sanitize-recover={UNDEFINED} "
                 "-fsanitize=fuzzer-no-link",
    "memory": "-fsanitize=memory -fsanitize-memory-track-origins "
              "-fsanitize=fuzzer-no-link",
    "coverage": "-fprofile-instr-generate -fcoverage-mapping -pthread "
                "-Wl,--no-as-needed -Wl,-ldl -Wl,-lm "
                "-Wno-unused-command-line-argument",
}

# Of base-runner/bad_build_check: how many calls of each sanitizer a build has,
# the least and the most.
CALLS = {
    "address": {"asan": (1000, None), "msan": (0, 3), "ubsan": (0, 200)},
    "undefined": {"asan": (0, 0), "msan": (0, 3), "ubsan": (168, None)},
    "memory": {"asan": (0, 0), "msan": (1000, None), "ubsan": (0, 200)},
    "coverage": {"asan": (0, 0), "msan": (0, 3)},
}
EDGES = 100

# What a target may share with the system: libc, the compiler's own runtime, and
# the C++ library that libFuzzer needs: libstdc++ on Debian; in their image it is
# libc++, by -stdlib=libc++, and static.
SHARED = re.compile(r"(linux-vdso|ld-linux-x86-64|libc|libm|libdl|librt|"
                    r"libpthread|libresolv|libgcc_s|libstdc\+\+)\.so")

LICENCE = "http://www.apache.org/licenses/LICENSE-2.0"
REQUIRED = {"homepage", "main_repo", "primary_contact", "language"}
LISTS = {
    "sanitizers": {"address", "undefined", "memory"},
    "architectures": {"x86_64", "i386"},
    "fuzzing_engines": {"libfuzzer", "afl", "honggfuzz"},
}
LIMITS = ["-rss_limit_mb=2560", "-timeout=25"]


class Missing(Exception):
    """Something that the checks need is not there."""


class Checks:
    """Counts; a failed check is told at once, under where it was."""

    def __init__(self):
        self.passed = 0
        self.failed = 0

    def holds(self, fine, where, what):
        if fine:
            self.passed += 1
        else:
            self.failed += 1
            print(f"oss-fuzz-check: {where}: {what}", file=sys.stderr)
        return bool(fine)


def run(command, **options):
    """The process, ended, with its output and errors as one text."""
    try:
        return subprocess.run([str(word) for word in command], check=False,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL, errors="replace",
                              **options)
    except FileNotFoundError as error:
        raise Missing(f"{command[0]}: expected it to be installed") from error


def last_line(text):
    lines = text.strip().splitlines()
    return lines[-1][:200] if lines else "it said nothing"


# --- the folders

def check_yaml(checks, path, required):
    try:
        keys = yaml.safe_load(path.read_text())
    except (OSError, yaml.YAMLError) as error:
        checks.holds(False, path, f"cannot be read: {error}")
        return
    if not checks.holds(isinstance(keys, dict), path, "expected keys"):
        return
    for key in sorted(required):
        checks.holds(isinstance(keys.get(key), str), path,
                     f"{key}: expected a string")
    for key in sorted(set(keys) - REQUIRED - set(LISTS)):
        checks.holds(False, path, f"{key}: OSS-Fuzz has no such key")
    checks.holds(keys.get("language") == "c", path, "language: expected c")
    for key in sorted(set(LISTS) & set(keys)):
        checks.holds(isinstance(keys[key], list) and keys[key] and
                     set(keys[key]) <= LISTS[key], path,
                     f"{key}: expected a list of {sorted(LISTS[key])}")
    for key in sorted({"homepage", "main_repo"} & set(keys)):
        checks.holds(str(keys[key]).startswith("https://"), path,
                     f"{key}: expected https://")
    if "primary_contact" in keys:
        checks.holds(re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+",
                                  str(keys["primary_contact"])), path,
                     "primary_contact: expected an address of e-mail")


def check_folder(checks, folder, gets, required):
    for name in ("project.yaml", "Dockerfile", "build.sh"):
        path = folder / name
        if checks.holds(path.is_file(), path, "expected a file"):
            checks.holds(LICENCE in path.read_text(), path,
                         "expected the header of the Apache licence")
    check_yaml(checks, folder / "project.yaml", required)
    docker = (folder / "Dockerfile").read_text()
    checks.holds("\nFROM gcr.io/oss-fuzz-base/base-builder\n" in docker,
                 folder / "Dockerfile", "expected their base-builder")
    checks.holds(gets in docker, folder / "Dockerfile",
                 f"expected the source by {gets}")
    script = (folder / "build.sh").read_text()
    checks.holds("-lFuzzingEngine" not in script, folder / "build.sh",
                 "expected $LIB_FUZZING_ENGINE, not -lFuzzingEngine")


# --- the builds

def copy_source(snarp, to):
    """What a clone of the tree would hold, with what is not committed yet."""
    listing = run(["git", "-C", snarp, "ls-files", "-co", "-z",
                   "--exclude-standard"])
    if listing.returncode != 0:
        raise Missing(f"{snarp}: expected a git work tree: "
                      f"{last_line(listing.stdout)}")
    for name in filter(None, listing.stdout.split("\0")):
        if (snarp / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(snarp / name, to / name)


def build(script, source, work, sanitizer):
    """Their compile script: the environment, then build.sh with bash -eux."""
    out = work / sanitizer / "out"
    out.mkdir(parents=True)
    flags = f"{FLAGS} {BUILDS[sanitizer]}"
    environment = {
        "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(work),
        "SRC": str(source.parent), "OUT": str(out),
        "WORK": str(work / sanitizer), "CC": "clang-19", "CXX": "clang++-19",
        "CFLAGS": flags, "CXXFLAGS": flags,
        "LIB_FUZZING_ENGINE": "-fsanitize=fuzzer", "SANITIZER": sanitizer,
        "FUZZING_ENGINE": "libfuzzer", "ARCHITECTURE": "x86_64",
        "FUZZING_LANGUAGE": "c"}
    print(f"oss-fuzz-check: building with {sanitizer}", file=sys.stderr)
    ended = run(["bash", "-eux", script], env=environment, cwd=source)
    log = work / f"{sanitizer}.log"
    log.write_text(ended.stdout)
    return out, ended.returncode, log


def declared(source):
    """The targets that need libsnarp alone, and those under a condition."""
    here, others, inside = [], [], False
    text = (source / "fuzz" / "CMakeLists.txt").read_text()
    for line in text.splitlines():
        inside = (inside or line.startswith("if(")) and line != "endif()"
        found = re.match(r"\s*fuzz_target\((\w+)", line)
        if found:
            (others if inside else here).append(found.group(1))
    return here, others


def entries(path):
    """The words of a dictionary's lines that are none."""
    entry = re.compile(r'(\w+(@\d+)?\s*=\s*)?"([^"\\]|\\["\\]|\\x[0-9a-fA-F]{2})+"')
    lines = (line.strip() for line in path.read_text("latin-1").splitlines())
    return [line for line in lines
            if line and line[0] != "#" and not entry.fullmatch(line)]


def options_of(path):
    """The flags of libFuzzer that an options file has; None where it is none."""
    parser = configparser.ConfigParser()
    try:
        parser.read_string(path.read_text())
        return [f"-{key}={int(value)}" for key, value in
                parser["libfuzzer"].items()]
    except (OSError, configparser.Error, KeyError, ValueError):
        return None


def check_files(checks, where, target):
    """The files beside a target; where its seeds are, and its arguments."""
    zipped = target.with_name(target.name + "_seed_corpus.zip")
    seeds = target.parent.parent / "seeds" / target.name
    arguments = list(LIMITS)
    if checks.holds(zipfile.is_zipfile(zipped), where, "expected a zip of seeds"):
        with zipfile.ZipFile(zipped) as archive:
            checks.holds(archive.testzip() is None and
                         any(not i.is_dir() for i in archive.infolist()), where,
                         "expected sound seeds in the zip, one at least")
            archive.extractall(seeds)
    options = options_of(target.with_name(target.name + ".options"))
    if checks.holds(options, where, "expected options under [libfuzzer]"):
        arguments += options
    dictionary = target.with_name(target.name + ".dict")
    if dictionary.exists():
        wrong = entries(dictionary)
        checks.holds(not wrong, where, f"no line of a dictionary: {wrong[:1]}")
        arguments.append(f"-dict={dictionary}")
    return seeds, arguments


def check_calls(checks, where, target, limits):
    """Which sanitizers the code was compiled with, by the calls of them."""
    listing = run(["objdump", "-dC", target]).stdout
    checks.holds("file format elf64-x86-64" in listing, where,
                 "expected a program for x86_64")
    for name, (least, most) in limits.items():
        n = len(re.findall(rf"callq?\s+[0-9a-f]+ <__{name}", listing))
        checks.holds(n >= least and (most is None or n <= most), where,
                     f"{n} calls of {name}, expected {least} to {most or 'any'}")


def check_shared(checks, where, target):
    loaded = [line.split()[0].rsplit("/", 1)[-1] for line in
              run(["ldd", target]).stdout.splitlines() if line.strip()]
    other = [name for name in loaded if not SHARED.match(name)]
    checks.holds(loaded and not other, where,
                 f"expected static libraries, not {other}")


def check_runs(checks, where, target, seeds, arguments):
    profile = {"PATH": "/usr/bin:/bin",
               "LLVM_PROFILE_FILE": f"{target.parent.parent}/{target.name}.raw",
               "UBSAN_OPTIONS": "silence_unsigned_overflow=1"}
    first = run([target, "-seed=1337", "-runs=100"] + arguments, env=profile)
    checks.holds("Done 100 runs" in first.stdout and first.returncode == 0,
                 where, f"100 runs: {last_line(first.stdout)}")
    if not where.startswith("coverage"):
        edges = re.search(r"INFO: Loaded \d+ modules? +\((\d+) ", first.stdout)
        n = int(edges.group(1)) if edges else 0
        checks.holds(n >= EDGES, where,
                     f"{n} edges, expected {EDGES} at least")
    second = run([target, "-runs=0", seeds] + arguments, env=profile)
    checks.holds(second.returncode == 0, where,
                 f"its seeds: {last_line(second.stdout)}")


def check_profile(checks, where, target):
    """That the profile of the last run says what was covered."""
    raw = target.parent.parent / f"{target.name}.raw"
    data = raw.with_suffix(".profdata")
    run(["llvm-profdata-19", "merge", "-o", data, raw])
    report = run(["llvm-cov-19", "report", "-summary-only", target,
                  "-instr-profile", data])
    total = re.search(r"^TOTAL\s+(\d+)\s+(\d+)", report.stdout, re.M)
    checks.holds(total and int(total.group(2)) < int(total.group(1)), where,
                 f"expected coverage: {last_line(report.stdout)}")


def check_target(checks, sanitizer, target):
    where = f"{sanitizer}: {target.name}"
    if not checks.holds(target.is_file(), where, "expected this target"):
        return
    seeds, arguments = check_files(checks, where, target)
    check_calls(checks, where, target, CALLS[sanitizer])
    check_shared(checks, where, target)
    check_runs(checks, where, target, seeds, arguments)
    if sanitizer == "coverage":
        check_profile(checks, where, target)


def check_build(checks, script, source, work, sanitizer, targets):
    out, status, log = build(script, source, work, sanitizer)
    if not checks.holds(status == 0, sanitizer,
                        f"build.sh ended with status {status}: {log}"):
        return
    programs = {path.name for path in out.iterdir() if not path.suffix
                and path.stat().st_mode & 0o100}
    checks.holds(programs == set(targets), sanitizer,
                 f"expected only {sorted(targets)}, not {sorted(programs)}")
    for target in targets:
        check_target(checks, sanitizer, out / target)


def check_all(snarp, work):
    checks = Checks()
    check_folder(checks, snarp / "fuzz" / "oss-fuzz", "git clone", REQUIRED)
    check_folder(checks, snarp / ".clusterfuzzlite", "COPY .", {"language"})
    shutil.rmtree(work, ignore_errors=True)
    source = work / "src" / "snarp"
    copy_source(snarp, source)
    targets, others = declared(source)
    if not targets:
        raise Missing("fuzz/CMakeLists.txt: expected a fuzz_target")
    print("oss-fuzz-check: left out, as they need other libraries:",
          *others, file=sys.stderr)
    # Each script builds twice, so that both are proved.
    scripts = [source / "fuzz" / "oss-fuzz" / "build.sh",
               source / ".clusterfuzzlite" / "build.sh"]
    for i, sanitizer in enumerate(BUILDS):
        check_build(checks, scripts[i % 2], source, work, sanitizer, targets)
    figure = (f"oss-fuzz-check: {len(targets)} targets, {len(BUILDS)} builds, "
              f"{checks.passed} checks passed")
    print(figure + (f", {checks.failed} failed" if checks.failed else ""))
    return 1 if checks.failed else 0


def main(words):
    if len(words) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        return check_all(*(pathlib.Path(word).resolve() for word in words))
    except (Missing, OSError) as error:
        print(f"oss-fuzz-check: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
