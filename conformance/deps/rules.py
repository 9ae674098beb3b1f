"""The dependency rules of this project (docs/design.md), read from its sources.

Each check is a function that takes a Tree and gives the faults it found, one
line each. Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import re
import subprocess
import tempfile
from pathlib import Path

# What libsnarp may include besides its own headers; of string.h it uses the
# four functions that a freestanding compiler asks for anyway.
REF_SYSTEM = {"stdbool.h", "stddef.h", "stdint.h", "limits.h", "string.h"}
UNDEFINED = {"memcpy", "memmove", "memset", "memcmp"}

# The halves of libsnarp share these and nothing else.
SHARED = {"base", "status", "wire", "rng", "heap", "sums"}
POOL_HALF = {"parameter", "policy", "pool", "pooluser", "pool_ids",
             "pool_memory", "pool_parts", "pool_ranks", "pool_turns",
             "pool_turns_list", "pool_queue",
             "pool_shares", "pool_ring", "pool_deck", "heap", "sums"}

# Only these count on octets being where they index them.
OCTET_ROOMS = {"wire", "name", "name_text", "text", "generic", "regexp",
               "message", "service"}

# What a conformance source may include in angle brackets beside the headers
# of C and POSIX, which have no folder or one of these.
POSIX_FOLDERS = {"sys", "arpa", "netinet", "net"}
LIBRARY_FOLDERS = {"ldns", "libknot", "libzscanner", "libxml", "CUnit",
                   "valgrind"}

# The unit tests of libsnarp's own rooms see its private headers, and what stands
# in them in place of <string.h> where they are proved.
MAY_SEE_REF = {"conformance/unit/wire.c", "conformance/prove/trusted.h"}

VECTOR_FILES = {".json", ".md", ".txt", ".zone", ""}

STRICT = ["-std=c99", "-ffreestanding", "-fno-builtin", "-Wall", "-Wextra",
          "-Wpedantic", "-Wconversion", "-Wshadow", "-Wvla", "-Werror"]

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'')
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.M)
CONDITION = re.compile(r"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif)\b(.*)$", re.M)


class Tree:
    """The sources under one top folder."""

    def __init__(self, top):
        self.top = Path(top)

    def files(self, room, *suffixes):
        return sorted(p for p in (self.top / room).rglob("*")
                      if p.suffix in suffixes and "node_modules" not in p.parts)

    def name(self, path):
        return path.relative_to(self.top).as_posix()

    def code(self, path):
        """The text without comments."""
        return COMMENT.sub(" ", path.read_text(encoding="utf-8"))

    def includes(self, path):
        return INCLUDE.findall(self.code(path))

    def ref_files(self):
        return self.files("ref", ".c", ".h", ".def")

    def public_headers(self):
        return self.files("ref/include", ".h")

    def private_headers(self):
        return {p.name for p in (self.top / "ref").glob("*.h")}


def ref_includes(tree):
    own = tree.private_headers()
    own |= {"snarp/" + p.name for p in tree.files("ref/include", ".h", ".def")}
    for path in tree.ref_files():
        for kind, header in tree.includes(path):
            allowed = REF_SYSTEM if kind == "<" else own
            if header not in allowed:
                yield f"{tree.name(path)}: includes {header}"


def halves(tree):
    for path in tree.ref_files():
        if path.stem in SHARED:
            continue
        pool = path.stem in POOL_HALF
        for kind, header in tree.includes(path):
            stem = Path(header).stem
            if kind == "<" or stem in SHARED or header.endswith(".def"):
                continue
            if (stem in POOL_HALF) != pool:
                yield f"{tree.name(path)}: includes {header} of the other half"


def octets(tree):
    for path in tree.ref_files():
        code = STRING.sub('""', tree.code(path))
        if path.stem not in OCTET_ROOMS and re.search(r"\bbase\s*\[", code):
            yield f"{tree.name(path)}: indexes octets"


def conditions(tree):
    for path in tree.ref_files():
        for word, rest in CONDITION.findall(tree.code(path)):
            guard = word == "ifndef" and re.fullmatch(r"\s*SNARP_\w+_H", rest)
            if not guard and rest.strip() != "__cplusplus":
                yield f"{tree.name(path)}: #{word}{rest}"


def floats(tree):
    for path in tree.ref_files():
        code = STRING.sub('""', tree.code(path))
        if re.search(r"\b(float|double|_Complex)\b|\b\d+\.\d", code):
            yield f"{tree.name(path)}: has a floating-point number"


def foreign(tree, room, folders):
    """Includes in angle brackets that are neither C, POSIX nor allowed."""
    for path in tree.files(room, ".c", ".h"):
        for kind, header in tree.includes(path):
            folder = header.split("/")[0] if "/" in header else None
            if kind == "<" and folder and folder not in folders:
                yield f"{tree.name(path)}: includes {header}"


def conformance_includes(tree):
    yield from foreign(tree, "conformance", POSIX_FOLDERS | LIBRARY_FOLDERS)
    rooms = {p.name for p in tree.files("conformance", ".h")}
    hidden = tree.private_headers() - rooms
    for path in tree.files("conformance", ".c", ".h"):
        if tree.name(path) in MAY_SEE_REF:
            continue
        for kind, header in tree.includes(path):
            if kind == '"' and (header in hidden or "ref/" in header):
                yield f"{tree.name(path)}: includes {header}, private to ref"


# The rooms of conformance whose headers a fuzz target may have: those of the
# readers that it fuzzes, of the plain model and the library beside libsnarp.
FUZZ_ROOMS = {"adapter_output": ("base", "runner"),
              "vector_file": ("base", "runner"),
              "pool": ("model",), "rsplib_diff": ("adapters",)}


def fuzz_includes(tree):
    yield from foreign(tree, "fuzz", POSIX_FOLDERS | {"ldns", "sanitizer"})
    own = {p.name for p in tree.files("fuzz", ".h", ".def")}
    for path in tree.files("fuzz", ".c", ".h"):
        allowed = set(own)
        for room in FUZZ_ROOMS.get(path.stem, ()):
            allowed |= {p.name
                        for p in tree.files("conformance/" + room, ".h")}
        for kind, header in tree.includes(path):
            if kind == '"' and header not in allowed and not re.fullmatch(
                    r"snarp/\w+\.(h|def)", header):
                yield f"{tree.name(path)}: includes {header}"


def private_paths(tree):
    """Only the unit tests put ref/ itself into a search path."""
    for path in tree.files(".", ".txt"):
        name = tree.name(path)
        if path.name != "CMakeLists.txt" or name.startswith(("ref/", "build")):
            continue
        found = re.search(r"_SOURCE_DIR\}/ref[\s)\"]", path.read_text())
        if found and name != "conformance/unit/CMakeLists.txt":
            yield f"{name}: puts ref/ into a search path"


def vectors(tree):
    for path in sorted((tree.top / "vectors").rglob("*")):
        if path.is_file() and (path.suffix not in VECTOR_FILES
                               or path.stat().st_mode & 0o111):
            yield f"{tree.name(path)}: is not data"


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True,
                          check=False, timeout=120, **options)


def compile_ref(tree, compiler, folder, *flags):
    """Compiles each source of ref; gives the faults of those that fail."""
    for path in sorted((tree.top / "ref").glob("*.c")):
        done = run([compiler, *STRICT, *flags, "-I", tree.top / "ref/include",
                    "-c", path, "-o", Path(folder) / (path.stem + ".o")],
                   cwd=folder)
        if done.returncode != 0:
            line = next((l for l in done.stderr.splitlines() if "error" in l),
                        "does not compile")
            yield f"{tree.name(path)}: {compiler}: {line}"


def sections(path):
    """Name and size of the sections of an object file."""
    for line in run(["size", "-A", path]).stdout.splitlines():
        words = line.split()
        if len(words) == 3 and words[1].isdigit():
            yield words[0], int(words[1])


def freestanding(tree, compiler):
    with tempfile.TemporaryDirectory() as folder:
        faults = list(compile_ref(tree, compiler, folder, "-O2"))
        yield from faults
        if faults:
            return
        objects = sorted(Path(folder).glob("*.o"))
        whole = Path(folder) / "whole"
        run(["ld", "-r", "-o", whole, *objects])
        for line in run(["nm", "-u", whole]).stdout.splitlines():
            symbol = line.split()[-1]
            if symbol not in UNDEFINED:
                yield f"ref: {compiler}: needs {symbol} from outside"
        for path in objects:
            for section, size in sections(path):
                data = re.match(r"\.(data|bss|tdata|tbss)\b", section)
                if data and ".rel.ro" not in section and size > 0:
                    yield (f"ref/{path.stem}.c: {compiler}: {size} octets of "
                           f"{section}")


EDGE = re.compile(r'edge: { sourcename: "([^"]+)" targetname: "([^"]+)"')


def calls(folder):
    """The call graph as gcc tells it: function to functions."""
    graph = {}
    for path in Path(folder).glob("*.ci"):
        for source, target in EDGE.findall(path.read_text()):
            graph.setdefault(source, set()).add(target)
    return graph


def reaches(graph, start):
    seen = set()
    todo = list(graph.get(start, ()))
    while todo:
        function = todo.pop()
        if function not in seen:
            seen.add(function)
            todo += graph.get(function, ())
    return seen


def recursion(tree, compiler):
    if "gcc" not in compiler:
        return
    with tempfile.TemporaryDirectory() as folder:
        yield from compile_ref(tree, compiler, folder, "-O0",
                               "-fcallgraph-info")
        graph = calls(folder)
        if not graph:
            yield "ref: no call graph"
        for function in sorted(graph):
            if function in reaches(graph, function):
                yield f"ref: {Path(function).name} calls itself"


def headers(tree, compiler):
    """Each public header is complete alone, in C99 and as C++."""
    for header in tree.public_headers():
        for language, flags in (("c", STRICT),
                                ("c++", ["-std=c++11", "-Wall", "-Wextra",
                                         "-Wpedantic", "-Werror"])):
            done = run([compiler, "-x", language, *flags, "-fsyntax-only",
                        "-I", tree.top / "ref/include", "-"],
                       input=f'#include "snarp/{header.name}"\n'
                             "int snarp_alone(void);\n")
            if done.returncode != 0:
                yield (f"{tree.name(header)}: {compiler} as {language}: "
                       f"{done.stderr.strip().splitlines()[0]}")


SOURCES = [ref_includes, halves, octets, conditions, floats,
           conformance_includes, fuzz_includes, private_paths, vectors]
COMPILED = [freestanding, recursion, headers]
