"""For each rule of the vectors that is a MUST, a mutant that one of its vectors
kills: proves those that rules.json names, and finds others.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import collections
import concurrent.futures
import json
import os
import sys
from pathlib import Path

from mutants import REF, mutants_of

VECTORS = Path(__file__).resolve().parents[2] / "vectors"
RULES = VECTORS / "rules.json"

RECORDS = ["naptr", "srv"]
# Sources, and the ops whose rules they may break.
HOMES = {**{name: RECORDS for name in ("naptr", "srv", "name", "name_text",
                                       "text", "generic", "wire", "message",
                                       "regexp", "sort")},
         "srv_order": ["srv", "snaptr"], "service": ["service", "snaptr"],
         "walk": ["snaptr"], "walk_rule": ["snaptr"], "walk_sets": ["snaptr"],
         "policy": ["policy", "pool"], "parameter": ["policy"],
         "pooluser": ["pooluser"], "sums": ["pool"]}
POOLS = "pool*.c"  # and all others of these, which are of pools
# What shows a rule most clearly is tried first.
OPERATORS = [["deleted check", "case fold", "tie rule"],
             ["forced check", "swapped field", "statement left out"],
             ["relational", "truth", "negation"], ["constant"],
             ["logical", "arithmetic", "sign", "dropped loop guard",
              "loop left out"]]
A_RULE = 4  # vectors that are asked for a rule
# With how many vectors broken or passed that should not be a mutant is of the
# rule, as more operators were tried in vain.
FAR = [1, 4, 12, 100, 1000]


class Rule:
    def __init__(self, entry):
        self.entry, self.id = entry, entry["id"]
        self.vectors = {}  # id: whether it is the rule under test
        self.best = None   # ((how far it is from the rule, ...), mutant,
        #                     vector)

    def sample(self):
        """Those that are asked: where it is under test, and plain ones."""
        return sorted(self.vectors, key=lambda v: (not self.vectors[v], len(v),
                                                   v))[:A_RULE]

    def ops(self):
        return {vector.partition(".")[0] for vector in self.vectors}

    def offer(self, mutant, rank, broken):
        own = sorted((not self.vectors[v], v) for v in broken
                     if v in self.vectors)
        if not own:
            return
        passed = len(set(self.sample()) - set(broken))
        far = len(broken) - len(own) + passed
        offer = (far, rank, own[0][0], mutant.line, mutant.nth)
        if self.best is None or offer < self.best[0]:
            self.best = (offer, mutant, own[0][1])

    def settled(self, rank):
        return self.best is not None and self.best[0][0] <= FAR[rank]


def read_rules():
    document = json.loads(RULES.read_text())
    rules = {entry["id"]: Rule(entry) for entry in document["rules"]
             if entry["level"] == "MUST"}
    for path in sorted(VECTORS.glob("*/*.json")):
        for vector in json.loads(path.read_text()).get("vectors", []):
            for i, name in enumerate(vector["rules"]):
                if name in rules:
                    rules[name].vectors[vector["id"]] = i == 0
    return document, [rule for rule in rules.values() if rule.vectors]


# --- pairs that are named

def find(named, cache, ref=REF):
    """The mutant that a member `mutant` of a rule names, or None."""
    path = ref / named["file"]
    if path not in cache:
        cache[path] = {tuple(m.key()): m for m in mutants_of(path)} \
            if path.exists() else {}
    return cache[path].get((named["file"], named["function"], named["before"],
                            named["after"], named.get("nth", 0)))


def named_by(mutant, vector):
    file, function, before, after, nth = mutant.key()
    named = {"file": file, "function": function, "before": before,
             "after": after, "by": vector}
    if nth > 0:
        named["nth"] = nth
    return named


def prove(bench, rules, jobs):
    """Replays each named pair; why it does not hold, by rule."""
    cache, todo, wrong = {}, collections.defaultdict(list), {}
    for rule in rules:
        named = rule.entry.get("mutant")
        if named is None:
            wrong[rule.id] = "no mutant is named"
        elif named["by"] not in rule.vectors:
            wrong[rule.id] = f"{named['by']} does not cite it"
        elif find(named, cache, bench.ref) is None:
            wrong[rule.id] = f"{named['file']} has no such mutant"
        else:
            todo[find(named, cache, bench.ref)].append(rule)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        broken = pool.map(lambda m: bench.broken(m, [
            rule.entry["mutant"]["by"] for rule in todo[m]]), todo)
        for mutant, ids in zip(todo, broken):
            for rule in todo[mutant]:
                if rule.entry["mutant"]["by"] not in ids:
                    wrong[rule.id] = f"{rule.entry['mutant']['by']} passes"
    return wrong


# --- others

def homes(ref):
    """Each source with its ops."""
    found = dict(HOMES)
    for path in sorted(ref.glob(POOLS)):
        found.setdefault(path.stem, ["pool"])
    return {ref / f"{stem}.c": ops for stem, ops in found.items()}


def seek(bench, rules, jobs, keep):
    """Offers the mutants of the sources near to the rules, the most telling
    operators first, until each rule has one that breaks little else."""
    asked = collections.defaultdict(set)
    for rule in rules:
        for vector in rule.sample():
            asked[vector.partition(".")[0]].add(vector)
    for rank, operators in enumerate(OPERATORS):
        for path, ops in homes(bench.ref).items():
            near = [rule for rule in rules
                    if not rule.settled(rank) and rule.ops() & set(ops)]
            some = [mutant for mutant in mutants_of(path)
                    if mutant.operator in operators]
            if near and some:
                seek_in(bench, near, jobs, rank, some,
                        sorted(set().union(*(asked[op] for op in ops))))
                keep()
            if sys.stderr.isatty():
                left = sum(not rule.settled(rank) for rule in rules)
                print(f"\r\033[K{path.name}: {left} rules left", end="",
                      file=sys.stderr)


def seek_in(bench, rules, jobs, rank, some, asked):
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for mutant, broken in zip(some, pool.map(
                lambda m: bench.broken(m, asked), some)):
            for rule in rules:
                rule.offer(mutant, rank, broken)


def write(document):
    order = ["id", "spec", "section", "level", "roles", "says", "contrast",
             "mutant"]
    sorted_rules = [{name: entry[name] for name in order if name in entry}
                    for entry in document["rules"]]
    new = RULES.with_suffix(".new")
    new.write_text(json.dumps({**document, "rules": sorted_rules}, indent=2))
    os.replace(new, RULES)


def name_best(document, missing, wrong):
    """Writes what was found so far."""
    for rule in missing:
        if rule.best is not None:
            rule.entry["mutant"] = named_by(*rule.best[1:])
            wrong.pop(rule.id, None)
    write(document)


def run(bench, jobs, writes):
    document, rules = read_rules()
    wrong = prove(bench, rules, jobs)
    missing = [rule for rule in rules if rule.id in wrong]
    if writes and missing:
        for rule in missing:
            rule.entry.pop("mutant", None)
            wrong[rule.id] = "no mutant was found that its vectors kill"
        seek(bench, missing, jobs, lambda: name_best(document, missing, wrong))
    for name, why in sorted(wrong.items()):
        print(f"{name}: {why}")
    print(f"mutate: {len(rules)} rules, {len(rules) - len(wrong)} with a "
          "mutant that a vector of theirs kills")
    return 1 if wrong else 0
