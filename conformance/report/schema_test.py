#!/usr/bin/python3
"""Holds the data files against vectors/schema, and broken ones too.

usage: schema_test.py TOP     exit: 0 fine, 1 not, 77 without jsonschema
"""
import copy
import json
import pathlib
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: the Python module jsonschema is missing "
          "(apt-get install python3-jsonschema)")
    sys.exit(77)

TOP = pathlib.Path(sys.argv[1])
SCHEMAS = {path.stem: jsonschema.Draft202012Validator(json.loads(
    path.read_text())) for path in (TOP / "vectors/schema").glob("*.json")}
failed = 0


def fail(text):
    global failed
    failed += 1
    print(text)


def schema_of(document):
    format_name = document["format"].split("/")[0].removeprefix("snarp-")
    return SCHEMAS[document["op"] if format_name == "vectors"
                   else format_name]


def data_files():
    for path in sorted((TOP / "vectors").rglob("*.json")):
        if path.parent.name != "schema":
            yield path
    yield from sorted((TOP / "conformance/known").glob("*.json"))
    yield TOP / "conformance/adapters/adapters.json"


def check_good():
    n = 0
    for path in data_files():
        document = json.loads(path.read_text())
        n += 1
        for error in schema_of(document).iter_errors(document):
            fail(f"{path.relative_to(TOP)}: {error.json_path}: "
                 f"{error.message[:200]}")
    return n


GOOD = {
    "format": "snarp-vectors/1", "op": "naptr.decode", "topic": "a topic",
    "vectors": [{
        "id": "naptr.decode/short", "title": "too short",
        "rules": ["rfc1035-3.3-inside-rdata"], "in": {"rdata": "00"},
        "expect": {"reject": ["short"], "twin": "naptr.decode/plain"},
        "origin": "hand"}]}

BROKEN = {
    "no topic": lambda d, v: d.pop("topic"),
    "another format": lambda d, v: d.update(format="snarp-vectors/2"),
    "no vectors": lambda d, v: d["vectors"].clear(),
    "an unknown member": lambda d, v: v.update(comment="x"),
    "the id of another op": lambda d, v: v.update(id="srv.decode/short"),
    "an id in upper case": lambda d, v: v.update(id="naptr.decode/Short"),
    "a long title": lambda d, v: v.update(title="x" * 73),
    "no rule": lambda d, v: v.update(rules=[]),
    "half an octet": lambda d, v: v["in"].update(rdata="000"),
    "upper-case hexadecimal": lambda d, v: v["in"].update(rdata="AA"),
    "the request of another op": lambda d, v: v.update({"in": {"text": ""}}),
    "both requests": lambda d, v: v["in"].update(message="00"),
    "no twin": lambda d, v: v["expect"].pop("twin"),
    "no reason": lambda d, v: v["expect"].update(reject=[]),
    "two expectations": lambda d, v: v["expect"].update(value={}),
    "half a result": lambda d, v: v.update(expect={"value": {"order": 1}}),
    "no why": lambda d, v: v.update(expect={"either": {}}),
    "an unknown origin": lambda d, v: v.update(origin="dream"),
}


SCENARIO = {
    "format": "snarp-vectors/1", "op": "snaptr.resolve", "topic": "a topic",
    "vectors": [{
        "id": "snaptr.resolve/plain", "title": "a scenario",
        "rules": ["rfc3958-2.2.4-first-query"],
        "in": {"domain": "a.example.", "service": "X", "protocols": ["y"],
               "prefer": "client"},
        "world": {"zone": "small", "serves": [["b.example.", 0, "y"]]},
        "expect": {"trace": [
            ["NAPTR", "a.example."],
            {"any": [[["connect", "c.example.", 0, "y"]],
                     [["connect", "http://d.example/", "y"]]]},
            ["connect", "b.example.", 0, "y"]], "end": "served"},
        "origin": "hand"}]}

BROKEN_SCENARIO = {
    "no world": lambda d, v: v.pop("world"),
    "no zone": lambda d, v: v["world"].pop("zone"),
    "a zone outside": lambda d, v: v["world"].update(zone="../small"),
    "a name without its dot": lambda d, v: v["in"].update(domain="a"),
    "no protocol": lambda d, v: v["in"].update(protocols=[]),
    "no preference": lambda d, v: v["in"].pop("prefer"),
    "an unknown RCODE": lambda d, v: v["world"].update(faults=[
        {"name": "a.", "type": "SRV", "rcode": "NOTAUTH"}]),
    "a trace without an end": lambda d, v: v["expect"].pop("end"),
    "an unknown end": lambda d, v: v["expect"].update(end="maybe"),
    "an unknown type": lambda d, v: v["expect"]["trace"].append(
        ["MX", "a."]),
    "a port too high": lambda d, v: v["expect"]["trace"].append(
        ["connect", "a.", 65536, "y"]),
    "a group of one": lambda d, v: v["expect"]["trace"].append(
        {"any": [[["NAPTR", "a."]]]}),
    "one of one": lambda d, v: v.update(expect={
        "one_of": [v["expect"]]}),
}

ORDER = {
    "format": "snarp-vectors/1", "op": "srv.order", "topic": "a topic",
    "vectors": [{
        "id": "srv.order/plain", "title": "two records",
        "rules": ["rfc2782-priority-first"],
        "in": {"records": [{"priority": 1, "weight": 0, "port": 1,
                            "target": "016100"}] * 3},
        "expect": {"order": [0, [1, 2]]}, "origin": "hand"}]}

BROKEN_ORDER = {
    "no record": lambda d, v: v["in"].update(records=[]),
    "too few runs": lambda d, v: v["in"].update(runs=10),
    "a negative draw": lambda d, v: v["in"].update(draws=[-1]),
    "an inner list of one": lambda d, v: v["expect"].update(order=[[0]]),
    "lists in lists": lambda d, v: v["expect"].update(order=[[0, [1, 2]]]),
    "no fraction": lambda d, v: v.update(expect={
        "dist": {"first": [["0.5", "0.5"]]}}),
    "two kinds of expectation": lambda d, v: v["expect"].update(dist={}),
}


def check_damages(good, damages):
    schema = SCHEMAS[good["op"]]
    if not schema.is_valid(good):
        fail(f"the good example of {good['op']} is refused")
    for name, damage in damages.items():
        document = copy.deepcopy(good)
        damage(document, document["vectors"][0]
               if document["vectors"] else None)
        if schema.is_valid(document):
            fail(f"accepted: {name}")
    return len(damages)


def check_broken():
    return check_damages(GOOD, BROKEN) \
        + check_damages(SCENARIO, BROKEN_SCENARIO) \
        + check_damages(ORDER, BROKEN_ORDER)


for validator in SCHEMAS.values():
    validator.check_schema(validator.schema)
good = check_good()
broken = check_broken()
print(f"{good} files, {broken} broken documents, {failed} faults")
sys.exit(failed > 0)
