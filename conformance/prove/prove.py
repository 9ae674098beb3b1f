#!/usr/bin/env python3
"""Proofs about ref/ with Frama-C.

usage: prove.py [--quick] [FILE...]

Eva: each harness of this folder that `rooms` lists is analysed from unknown
input on each machine; every alarm is a failure, and so is a public function
that neither a harness calls nor the file `unproved` lists.
WP: the contracts/*.acsl are woven into copies of the sources that they name,
and every goal must be proved; so must their lemmas, by WP or as *.smt2 asks z3.

FILE is a source of ref/, a harness or a contract; the default is all. --quick
is a look at what takes less than a minute: one machine, no slow harness, and
the contracts of the cursor over octets.
Exit status: 0 proved, 1 not, 2 usage or a missing tool.
Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import weave

HERE = pathlib.Path(__file__).resolve().parent
REF = HERE.parent.parent / "ref"
MACHINES = ("gcc_x86_64", "gcc_x86_32", "ppc_32")
QUICK_MACHINE = "ppc_32"
QUICK_CONTRACTS = ("wire.h",)
PRINTS = ("name_print", "srv_print", "naptr_print")
SCANS = ("name_scan", "srv_scan", "naptr_scan")
SLOW = ("name", "naptr", "srv", "message", "parameter", "pooluser", *PRINTS,
        *SCANS, "pool", "pool_turns", "walk", "walk_hosts", "walk_judge")
DEEP = ("-eva-slevel", "20000", "-eva-interprocedural-splits")
NO_RELATIONS = "-eva-domains=-octagon,-gauges,-symbolic-locations,-equality"
WRAPS = "-no-warn-unsigned-overflow"
MODULO = (WRAPS, "-no-warn-unsigned-downcast")
# Where lengths are known: loops are followed turn by turn, without relations.
TURNS = ("-eva-min-loop-unroll", "256", NO_RELATIONS)
# Scanners: functions that say yes or no; those within which states are kept
# apart; those that are put into their callers, so that what they have done and
# whether they failed is still known together.
SAYING = ("is_digit", "text_next", "text_need", "text_octet", "quoted_octet",
          "take_escape", "skip_gap", "text_at_gap")
APART = (*SAYING, "text_line_end", "take_plain", "close_paren", "open_paren",
         "take_labels", "take_quoted", "take_bare")
INSIDE = ("name_scan", "scan_labels", "complete")
FIELDS = (*INSIDE, "scan_fields", "text_generic_octets", "take_hex_word",
          "name_read")


def scanning(apart=(), inside=INSIDE, saying=()):
    """The options to follow a scanner: what else is kept apart."""
    split = [f"{f}:0" for f in (*SAYING, "text_seek", *saying)]
    level = [f"{f}:300" for f in (*APART, *saying, *apart)]
    return (*TURNS, "-inline-calls", ",".join(inside),
            "-eva-split-return-function",
            ",".join(("text_line_end:0:1:2", *split)),
            "-eva-slevel-function", ",".join(level))


OPTIONS = {
    "name_scan": scanning(("snarp_name_scan",)),
    "srv_scan": scanning(("snarp_srv_scan",), FIELDS,
                         ("snarp_srv_read", "close_read", "wire_close")),
    "naptr_scan": scanning(("snarp_naptr_scan",), (*FIELDS, "text_string"),
                           ("snarp_naptr_read", "close_read", "wire_close")),
    **dict.fromkeys(PRINTS, TURNS),
    "message": ("-eva-split-return-function", "section_at:0:1:2:3"),
    "naptr": ("-eva-split-return-function", "check_fields:0"),
    "pool": (*DEEP, NO_RELATIONS, *MODULO),
    "pool_turns": (*DEEP, NO_RELATIONS, *MODULO),
    "pooluser": DEEP,
    "order": ("-eva-slevel", "1000000", NO_RELATIONS),
    "parameter": ("-eva-slevel", "500", "-eva-split-return", "full",
                  "-eva-domains=-octagon,-gauges"),
    "policy": ("-eva-split-return-function", "check_opaque:0,check_values:0"),
    "walk": (*DEEP, NO_RELATIONS),
    "walk_hosts": (*DEEP, NO_RELATIONS, WRAPS),
    "walk_judge": (*DEEP, NO_RELATIONS),
    "rng": (WRAPS,),  # SplitMix64 wraps on purpose
}
SERVICES = ("snarp_service_scan", "snarp_service_next", "snarp_service_offers",
            "wire_compare_lower")
# Functions that are followed in spite of their contracts, where a harness needs
# to know what they do.
FOLLOWED = {
    "walk": (*SERVICES, "snarp_walk_memory"),
    "walk_hosts": (*SERVICES, "snarp_walk_memory"),
    "walk_judge": SERVICES,
}
SECONDS = 1800  # for one run of Frama-C
STRICT = ("-warn-unsigned-overflow", "-warn-unsigned-downcast",
          "-warn-signed-downcast")
EVA = ("-eva", "-eva-no-print", "-eva-msg-key=-initial-state,-final-states",
       "-eva-precision", "1", "-eva-domains",
       "octagon,gauges,symbolic-locations,equality",
       "-eva-split-return", "auto", "-main", "prove")
# Which function a pointer is, `calls` says, and is a goal.
WP = ("-wp", "-wp-rte", "-rte-no-pointer-call", "-wp-prover", "z3,cvc4",
      "-wp-timeout", "30", "-wp-par", "2", "-wp-model", "Typed")
WP_OPTIONS = {"heap.h": (WRAPS,)}  # times go round
# Where Eva warns so it takes more states together, or follows a call as a call:
# it may find an alarm more, never one less.
EVA_WARNINGS = (" split on more than ", "this partitioning parameter cannot be",
                "Ignoring call via function pointer")
# WP warns again of what lacks a contract where a proof would need it; that no
# buffer is the table of text is taken on trust.
WP_WARNINGS = ("[kernel:annot:missing-spec]", "Memory model hypotheses")

Outcome = collections.namedtuple("Outcome", "faults alarms goals proved")


def die(status, text):
    print("prove: " + text, file=sys.stderr)
    sys.exit(status)


def read_rooms():
    rooms = {}
    for line in (HERE / "rooms").read_text().splitlines():
        words = line.split("#")[0].split()
        if words:
            rooms[words[0]] = words[1:]
    return rooms


def public_functions():
    names = set()
    for header in sorted((REF / "include/snarp").glob("*.h")):
        code = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
        names.update(re.findall(r"^[a-z][^;{}]*?\b(snarp_\w+)\(", code, re.M))
    return names


def unproved_functions():
    found = set()
    for line in (HERE / "unproved").read_text().splitlines():
        name, _, reason = line.partition(" ")
        if line and not line.startswith("#"):
            if not reason.strip():
                die(1, f"unproved: {name} has no reason")
            found.add(name)
    return found


def called(harness):
    """What a harness calls, or a header of this folder that it includes."""
    code = (HERE / (harness + ".c")).read_text()
    for name in re.findall(r'#include "(\w+\.h)"', code):
        code += (HERE / name).read_text() if (HERE / name).exists() else ""
    return set(re.findall(r"\b(snarp_\w+)\(", code))


def frama_c(machine, words, folder):
    command = ["frama-c", "-machdep", machine, "-c11",
               f"-cpp-extra-args=-I{folder}/include -I{folder} -I{HERE}",
               *STRICT, *words]
    try:
        run = subprocess.run(command, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return 1, f"no end after {SECONDS} seconds\n"
    return run.returncode, run.stdout


def detect_provers(folder):
    os.environ["WHY3CONFIG"] = str(folder / "why3.conf")
    run = subprocess.run(["why3", "config", "detect"], check=False,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if run.returncode != 0:
        die(2, "why3 finds no provers: " + run.stdout.decode())


def messages(log):
    """The messages of Frama-C, each with the lines that belong to it."""
    found = []
    for line in log.splitlines():
        if line.startswith("["):
            found.append(line)
        elif found:
            found[-1] += " " + line.strip()
    return found


def eva(harness, sources, machine, folder):
    files = [str(HERE / (harness + ".c"))]
    files += [str(folder / (source + ".c")) for source in sources]
    words = [*EVA, *OPTIONS.get(harness, ())]
    taken = [s for source in sources for f in (source + ".c", source + ".h")
             if f in weave.contracts() for s in weave.functions(f, ("spec",))
             if s not in FOLLOWED.get(harness, ())]
    words += ["-eva-use-spec", ",".join(taken)] if taken else []
    status, log = frama_c(machine, [*words, *files], folder)
    alarms = [m for m in messages(log) if m.startswith("[eva:alarm]")]
    faults = [m for m in messages(log)
              if "Warning:" in m and not m.startswith("[eva:alarm]")
              and not any(w in m for w in EVA_WARNINGS)]
    count = re.search(r"^ *(\d+) alarms? generated", log, re.M)
    if status != 0 or not count or "done for function prove" not in log:
        faults.append(f"Frama-C ended with status {status}: " +
                      " ".join(log.splitlines()[-3:]))
    elif int(count.group(1)) > len(alarms):
        faults.append("there are alarms that no message tells")
    return Outcome(faults, alarms, 0, 0)


def wp_goals(source, machine, folder, words):
    words = [*WP, *WP_OPTIONS.get(source, ()), *words, str(folder / source)]
    status, log = frama_c(machine, words, folder)
    faults = [m for m in messages(log) if "Warning:" in m
              and not any(w in m for w in WP_WARNINGS)]
    count = re.search(r"Proved goals: *(\d+) */ *(\d+)", log)
    if status != 0 or not count:
        faults.append(f"Frama-C ended with status {status}: " +
                      " ".join(log.splitlines()[-3:]))
        return Outcome(faults, [], 0, 0)
    faults += [m for m in messages(log)
               if re.match(r"\[wp\] \[(Failed|Timeout|Unknown|Step)", m)]
    return Outcome(faults, [], int(count.group(2)), int(count.group(1)))


def wp(source, machine, folder):
    """The contracts of a source, then those of its lemmas that are not left to
    z3: WP takes lemmas for granted unless it is asked for them."""
    outcome = Outcome([], [], 0, 0)
    functions, lemmas = weave.functions(source), wp_lemmas(source)
    if functions:
        outcome = wp_goals(source, machine, folder,
                           ("-wp-fct", ",".join(functions)))
    if lemmas:
        more = wp_goals(source, machine, folder,
                        ("-wp-prop", ",".join(lemmas)))
        outcome = Outcome(*(a + b for a, b in zip(outcome, more)))
        if more.goals != len(lemmas):
            outcome.faults.append(f"{more.goals} of {len(lemmas)} lemmas are"
                                  " goals")
    return outcome


def asked_of_z3():
    """The lemmas that the files *.smt2 are about."""
    return {name for f in weave.CONTRACTS.glob("*.smt2")
            for name in re.findall(r'^\(echo "(\w+)"\)$', f.read_text(), re.M)}


def wp_lemmas(source):
    return [name for name in weave.lemmas(source) if name not in asked_of_z3()]


def prove_lemmas():
    """Lemmas on bits and by induction: z3 proves them, as the .smt2 asks it."""
    asked = asked_of_z3()
    proved = set()
    for file in weave.CONTRACTS.glob("*.smt2"):
        run = subprocess.run(["z3", "-T:300", str(file)], check=False,
                             stdin=subprocess.DEVNULL, capture_output=True)
        words = run.stdout.decode().split()
        proved |= {name for name, answer in zip(words[::2], words[1::2])
                   if answer == "unsat"}
    faults = [f"{name} is not proved" for name in sorted(asked - proved)]
    known = {n for c in weave.contracts() for n in weave.lemmas(c)}
    faults += [f"{name} is no lemma" for name in sorted(asked - known)]
    return Outcome(faults, [], len(asked), len(asked & proved))


def plan(rooms, wanted, quick):
    """What is to be done: contracts, harnesses, machines."""
    contracts = [c for c in weave.contracts()
                 if weave.functions(c) or wp_lemmas(c)
                 if not wanted or pathlib.Path(c).stem in wanted]
    harnesses = [h for h in rooms if not wanted or wanted & {h, *rooms[h]}]
    harnesses.sort(key=lambda h: h not in SLOW)
    if not quick:
        return contracts, harnesses, MACHINES
    return ([c for c in contracts if c in QUICK_CONTRACTS],
            [h for h in harnesses if h not in SLOW], (QUICK_MACHINE,))


def show(title, outcome, seconds):
    if outcome.goals:
        told = f"{outcome.proved} of {outcome.goals} goals"
    else:
        told = f"{len(outcome.alarms)} alarms"
    print(f"{title}: {told}, {seconds:.0f} s", flush=True)
    for text in outcome.faults + outcome.alarms:
        print("  " + text.replace(str(REF) + "/", "ref/")
              .replace(str(HERE) + "/", ""))


def run_all(jobs):
    """Runs (title, function, arguments) side by side; gives the outcomes."""
    def timed(job):
        begin = time.monotonic()
        outcome = job[1](*job[2])
        return job[0], outcome, time.monotonic() - begin

    outcomes = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for title, outcome, seconds in pool.map(timed, jobs):
            show(title, outcome, seconds)
            outcomes.append(outcome)
    return outcomes


def check_names(wanted, rooms):
    known = set(rooms) | {pathlib.Path(c).stem for c in weave.contracts()}
    known |= {s for sources in rooms.values() for s in sources}
    if wanted - known:
        die(2, f"nothing is proved about {', '.join(sorted(wanted - known))};"
            f" there are: {', '.join(sorted(known))}")


def check_list(functions):
    """How many lines of `unproved` are wrong."""
    unproved = unproved_functions()
    wrong = (public_functions() - functions) ^ unproved
    print(f"not proved: {len(unproved)} functions, which the file"
          " `unproved` lists")
    for function in sorted(wrong):
        print("  the file `unproved` is wrong about " + function)
    return len(wrong)


def main():
    parser = argparse.ArgumentParser(usage="prove.py [--quick] [FILE...]")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    wanted = {pathlib.Path(f).stem for f in args.files}
    for tool in ("frama-c", "why3", "z3", "cvc4"):
        if not shutil.which(tool):
            die(2, f"{tool} is missing; see conformance/packages")

    rooms = read_rooms()
    check_names(wanted, rooms)
    contracts, harnesses, machines = plan(rooms, wanted, args.quick)
    functions = set().union(*(called(h) for h in harnesses))
    functions &= public_functions()
    with tempfile.TemporaryDirectory(prefix="snarp-prove-") as name:
        folder = pathlib.Path(name)
        for h in harnesses:
            weave.weave_all(folder / h, True, FOLLOWED.get(h, ()))
        weave.weave_all(folder / "wp")
        detect_provers(folder)
        jobs = [(f"wp {c}", wp, (c, MACHINES[0], folder / "wp"))
                for c in contracts]
        jobs += [(f"eva {h} {m}", eva, (h, rooms[h], m, folder / h))
                 for h in harnesses for m in machines]
        jobs.append(("z3 lemmas", prove_lemmas, ()))
        outcomes = run_all(jobs)

    wrong = 0 if wanted or args.quick else check_list(functions)
    alarms = sum(len(o.alarms) for o in outcomes)
    goals = sum(o.goals for o in outcomes)
    proved = sum(o.proved for o in outcomes)
    faults = sum(len(o.faults) for o in outcomes)
    print(f"prove: {len(functions)} functions, {len(machines)} machines,"
          f" {alarms} alarms, {proved} goals proved")
    return 0 if alarms + faults + wrong == 0 and goals == proved else 1


if __name__ == "__main__":
    sys.exit(main())
