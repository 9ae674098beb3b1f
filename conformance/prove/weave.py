"""Weaves contracts and loop annotations into copies of the sources of ref/.

A file contracts/NAME.acsl belongs to the source NAME of ref/ (wire.h.acsl to
wire.h). It is a list of sections, each with ACSL clauses behind its head:

    above TEXT          what stands before the first line that begins so
    function NAME       the contract of the function that is defined there,
    spec NAME           which Eva takes in place of the function, with `spec`
    loop N              the annotation of its loop N, counted from 1
    before TEXT         what stands before the line of it that begins so
    behind TEXT         what stands behind that line
    at end              what stands at its end

A contract goes to the prototype where a header has one. Hints (what Eva tells
apart, and how far it widens) are for Eva alone, and what belongs to a contract
for WP, but for those that Eva takes in place of a function.

A head that does not fit the source is an error.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""

import collections
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
CONTRACTS = HERE / "contracts"
REF = HERE.parent.parent / "ref"
HEAD = re.compile(r"(above|before|behind|function(?= \w+$)|spec(?= \w+$)"
                  r"|loop(?= \d+$)|at(?= end$)) (.+)$")

HINT = re.compile(r"(split|dynamic_split|loop widen_hints|loop unroll) ")

Section = collections.namedtuple("Section", "kind text function clauses")


def contracts():
    return sorted(f.name[:-len(".acsl")] for f in CONTRACTS.glob("*.acsl"))


def sections(source):
    """Those of a file, each with the function that it is about."""
    found = []
    function = None
    for line in (CONTRACTS / (source + ".acsl")).read_text().splitlines():
        head = HEAD.match(line)
        if head:
            kind, text = head.groups()
            if kind in ("function", "spec"):
                function = text
            found.append(Section(kind, text, function, []))
        elif line.strip() and not line.startswith("#"):
            found[-1].clauses.append(line)
    return found


def functions(source, kinds=("function", "spec")):
    """Those that have a contract; the others are Eva's alone."""
    return [s.text for s in sections(source) if s.kind in kinds and s.clauses]


def lemmas(source):
    text = (CONTRACTS / (source + ".acsl")).read_text()
    return re.findall(r"^lemma (\w+)", text, re.M)


def specs():
    """Functions that Eva takes by their contracts."""
    return [name for c in contracts() for name in functions(c, ("spec",))]


def die(source, section):
    print(f"prove: contracts/{source}.acsl: '{section.kind} {section.text}'"
          f" fits nothing in {source}", file=sys.stderr)
    sys.exit(1)


def definition(code, name):
    """Where the definition begins, where its body does, and where it ends."""
    pattern = rf"^[a-z][^;{{}}()]*\b{name}\([^;{{}}]*\) \{{\n"
    found = re.search(pattern, code, re.M)
    if not found:
        return None
    return found.start(), found.end(), code.index("\n}\n", found.end())


def prototype(files, name):
    """The header that declares it, and where."""
    pattern = rf"^[a-z][^;{{}}()]*\b{name}\([^;{{}}]*\);$"
    for file, code in files.items():
        found = re.search(pattern, code, re.M) if file.endswith(".h") else None
        if found:
            return file, found.start()
    return None


def loop(code, begin, end, number):
    """Where loop `number` between begin and end begins."""
    heads = list(re.finditer(r"^ +(for \(|while \(|do \{)",
                             code[begin:end], re.M))
    return begin + heads[number - 1].start() if number <= len(heads) else None


def line_that_begins(text, code, begin=0, end=None):
    """Where the first such line between begin and end begins."""
    found = re.search(rf"^ *{re.escape(text)}", code[begin:end], re.M)
    return begin + found.start() if found else None


def place(files, file, section):
    """Where the clauses of a section go: a file, and where in it."""
    code = files[file]
    if section.kind == "above":
        return file, line_that_begins(section.text, code)
    body = definition(code, section.function)
    if body is None:
        return file, None
    if section.kind in ("function", "spec"):
        return prototype(files, section.text) or (file, body[0])
    if section.kind == "loop":
        return file, loop(code, body[1], body[2], int(section.text))
    if section.kind == "at":
        return file, body[2] + 1
    at = line_that_begins(section.text, code, body[1], body[2])
    if section.kind == "behind" and at is not None:
        at = code.index("\n", at) + 1
    return file, at


def is_left_out(section, for_eva, contracted, followed):
    if section.clauses and HINT.match(section.clauses[0]):
        return not for_eva or section.function in followed
    return for_eva and section.function in contracted | followed


def weave(files, source, for_eva, followed):
    """Weaves the sections of a source that are for Eva, or for WP."""
    contracted = set(functions(source, ("function",)))
    file = next((f for f in (source, "include/snarp/" + source) if f in files),
                None)
    for section in sections(source):
        if is_left_out(section, for_eva, contracted, followed):
            continue
        where, at = place(files, file, section) if file else (None, None)
        if at is None:
            die(source, section)
        if section.clauses:
            code = files[where]
            clauses = "\n".join(section.clauses)
            files[where] = f"{code[:at]}/*@\n{clauses}\n*/\n{code[at:]}"


def weave_all(folder, for_eva=False, followed=()):
    """Copies ref/ to a new folder, with what belongs to it woven in: all of
    it, or what Eva needs where it follows some functions."""
    sources = [*REF.glob("*.[ch]"), *REF.glob("include/snarp/*.h")]
    files = {str(f.relative_to(REF)): f.read_text() for f in sources}
    for source in contracts():
        weave(files, source, for_eva, set(followed))
    shutil.copytree(REF / "include", folder / "include")
    for file, code in files.items():
        if not for_eva:
            code = code.replace("#include <string.h>", '#include "trusted.h"')
            if file.endswith(".c"):
                code = '#include "trusted.h"\n' + code
        (folder / file).write_text(code)
