"""The ledger: which rules each subject leaves aside.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import fnmatch
import json
from pathlib import Path

import inputs
import models

PATH = Path(__file__).with_name("ledger.json")
MEMBERS = {"subject", "ops", "predicate", "rule", "section", "vector",
           "reason"}


def load():
    return json.loads(PATH.read_text())["excuses"]


def is_for(entry, op):
    """Whether an entry holds for an op; `ops` is a pattern."""
    return fnmatch.fnmatchcase(op, entry["ops"])


def faults(entries, rules, vectors, known):
    """What is wrong with entries, a line each. `rules` and `vectors` are those
    of the corpus by id, `known` the known divergences by subject."""
    seen = set()
    for entry in entries:
        for fault in faults_of(entry, rules, vectors, known):
            yield f"{entry.get('subject')} {entry.get('predicate')}: {fault}"
        for op in fnmatch.filter(inputs.OPS, entry.get("ops", "")):
            key = entry.get("subject"), entry.get("predicate"), op
            if key in seen:
                yield f"{key[0]} {key[1]}: a second entry for {op}"
            seen.add(key)


def faults_of(entry, rules, vectors, known):
    if set(entry) != MEMBERS or not all(entry.values()):
        yield f"expected the members {', '.join(sorted(MEMBERS))}"
        return
    if entry["subject"] not in models.SUBJECTS:
        yield "there is no such subject"
        return
    if not fnmatch.filter(models.SUBJECTS[entry["subject"]], entry["ops"]):
        yield f"{entry['ops']} fits no op of the subject"
    rule, vector = rules.get(entry["rule"]), vectors.get(entry["vector"])
    if rule is None or vector is None:
        yield f"there is no {entry['vector' if rule else 'rule']}"
        return
    if entry["section"] != f"{rule['spec']}, {rule['section']}":
        yield f"the section is {rule['spec']}, {rule['section']}"
    if entry["rule"] not in vector["rules"]:
        yield f"{entry['vector']} does not cite {entry['rule']}"
    if not is_for(entry, entry["vector"].split("/")[0]):
        yield f"{entry['vector']} is of another op"
    if not is_unclear(vector) and not is_known(entry, known[entry["subject"]]):
        yield f"{entry['vector']} is not known to fail by {entry['rule']}"


def is_unclear(vector):
    return bool({"either", "one_of"} & set(vector["expect"]))


def is_known(entry, known):
    return any(one["rule"] == entry["rule"] and any(
        fnmatch.fnmatchcase(entry["vector"], glob) for glob in
        ([one["match"]] if isinstance(one["match"], str) else one["match"]))
               for one in known)
