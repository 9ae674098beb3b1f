#!/usr/bin/python3
"""Broken vectors of service.*, srv.order and snaptr.resolve: one line each.

usage: vectors_test.py SNARP
"""
import copy
import json
import pathlib
import subprocess
import sys
import tempfile

RULES = {"format": "snarp-rules/1", "rules": [
    {"id": "rule-a", "spec": "RFC 1", "section": "1", "level": "MUST",
     "roles": ["client"], "says": "nothing"}]}
ZONE = 'a.example. 60 NAPTR 1 1 "a" "X:y" "" b.example.\n' \
       'b.example. 60 A 192.0.2.1\n'


def vector(op, **members):
    return {"id": op + "/a", "title": "a test", "rules": ["rule-a"],
            **members, "origin": "hand"}


def record(priority):
    return {"priority": priority, "weight": 1, "port": 1, "target": "016100"}


GOOD = {
    "service.parse": vector("service.parse", **{
        "in": {"services": "583a79"},
        "expect": {"value": {"service": "X", "protocols": ["y"]}}}),
    "service.match": vector("service.match", **{
        "in": {"services": "583a79", "service": "X", "protocol": "y"},
        "expect": {"value": {"matches": True}}}),
    "srv.order": vector("srv.order", **{
        "in": {"records": [record(1), record(2), record(3)]},
        "expect": {"order": [0, 1, 2]}}),
    "snaptr.resolve": vector("snaptr.resolve", **{
        "in": {"domain": "a.example.", "service": "X", "protocols": ["y"],
               "prefer": "client"},
        "world": {"zone": "small", "serves": [["b.example.", 0, "y"]]},
        "expect": {"trace": [["NAPTR", "a.example."],
                             ["connect", "b.example.", 0, "y"]],
                   "end": "served"}}),
}

REMOVE = object()



def added(**members):
    """What a world adds, with one record that has these members."""
    record = {"rdata": "00", **members}
    return [{"name": "a.example.", "type": "NAPTR", "answer": [
        {member: value for member, value in record.items()
         if value is not REMOVE}]}]


# op, the member that is changed, to what, and what is said of it
TABLE = [
    ("service.parse", "in.services", "5", "services: expected pairs of "
     "lower-case hex digits"),
    ("service.parse", "in.service", "X", "service: is not a known member"),
    ("service.parse", "world", {}, "world: the op has no world"),
    ("service.parse", "expect.value.service", 1, "service: expected a string"),
    ("service.parse", "expect.value.protocols", ["y", 1],
     "protocols: expected a list of strings"),
    ("service.parse", "expect.value.matches", True,
     "matches: is not a known member"),
    ("service.parse", "expect", {"order": [0]}, "expect: expected one of "
     "value, reject, either, one_of, or a member of the op"),
    ("service.match", "in.protocol", REMOVE,
     "protocol: expected a string, found nothing"),
    ("service.match", "expect.value.matches", "yes",
     "matches: expected true or false"),
    ("srv.order", "in.records", [], "records: expected 1 to 4096 records"),
    ("srv.order", "in.records.1.weight", 65536,
     "weight: expected a number from 0 to 65535"),
    ("srv.order", "in.draws", [1, -1],
     "draws: expected a list of numbers"),
    ("srv.order", "in.draws", 1, "draws: expected a list of numbers"),
    ("srv.order", "in.runs", 999,
     "runs: expected a number from 1000 to 1000000"),
    ("srv.order", "in.runs", 1000, "expect: expected dist, for there are "
     "runs"),
    ("srv.order", "expect.order", [0, 1, 3], "order: expected indexes of "
     "records, each once, some of them in inner lists"),
    ("srv.order", "expect.order", [0, [1, 1]], "order: expected indexes of "
     "records, each once, some of them in inner lists"),
    ("srv.order", "expect.order", [0, [1, [2]]], "order: expected indexes of "
     "records, each once, some of them in inner lists"),
    ("srv.order", "expect.dist", {}, "dist: is not a known member"),
    ("srv.order", "expect", {"dist": {"first": [["1/1", "0/1", "0/1"]]}},
     "dist: expected runs in the request"),
    ("snaptr.resolve", "in.domain", "a.example",
     "domain: expected a name with its final dot"),
    ("snaptr.resolve", "in.domain", "a..",
     "domain: expected a domain name"),
    ("snaptr.resolve", "in.protocols", [],
     "protocols: expected 1 to 64 protocols"),
    ("snaptr.resolve", "in.prefer", "mine",
     "prefer: expected client or zone"),
    ("snaptr.resolve", "in.uri", 1, "uri: expected true or false"),
    ("snaptr.resolve", "world", REMOVE, "world: expected an object"),
    ("snaptr.resolve", "world.zone", "large",
     "world.zone: expected the name of a zone in zones/"),
    ("snaptr.resolve", "world.zone", "../zones/small",
     "world.zone: expected the name of a zone in zones/"),
    ("snaptr.resolve", "world.serves", ["b.example."], "world.serves: "
     "expected host, port and protocol, or URI and protocol"),
    ("snaptr.resolve", "world.serves", [["b..", 1, "y"]],
     "world.serves: expected a host"),
    ("snaptr.resolve", "world.faults", [{"name": "a.", "type": "MX",
                                         "rcode": "SERVFAIL"}],
     "world.faults: expected NAPTR, SRV, A, AAAA or CNAME"),
    ("snaptr.resolve", "world.faults", [{"name": "a.", "type": "SRV",
                                         "rcode": "FORMERR"}],
     "world.faults.rcode: expected NXDOMAIN, NOERROR, SERVFAIL, REFUSED or "
     "TIMEOUT"),
    *[("snaptr.resolve", "world.adds", adds, line) for adds, line in (
        ({}, "world.adds: expected a list"),
        ([{"name": "a.example.", "type": "NAPTR", "authority": []}],
         "authority: is not a known member"),
        ([{"answer": []}], "name: expected a string, found nothing"),
        ([{"name": "a.example."}], "type: expected a string, found nothing"),
        ([{"name": "a.example", "type": "NAPTR"}],
         "name: expected a name with its final dot"),
        ([{"name": "a.example.", "type": "MX"}],
         "world.adds: expected NAPTR, SRV, A, AAAA or CNAME"),
        ([{"name": "a.example.", "type": "NAPTR"},
          {"name": "A.example.", "type": "NAPTR"}],
         "world.adds: expected each query once"),
        ([{"name": "a.example.", "type": "NAPTR", "answer": "00"}],
         "world.adds: expected lists of records"),
        ([{"name": "a.example.", "type": "NAPTR", "additional": {}}],
         "world.adds: expected lists of records"),
        (added(rdata=REMOVE), "rdata: expected a string, found nothing"),
        (added(rdata="0"), "rdata: expected pairs of lower-case hex digits"),
        (added(type="SRV"), "name: expected a string, found nothing"),
        (added(name="b.example."), "type: expected a string, found nothing"),
        (added(name="b..", type="SRV"), "world.adds: expected a domain name"),
        (added(**{"class": "CHAOS"}),
         "world.adds.class: expected IN, CH, HS, NONE or ANY"),
        (added(**{"class": 3}), "class: expected a string"),
        (added(ttl=1 << 32), "ttl: expected a number from 0 to 4294967295"),
        (added(ttl="1"), "ttl: expected a number from 0 to 4294967295"),
        (added(port=1), "port: is not a known member"))],
    ("snaptr.resolve", "world.tcp", True, "tcp: is not a known member"),
    ("snaptr.resolve", "expect.end", REMOVE,
     "end: expected a string, found nothing"),
    ("snaptr.resolve", "expect.end", "perhaps", "expect.end: expected served, "
     "not-offered, failed, temporary or limit"),
    ("snaptr.resolve", "expect.trace", [["NAPTR"]],
     "expect.trace: expected a type and a name in a step"),
    ("snaptr.resolve", "expect", {"value": {"end": "served"}},
     "protocol: expected a string"),
    ("snaptr.resolve", "expect", {"one_of": [{"trace": [], "end": "failed"}]},
     "expect.one_of: expected a list of two or more"),
]

# with runs; what is expected of the first
DISTS = [
    ([], 'dist: expected lists as "first"'),
    ([["1/2", "1/2"]], "dist: expected a probability a record"),
    ([["1/2", "1/2", "0"]], 'dist: expected fractions as "1/3"'),
    ([["1/2", "1/2", "1/2"]],
     "dist: expected probabilities that add up to 1"),
    ([["1/5000000", "4999999/5000000", "0/1"]],
     "dist: expected runs times a denominator below 2^32"),
]


def change(vector, path, value):
    *way, last = path.split(".")
    for step in way:
        vector = vector[int(step) if step.isdigit() else step]
    if value is REMOVE:
        del vector[last]
    else:
        vector[last] = value


def rows():
    for op, path, value, line in TABLE:
        damaged = copy.deepcopy(GOOD[op])
        change(damaged, path, value)
        yield f"{op}: {path}", op, damaged, line
    for lists, line in DISTS:
        damaged = copy.deepcopy(GOOD["srv.order"])
        damaged["in"]["runs"] = 1000
        damaged["expect"] = {"dist": {"first": lists}}
        yield f"dist: {lists}", "srv.order", damaged, line


def run(snarp, folder, op, *vectors):
    path = folder / "x.json"
    path.write_text(json.dumps({"format": "snarp-vectors/1", "op": op,
                                "topic": "t", "vectors": vectors}))
    done = subprocess.run([snarp, "check", "--vectors", path, "ref"],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          check=False, timeout=60)
    return done.returncode, done.stderr.decode()


def main():
    failed = n = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "zones").mkdir()
        (folder / "zones/small.zone").write_text(ZONE)
        (folder / "zones/broken.zone").write_text("a. NAPTR 1\n")
        (folder / "rules.json").write_text(json.dumps(RULES))
        for op, good in GOOD.items():
            n += 1
            if run(sys.argv[1], folder, op, good) != (0, ""):
                print(f"{op}: the good vector does not pass")
                failed += 1
        for label, op, damaged, line in rows():
            n += 1
            want = (4, f"snarp: {folder}/x.json: vectors[0] ({op}/a): "
                       f"{line}\n")
            got = run(sys.argv[1], folder, op, damaged)
            if got != want:
                print(f"{label}: got {got},\n  expected {want}")
                failed += 1
        damaged = copy.deepcopy(GOOD["snaptr.resolve"])
        damaged["world"]["zone"] = "broken"
        status, said = run(sys.argv[1], folder, "snaptr.resolve", damaged)
        n += 1
        if status != 4 or not said.startswith(
                f"snarp: {folder}/zones/broken.zone:1: "):
            print(f"a broken zone: got {status}, {said}")
            failed += 1
    print(f"{n} rows, {failed} faults")
    sys.exit(failed > 0)


main()
