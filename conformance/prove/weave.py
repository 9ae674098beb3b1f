"""Weaves contracts and loop annotations into copies of the sources of ref/.

A file contracts/NAME.acsl belongs to ref/NAME (wire.h.acsl to ref/wire.h). It
is a list of sections, each with ACSL clauses behind its head:

    file                what stands before all code of the source
    function NAME       the contract of the function that is defined there
    loop N              the annotation of its loop N, counted from 1
    before TEXT         what stands before the line of it that begins so

A function without a contract has hints for Eva alone.

A head that does not fit the source is an error.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""

import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
CONTRACTS = HERE / "contracts"
REF = HERE.parent.parent / "ref"


def contracts():
    return sorted(f.name[:-len(".acsl")] for f in CONTRACTS.glob("*.acsl"))


def sections(source):
    """A list of (head words, clauses)."""
    found = []
    for line in (CONTRACTS / (source + ".acsl")).read_text().splitlines():
        if re.match(r"file$|function \w+$|loop \d+$|before ", line):
            found.append((line.split(), []))
        elif line.strip() and not line.startswith("#"):
            found[-1][1].append(line)
    return [(head, "\n".join(lines)) for head, lines in found]


def functions(source):
    """Those that have a contract; the others are Eva's alone."""
    return [head[1] for head, clauses in sections(source)
            if head[0] == "function" and clauses]


def die(source, head):
    print(f"prove: contracts/{source}.acsl: '{' '.join(head)}' fits nothing"
          f" in ref/{source}", file=sys.stderr)
    sys.exit(1)


def definition(code, name):
    """Where the definition begins, where its body does, and where it ends."""
    pattern = rf"^[a-z][^;{{}}()]*\b{name}\([^;{{}}]*\) \{{\n"
    found = re.search(pattern, code, re.M)
    if not found:
        return None
    return found.start(), found.end(), code.index("\n}\n", found.end())


def loop(code, begin, end, number):
    """Where loop `number` between begin and end begins."""
    heads = list(re.finditer(r"^ +(for \(|while \(|do \{)",
                             code[begin:end], re.M))
    return begin + heads[number - 1].start() if number <= len(heads) else None


def weave(source, only):
    """Weaves hints, and contracts: all, or those of some functions."""
    code = (REF / source).read_text()
    if only is None:
        code = code.replace("#include <string.h>", '#include "trusted.h"')
    proved = functions(source)
    function = None
    for head, clauses in sections(source):
        name = head[1] if head[0] == "function" else function
        if only is not None and name in proved and name not in only:
            function = name
            continue
        place = definition(code, head[1] if head[0] == "function"
                           else function) if head[0] != "file" else None
        if head[0] == "file":
            at = code.rindex("#include", 0)
            at = code.index("\n", at) + 1
        elif place is None:
            die(source, head)
        elif head[0] == "function":
            function = head[1]
            at = place[0]
        elif head[0] == "loop":
            at = loop(code, place[1], place[2], int(head[1]))
        else:
            text = re.escape(" ".join(head[1:]))
            found = re.search(rf"^ +{text}", code[place[1]:place[2]], re.M)
            at = place[1] + found.start() if found else None
        if at is None:
            die(source, head)
        if clauses:
            code = code[:at] + f"/*@\n{clauses}\n*/\n" + code[at:]
    return code


def weave_all(folder, only=None):
    """Copies ref/ to a new folder, with what belongs to it woven in."""
    folder.mkdir()
    for file in [*REF.glob("*.c"), *REF.glob("*.h")]:
        shutil.copy(file, folder)
    shutil.copytree(REF / "include", folder / "include")
    for source in contracts():
        (folder / source).write_text(weave(source, only))
