"""check.py [sources | COMPILER | self-test]: tests the dependency rules.

`sources` reads includes and tokens, a compiler (gcc, clang) compiles libsnarp
as freestanding and looks at the result, `self-test` plants a violation of each
kind in a copy and expects to find it. Exit: 0 holds, 1 does not, 77 no such
compiler. Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import shutil
import sys
import tempfile
from pathlib import Path

import rules

TOP = Path(__file__).resolve().parents[2]

# Rule, file, and what is written to its end; "" makes a new file.
PLANTS = [
    ("ref_includes", "ref/srv.c", "#include <stdio.h>\n"),
    ("ref_includes", "ref/srv.c", '#include "cli.h"\n'),
    ("halves", "ref/srv.c", '#include "snarp/pool.h"\n'),
    ("halves", "ref/pool.c", '#include "name.h"\n'),
    ("octets", "ref/srv.c", "int x(const char *base) { return base[0]; }\n"),
    ("conditions", "ref/wire.c", "#ifdef __linux__\n#endif\n"),
    ("conditions", "ref/wire.h", "#if 1\n#endif\n"),
    ("floats", "ref/rng.c", "static const double half = 1;\n"),
    ("conformance_includes", "conformance/cli/planted.c",
     '#include "regexp.h"\n'),
    ("conformance_includes", "conformance/cli/planted.c",
     '#include "../../ref/text.h"\n'),
    ("conformance_includes", "conformance/cli/planted.c",
     "#include <openssl/ssl.h>\n"),
    ("fuzz_includes", "fuzz/planted.c", '#include "answer.h"\n'),
    ("private_paths", "conformance/cli/CMakeLists.txt",
     "include_directories(${PROJECT_SOURCE_DIR}/ref)\n"),
    ("vectors", "vectors/planted.py", "pass\n"),
]
COMPILED_PLANTS = [
    ("freestanding", "ref/rng.c",
     "int abs(int);\nint planted(int n);\nint planted(int n) "
     "{ return abs(n); }\n"),
    ("freestanding", "ref/rng.c", "int planted = 1;\n"),
    ("freestanding", "ref/rng.c",
     "unsigned planted(void);\nunsigned planted(void) "
     "{ static unsigned n; return n++; }\n"),
    ("freestanding", "ref/rng.c",
     "void planted(unsigned n);\nvoid planted(unsigned n) "
     "{ volatile char a[n]; a[0] = 0; }\n"),
    ("recursion", "ref/rng.c",
     "int planted(int n);\nint planted(int n) "
     "{ return n > 0 ? planted(n - 1) : 0; }\n"),
    ("recursion", "ref/rng.c",
     "int one(int n);\nint two(int n);\nint one(int n) { return two(n); }\n"
     "int two(int n) { return n > 0 ? one(n - 1) : 0; }\n"),
    ("headers", "ref/include/snarp/rng.h", "extern FILE *planted;\n"),
    ("headers", "ref/include/snarp/rng.h", "extern int *this_one, class;\n"),
]


def tell(faults):
    faults = list(faults)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


def check_sources():
    tree = rules.Tree(TOP)
    return tell(f for rule in rules.SOURCES for f in rule(tree))


def find_compiler(name):
    if name == "gcc":
        return shutil.which("gcc")
    return shutil.which("clang-19") or shutil.which("clang")


def check_compiled(name):
    compiler = find_compiler(name)
    if compiler is None:
        print(f"no {name} is installed")
        return 77
    tree = rules.Tree(TOP)
    return tell(f for rule in rules.COMPILED for f in rule(tree, compiler))


def planted(copy, rule, file, text, *args):
    """Whether the rule finds what is planted; the copy is left as it was."""
    check = getattr(rules, rule)
    faults = set(check(rules.Tree(copy), *args))
    path = copy / file
    before = path.read_text() if path.exists() else None
    path.write_text((before or "") + text)
    found = set(check(rules.Tree(copy), *args)) - faults
    if before is None:
        path.unlink()
    else:
        path.write_text(before)
    return bool(found)


def self_test():
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        for room in ("ref", "conformance", "fuzz", "vectors"):
            shutil.copytree(TOP / room, copy / room,
                            ignore=shutil.ignore_patterns("node_modules"))
        plants = PLANTS + [p + ("gcc",) for p in COMPILED_PLANTS]
        for rule, file, text, *args in plants:
            if not planted(copy, rule, file, text, *args):
                print(f"{rule} does not find this in {file}:\n{text}")
                missed += 1
        print(f"{len(plants)} violations planted, {missed} not found")
    return 1 if missed else 0


def main(words):
    if words == ["sources"]:
        return check_sources()
    if words == ["self-test"]:
        return self_test()
    if words in (["gcc"], ["clang"]):
        return check_compiled(words[0])
    print(__doc__, file=sys.stderr)
    return 2


sys.exit(main(sys.argv[1:]))
