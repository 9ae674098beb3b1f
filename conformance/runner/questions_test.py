#!/usr/bin/python3
"""Adapters that ask wrongly, and what becomes of them.

usage: questions_test.py SNARP
The adapter is this file: questions_test.py --mode MODE.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

CULPRIT = "snaptr.resolve/culprit"
NOT_OFFERED = "snaptr.resolve/not-offered"
ADDED = "snaptr.resolve/added"

# modes that do not tell why they end, and what they say instead; and modes
# that ask more than they need
VAGUE = {"vague": "failed", "vague-and-wrong": "temporary"}
EAGER = {"eager": "pass", "eager-untold": "fail"}

# what becomes of ADDED, which needs an adapter that looks at the class, and
# the answer that such a one gets
CLASS = {"honest": "unsupported", "looks-at-class": "pass"}
HEARD = {"rcode": "NOERROR", "records": [
    {"name": "a.example.", "type": "NAPTR", "ttl": 60,
     "rdata": "00010001016103583a79000162076578616d706c6500", "order": 1,
     "preference": 1, "flags": "61", "services": "583a79", "regexp": "",
     "replacement": "0162076578616d706c6500"},
    {"name": "a.example.", "type": "NAPTR", "ttl": 3600, "rdata": "0001"},
    {"name": "d.example.", "type": "A", "class": "CH", "ttl": 4294967295,
     "rdata": "c0000203", "address": "192.0.2.3"}],
    "additional": [{"name": "b.example.", "type": "A", "ttl": 0,
                    "rdata": "c0000201", "address": "192.0.2.1"}]}


# --- the adapter

def say(message):
    print(json.dumps(message), flush=True)


def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)


def ask(request, question):
    say({"id": request["id"], "ask": question})
    return hear()["answer"]


def name_of(octets):
    labels, at = [], 0
    octets = bytes.fromhex(octets)
    while octets[at]:
        labels.append(octets[at + 1:at + 1 + octets[at]].decode())
        at += 1 + octets[at]
    return ".".join(labels) + "."


def resolve(request):
    """An honest client for records with the flag "a"."""
    answer = ask(request, {"dns": [request["domain"], "NAPTR"]})
    for record in answer["records"]:
        target = [name_of(record["replacement"]), 0, request["protocols"][0]]
        if ask(request, {"connect": target})["connected"]:
            return {"end": "served", "host": target[0], "port": 0,
                    "protocol": target[2]}
    return {"end": "failed" if answer["records"] else "not-offered"}


def ask_forever(request):
    while True:
        ask(request, {"dns": ["a.example.", "A"]})


QUESTIONS = {
    "another-question": {"mx": ["a.example."]},
    "two-questions": {"dns": ["a.example.", "A"],
                      "connect": ["a.example.", 1, "y"]},
    "no-list": {"dns": "a.example."},
    "no-name": {"dns": ["a..example.", "A"]},
    "no-type": {"dns": ["a.example.", "MX"]},
    "no-port": {"connect": ["a.example.", 65536, "y"]},
    "no-protocol": {"connect": ["a.example.", 1, ""]},
    "too-many-items": {"connect": ["a.example.", 1, "y", "z"]},
    "zero-in-a-name": {"dns": ["a\0.example.", "A"]},
}

RESULTS = {
    "no-end": {},
    "another-end": {"end": "perhaps"},
    "no-host": {"end": "served", "port": 1, "protocol": "y"},
    "no-number": {"end": "served", "host": "b.example.", "port": "1",
                  "protocol": "y"},
    "another-target": {"end": "served", "host": "c.example.", "port": 0,
                       "protocol": "y"},
}


def misbehave(mode, request):
    if mode in QUESTIONS:
        return ask(request, QUESTIONS[mode])
    if mode in RESULTS:
        resolve(request)
        return RESULTS[mode]
    if mode == "asks-forever":
        ask_forever(request)
    if mode == "unknown-id":
        return ask({"id": 1 << 40}, {"dns": ["a.example.", "A"]})
    ask(request, {"dns": [request["domain"], "NAPTR"]})
    if mode == "dies":
        os.abort()
    if mode == "hangs":
        while True:
            hear()
    if mode == "asks-late":  # while the next request waits
        say({"id": request["id"], "ok": resolve(request)})
        return ask(request, {"dns": [request["domain"], "NAPTR"]})
    if mode == "gives-up":
        return {"end": "failed"}
    if mode in EAGER:  # more queries, and in another order than the trace
        ask(request, {"dns": ["d.example.", "SRV"]})
        ask(request, {"dns": ["c.example.", "NAPTR"]})
    if mode == "repeats":
        for _ in range(400):
            ask(request, {"dns": [request["domain"].upper(), "NAPTR"]})
            ask(request, {"dns": ["b.example", "AAAA"]})
    return resolve(request)


def adapter(mode):
    caps = ["service.match", "snaptr.resolve"]
    caps += [] if mode in VAGUE else ["snaptr.resolve/why"]
    caps += ["snaptr.resolve/eager"] if mode == "eager" else []
    caps += ["snaptr.resolve/class"] if mode == "looks-at-class" else []
    while True:
        request = hear()
        op = request["op"]
        if op == "hello":
            say({"proto": 1, "name": "questions", "version": "1",
                 "caps": caps})
            continue
        if op == "echo":
            ok = {key: request[key] for key in ("octets", "text")}
        elif op == "service.match":
            if mode == "asks-elsewhere" and "smoke" not in request["vector"]:
                ask(request, {"dns": ["a.example.", "A"]})
            ok = {"matches": request["protocol"] == "y"}
        elif request["vector"] == NOT_OFFERED:
            ok = {"end": VAGUE.get(mode, "not-offered")}
            ask(request, {"dns": [request["domain"], "NAPTR"]})
        elif request["vector"].split("~")[0] == ADDED:
            ok = {"end": "failed" if ask(request, {
                "dns": ["a.example.", "NAPTR"]}) == HEARD else "not-offered"}
        elif request["vector"] == CULPRIT:
            ok = misbehave(mode, request)
        else:
            ok = resolve(request)
        say({"id": request["id"], "ok": ok})


# --- the test

EXPECTED = {"honest": "pass", "repeats": "pass", "dies": "crash",
            "hangs": "timeout", "another-target": "fail", "gives-up": "fail",
            "vague": "pass", "vague-and-wrong": "fail", **EAGER}
MODES = [*EXPECTED, *QUESTIONS, *RESULTS, "asks-forever", "unknown-id",
         "asks-late", "asks-elsewhere"]

ZONE = """$ORIGIN example.
$TTL 60
a NAPTR 1 1 "a" "X:y" "" b
b A 192.0.2.1
c A 192.0.2.2
"""
TRACE = {"trace": [["NAPTR", "a.example."],
                   ["connect", "b.example.", 0, "y"]], "end": "served"}


def vector(name, rule="rule-a", **members):
    return {"id": name, "title": "a test", "rules": [rule], **members,
            "origin": "hand"}


def scenario(name):
    return vector("snaptr.resolve/" + name, **{
        "in": {"domain": "a.example.", "service": "X", "protocols": ["y"],
               "prefer": "client"},
        "world": {"zone": "small", "serves": [["b.example.", 0, "y"]]},
        "expect": TRACE})


def not_offered():
    return {**scenario("not-offered"), "in": {
        "domain": "c.example.", "service": "X", "protocols": ["y"],
        "prefer": "client"},
        "expect": {"trace": [["NAPTR", "c.example."]],
                   "end": "not-offered"}}


def added():
    """A record that is broken, one of another class, and an additional one."""
    world = {"zone": "small", "adds": [{
        "name": "a.example.", "type": "NAPTR",
        "answer": [{"rdata": "0001"},
                   {"name": "d.example.", "type": "A", "class": "CH",
                    "ttl": 4294967295, "rdata": "c0000203"}],
        "additional": [{"name": "b.example.", "type": "A", "ttl": 0,
                        "rdata": "c0000201"}]}]}
    return {**scenario("added"), "world": world,
            "expect": {"trace": [["NAPTR", "a.example."]], "end": "failed"}}


def write_corpus(folder):
    files = {
        "rules.json": {"format": "snarp-rules/1", "rules": [
            {"id": "rule-a", "spec": "RFC 1", "section": "1",
             "level": "MUST", "roles": ["client"], "says": "nothing"}]},
        "resolve.json": {
            "format": "snarp-vectors/1", "op": "snaptr.resolve",
            "topic": "questions",
            "vectors": [scenario("before"), scenario("culprit"),
                        scenario("later"), not_offered(), added()]},
        "match.json": {
            "format": "snarp-vectors/1", "op": "service.match",
            "topic": "questions",
            "vectors": [vector("service.match/plain", **{
                "in": {"services": "583a79", "service": "X",
                       "protocol": "y"},
                "expect": {"value": {"matches": True}}})]}}
    (folder / "zones").mkdir()
    (folder / "zones/small.zone").write_text(ZONE)
    for name, content in files.items():
        (folder / name).write_text(json.dumps(content))


def verdicts(snarp, folder, mode):
    done = subprocess.run(
        [snarp, "check", "--vectors", folder, "--format", "jsonl",
         "--timeout", "1" if mode == "hangs" else "10", "--",
         sys.executable, __file__, "--mode", mode],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False,
        timeout=60)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    found = {line["id"]: line["verdict"] for line in lines
             if line["type"] == "result"}
    return done.returncode, found


def check_class(snarp, folder, mode):
    _, found = verdicts(snarp, folder, mode)
    if found.get(ADDED) == CLASS[mode]:
        return True
    print(f"{mode}: expected {CLASS[mode]}, got {found.get(ADDED)}")
    return False


def check(snarp, folder, mode):
    culprit = CULPRIT
    want = EXPECTED.get(mode, "harness-error")
    status, found = verdicts(snarp, folder, mode)
    if mode == "asks-elsewhere":
        culprit = "service.match/plain"
    elif mode in VAGUE:
        culprit = NOT_OFFERED
    elif mode == "asks-late" and found.get(CULPRIT) == "pass":
        culprit = CULPRIT + "~o1"  # which was waiting already
    others = {name: verdict for name, verdict in found.items()
              if name != culprit and name.split("~")[0] != ADDED
              and verdict != "pass"}
    if found.get(culprit) == want and status == (want != "pass") \
            and not others:
        return True
    print(f"{mode}: expected {want}, got {found.get(culprit)} with status "
          f"{status}; of the others: {others}")
    return False


def main():
    if sys.argv[1] == "--mode":
        adapter(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        write_corpus(pathlib.Path(name))
        failed = [mode for mode in MODES
                  if not check(sys.argv[1], name, mode)]
        failed += [mode for mode in CLASS
                   if not check_class(sys.argv[1], name, mode)]
    print(f"{len(MODES) + len(CLASS)} modes, {len(failed)} faults")
    sys.exit(len(failed) > 0)


main()
