#!/usr/bin/python3
"""Makes the seeds of all fuzz targets, from the vectors where they suit one.

    seeds.py VECTORS OUT

writes OUT/TARGET/ID, a file for each vector whose input suits the target. The
folder OUT is made anew.
"""

import json
import pathlib
import shutil
import sys


# Their order is that of the runner's ops, by which adapter_output picks one.
OPS = [f"{kind}.{verb}" for kind in ("naptr", "srv")
       for verb in ("decode", "encode", "scan", "print")] + [
           "service.parse", "service.match", "srv.order", "snaptr.resolve",
           "policy.decode", "policy.encode", "pool.run", "pooluser.run"] + [
           f"{kind}.{verb}" for kind in ("naptr", "srv")
           for verb in ("check", "canonical", "sort")] + ["service.print"]


# The bit of a dialect in the first octet.
DIALECTS = {"draft-01": 0, "rfc5356": 1}
NESTED, FIELDS = 2, 4


def text_octets(text):
    return text.encode("latin-1")


def answers(vector):
    """What an adapter might answer to a vector."""
    expect = vector["expect"]
    yield {"id": 1, "ok": expect.get("value") or expect.get("either") or {}}
    if "steps" in expect:
        yield {"id": 1, "ok": {"steps": [step if isinstance(step, list)
                                         else "ok" for step in
                                         expect["steps"]]}}
    yield {"id": 1, "reject": "no", "reason": expect.get("reject", ["no"])[0]}
    yield {"id": 1, "unsupported": "no"}
    for step in expect.get("trace", []):
        if isinstance(step, list) and step[0] == "connect":
            yield {"id": 1, "ask": {"connect": step[1:]}}
        elif isinstance(step, list):
            yield {"id": 1, "ask": {"dns": step[::-1]}}


def line_octets(*objects):
    lines = (json.dumps(o, separators=(",", ":")) + "\n" for o in objects)
    return "".join(lines).encode()


# In the order of enum snarp_policy_kind.
KINDS = ["RR", "WRR", "RAND", "WRAND", "PRIO", "LU", "LUD", "PLU", "RLU"]
SELECT, REGISTER, DEREGISTER, MOVE, OTHER = 0, 3, 5, 6, 7
NEXT, FAILED, LAST_FAILED, OUTDATE, LIST = 0, 3, 4, 6, 7


def value_octet(value):
    """The octet for a value, or a near one; see value_of in pool.c."""
    if value < 160:
        return value
    if value <= 0xffffff:
        return max(192, 223 - (0xffffff - value))
    return max(224, 255 - (0xffffffff - value))


def pool_step(step):
    """A step of a vector as pool_steps.h has it."""
    values = [value_octet(step.get(name, 0))
              for name in ("weight", "priority", "load")]
    if "register" in step:
        return bytes([REGISTER, step["register"] % 64, max(values),
                      value_octet(step.get("degradation", 0))])
    if "deregister" in step:
        return bytes([DEREGISTER, step["deregister"] % 64, 0, 0])
    k = step["select"]
    times = step.get("times", 16 if "count" in step else 1)
    return bytes([SELECT | (31 if k == "all" else min(k, 30)) << 3, 0,
                  max(min(times, 16) - 1, 0), 0])


def pool(dialect, kind, *steps, places=63, draws=1):
    head = bytes([DIALECTS[dialect] | KINDS.index(kind) << 1, places, draws])
    return head + b"".join(steps)


def pooluser_step(step):
    """A step of a vector as pooluser_steps.h has it."""
    if "list" in step:
        return bytes([LIST, min(len(step["list"]), 255)])
    if "failed" in step:
        return bytes([LAST_FAILED, 0, NEXT, 0])
    if "expire" in step:
        return bytes([OUTDATE, 0])
    return bytes([NEXT | max(min(step["next"], 32) - 1, 0) << 3, 0])


def pooluser(kind, *steps, elements=0):
    return bytes([KINDS.index(kind), elements, 1]) + b"".join(steps)


def step_seeds(op, given):
    steps = given["steps"]
    if op == "pool.run":
        yield "pool", pool(given["dialect"], given["policy"],
                           *map(pool_step, steps))
    else:
        yield "pooluser", pooluser(given["policy"],
                                   *map(pooluser_step, steps))


def seeds(op, vector):
    """The pairs of target and input that a vector gives."""
    given = vector["in"]
    is_srv = op.startswith("srv.")
    if "rdata" in given:
        rdata = bytes.fromhex(given["rdata"])
        yield "ldns_diff", bytes([is_srv]) + rdata
        if is_srv:
            yield "srv", b"\0" + rdata
        else:
            yield "naptr_wire", rdata
    if "message" in given:
        yield "message", bytes.fromhex(given["message"])
    if "text" in given:
        text = text_octets(given["text"])
        if is_srv:
            yield "srv", b"\1" + text
        else:
            yield "naptr_text", text
    if "services" in given:
        tags = [text_octets(given.get(tag, "")) for tag in ("service",
                                                            "protocol")]
        lengths = bytes(min(len(tag), 255) for tag in tags)
        yield "service", (lengths + b"".join(tags) +
                          bytes.fromhex(given["services"]))
    for member in "parameter", "parameters":
        if member in given:
            yield "policy", (bytes([DIALECTS[given["dialect"]]]) +
                             bytes.fromhex(given[member]))
            if DIALECTS[given["dialect"]] == 1:
                yield "rsplib_diff", bytes.fromhex(given[member])
    if "steps" in given:
        yield from step_seeds(op, given)
    hello = {"proto": 1, "name": "a", "version": "1", "caps": [op]}
    asked = 2 * OPS.index(op) + ("message" in given)
    for i, answer in enumerate(answers(vector)):
        yield "adapter_output", bytes([255 - i % 256, asked]) + line_octets(
            hello, answer)


# What an octet of a world picks from the tables of walk_world.c: owners, the
# root and what is no name; FLAGS and REGEXP; protocols as bits.
D, E, F, G, LONG, ROOT, NO_NAME = 0, 1, 2, 3, 10, 0xff, 0x1f
TO_NAPTR, TO_SRV, TO_HOST, TO_URI, OTHER = 0, 1, 3, 5, 7
NO_URI, URI = 0, 1
P, Q, P_Q, PP = 1, 4, 16, 32
FAULTY, TOO_LONG = 4, 8
NAPTR_ABSENT, NAPTR_TEMPORARY, SRV_ABSENT, SRV_TEMPORARY = 2, 3, 8, 12


def naptr(owner, order, preference, flags, protocols, target, regexp=NO_URI,
          service=0):
    return bytes([owner, order, preference, flags, service, protocols, regexp,
                  target])


def srv(owner, priority, weight, port, target):
    return bytes([owner | 16, priority, weight, port, 0, 0, 0, target])


def world(*records, protocols=(0,), flags=0, depth=16, queries=64, serves=0,
          lookups=()):
    """A seed for walks: see walk_world.h."""
    picks = bytes((list(protocols) + 4 * [0])[:4])
    ends = bytearray(12)
    for owner, end in lookups:
        ends[owner] |= end
    head = bytes([len(protocols) - 1 | flags, depth, queries, serves, 1, 2, 3,
                  0])
    return head + picks + bytes(ends) + b"".join(records)


WORLDS = {
    "nothing": world(),
    "host": world(naptr(D, 0, 0, TO_HOST, P, E)),
    "host-serves": world(naptr(D, 0, 0, TO_HOST, P, E), serves=5),
    "chain": world(naptr(D, 0, 0, TO_NAPTR, P, E),
                   naptr(E, 0, 0, TO_NAPTR, P, F), naptr(F, 0, 0, TO_SRV, P, G),
                   srv(G, 0, 1, 2, LONG)),
    "loop": world(naptr(D, 0, 0, TO_NAPTR, P, E),
                  naptr(E, 0, 0, TO_NAPTR, P, F), naptr(F, 0, 0, TO_NAPTR, P,
                                                        D | 16),
                  naptr(F, 0, 1, TO_HOST, P, G)),
    "self": world(naptr(D, 0, 0, TO_NAPTR, P, D),
                  naptr(D, 0, 1, TO_HOST, P, D)),
    "depth": world(naptr(D, 0, 0, TO_NAPTR, P, E),
                   naptr(E, 0, 0, TO_NAPTR, P, F),
                   naptr(D, 1, 0, TO_HOST, P, G), depth=1),
    "queries": world(naptr(D, 0, 0, TO_SRV, P, E), naptr(D, 0, 1, TO_SRV, P, F),
                     srv(E, 0, 0, 0, G), srv(F, 0, 0, 0, G), queries=2),
    "two-protocols": world(naptr(D, 0, 0, TO_HOST, P | Q, E),
                           naptr(D, 0, 1, TO_HOST, Q, F),
                           naptr(D, 1, 0, TO_HOST, P, G), protocols=(2, 0)),
    "zone-prefers": world(naptr(D, 1, 0, TO_HOST, P, E),
                          naptr(D, 0, 7, TO_HOST, PP, F),
                          naptr(D, 0, 0, TO_NAPTR, P_Q, G), flags=4,
                          protocols=(0, 4, 5)),
    "weights": world(naptr(D, 0, 0, TO_SRV, P, E), srv(E, 0, 1, 0, D),
                     srv(E, 0, 0, 0, E), srv(E, 0, 7, 0, F), srv(E, 0, 2, 0, G),
                     srv(E, 1, 2, 0, G), srv(E, 0, 1, 0, ROOT)),
    "weights-proportional": world(naptr(D, 0, 0, TO_SRV, P, E),
                                  srv(E, 0, 1, 0, D), srv(E, 0, 0, 0, E),
                                  srv(E, 0, 7, 0, F), flags=8),
    "same-twice": world(naptr(D, 0, 0, TO_SRV, P, E),
                        naptr(D, 0, 0, TO_HOST, P, F),
                        naptr(D, 0, 0, TO_HOST, P, F | 16), srv(E, 0, 0, 0, F),
                        srv(E, 0, 0, 0, F | 16)),
    "same-but-case": world(naptr(D, 0, 0, TO_HOST, P, F),
                           naptr(D, 0, 0, TO_HOST, P, F | 16)),
    "uri": world(naptr(D, 0, 0, TO_URI, P, ROOT, URI),
                 naptr(D, 0, 1, TO_URI, P, E, URI),
                 naptr(D, 0, 2, TO_HOST, P, E, URI), flags=16, serves=133),
    "uri-not-asked": world(naptr(D, 0, 0, TO_URI, P, ROOT, URI),
                           naptr(D, 0, 1, TO_HOST, P, E)),
    "passed-over": world(naptr(D, 0, 0, OTHER, P, E),
                         naptr(D, 0, 0, TO_HOST, P, E, 8),
                         naptr(D, 0, 0, TO_HOST, P, ROOT),
                         naptr(D, 0, 0, TO_HOST, P, NO_NAME),
                         naptr(D, 0, 0, TO_HOST, P, E, 0, FAULTY),
                         naptr(D, 0, 0, TO_HOST, P, E, 0, TOO_LONG),
                         naptr(D, 0, 0, TO_HOST, P, E, 0, 2),
                         naptr(D, 7, 7, TO_HOST, P, E)),
    "equal-rank": world(naptr(D, 1, 0, TO_HOST, P, E),
                        naptr(D, 1, 0, TO_HOST, Q, F),
                        naptr(D, 1, 0, TO_HOST, PP, G), flags=4,
                        protocols=(5, 2, 0)),
    "one-protocol": world(naptr(D, 0, 0, TO_NAPTR, P | Q, E),
                          naptr(E, 0, 0, TO_HOST, P, F),
                          naptr(E, 0, 1, TO_HOST, Q, G),
                          naptr(E, 0, 2, TO_SRV, Q, G), srv(G, 0, 0, 0, F),
                          protocols=(0, 2)),
    "absent-later": world(naptr(D, 0, 0, TO_SRV, P, E),
                          naptr(D, 0, 1, TO_SRV, P, F),
                          lookups=((E, SRV_TEMPORARY), (F, SRV_ABSENT))),
    "absent": world(naptr(D, 0, 0, TO_NAPTR, P, E),
                    naptr(D, 0, 1, TO_SRV, P, F), naptr(D, 0, 2, TO_HOST, P, G),
                    lookups=((E, NAPTR_ABSENT), (F, SRV_TEMPORARY))),
    "absent-domain": world(lookups=((D, NAPTR_ABSENT),)),
    "temporary-domain": world(lookups=((D, NAPTR_TEMPORARY),)),
    "not-below": world(naptr(D, 0, 0, TO_NAPTR, P, E),
                       naptr(E, 0, 0, TO_HOST, Q, F),
                       naptr(D, 0, 1, TO_SRV, P, G),
                       lookups=((G, SRV_ABSENT),)),
}


def parameter(kind, *values):
    """A parameter: 32 bits for each value, or octets with their padding."""
    octets = b"".join(value if isinstance(value, bytes) else
                      value.to_bytes(4, "big") for value in values)
    head = kind.to_bytes(2, "big") + (4 + len(octets)).to_bytes(2, "big")
    return head + octets + bytes(-len(octets) % 4)


def fields(*values):
    return b"".join(value.to_bytes(4, "big") for value in values)


def draft(*parameters, flags=0):
    return bytes([flags]) + b"".join(parameters)


def rfc(*parameters, flags=0):
    return bytes([1 | flags]) + b"".join(parameters)


A = 0x40000000
POLICIES = {
    "draft-all": draft(*[parameter(6, number << 24 | values[0], *values[1:])
                         for number, values in (
                             (1, [0]), (2, [7]), (3, [0]), (4, [0xffffff]),
                             (5, [0x800000]), (6, [5, 1]), (7, [5, 1]),
                             (9, [0xffffff]))]),
    "draft-lud": draft(parameter(6, 6 << 24 | 5, 1)),
    "draft-plu-reserved": draft(parameter(6, 7 << 24 | 5, 0xff000001)),
    "draft-rr-reserved": draft(parameter(6, 1 << 24 | 1)),
    "draft-rlu-type": draft(parameter(7, 9 << 24 | 5)),
    "draft-wrr-type": draft(parameter(7, 2 << 24 | 5)),
    "draft-unlisted": draft(parameter(6, 8 << 24 | 5)),
    "draft-unknown": draft(parameter(6, 200 << 24, b"abc")),
    "draft-0": draft(parameter(6, 5)),
    "rfc-all": rfc(*[parameter(8, number, *values) for number, values in (
        (1, []), (2, [7]), (3, []), (4, [0xffffffff]), (5, [9]),
        (A | 1, [0x80000000]), (A | 2, [5, 1]), (A | 3, [5, 1]),
        (A | 4, [0xffffffff]))]),
    "rfc-lud": rfc(parameter(8, A | 2, 5, 1)),
    "rfc-plu": rfc(parameter(8, A | 3, 5, 0xffffffff)),
    "rfc-private": rfc(parameter(8, 0x80000001, b"12345")),
    "rfc-reserved": rfc(parameter(8, 6)),
    "rfc-invalid": rfc(parameter(8, A)),
    "rfc-short": rfc(parameter(8, 2)),
    "rfc-long": rfc(parameter(8, 1, 0)),
    "rfc-padding": rfc(parameter(8, 7, b"12345")[:-3] + b"1\0\0"),
    "rfc-actions": rfc(parameter(0x8008, 1), parameter(0xc123, b"x"),
                       parameter(8, 1), parameter(0x4123, b"xy")),
    "rfc-nested": rfc(parameter(8, 1), parameter(9, b"pool!")[:-3],
                      flags=NESTED),
    "fields-lud": rfc(fields(7, 1, 2, 3, 4, 5, 6), flags=FIELDS),
    "fields-prio-draft": draft(fields(5, 1, 2, 3, 4, 5, 6), flags=FIELDS),
    "fields-opaque": rfc(fields(0, 99, 2, 3, 4, 5, 6), flags=FIELDS),
    "fields-longest": rfc(fields(0, 99, 2, 3, 4, 5, 65524), flags=FIELDS),
    "fields-least": draft(fields(0, 99, 2, 3, 4, 5, 3), flags=FIELDS),
    "fields-too-short": draft(fields(0, 99, 2, 3, 4, 5, 2), flags=FIELDS),
    "fields-number": draft(fields(0, 256, 2, 3, 4, 5, 3), flags=FIELDS),
    "fields-known": draft(fields(0, 9, 2, 3, 4, 5, 3), flags=FIELDS),
    "fields-invalid": rfc(fields(0, A, 2, 3, 4, 5, 3), flags=FIELDS),
    "fields-too-long": draft(fields(0, 99, 2, 3, 4, 5, 65528), flags=FIELDS),
    "fields-range": draft(fields(2, 0, 1 << 24, 0, 0, 0, 0), flags=FIELDS),
}

def enter(number, value=0, degradation=0):
    return bytes([REGISTER, number, value, degradation])


def leave(number):
    return bytes([DEREGISTER, number, 0, 0])


def choose(k, times=1):
    return bytes([SELECT | k << 3, 0, times - 1, 0])


def move(places):
    return bytes([MOVE, places, 0, 0])


def other(what, number=1, value=0):
    return bytes([OTHER | what << 3, number, value, 0])


FEW = [enter(1, 3, 1), enter(2, 1, 2), enter(3, 0, 0), enter(65, 3, 1),
       enter(130, 5, 4)]
POOLS = {f"{dialect}-{kind}": pool(
    dialect, kind, *FEW, choose(1, 8), choose(3, 4), move(5), leave(2),
    choose(31, 3), move(9), enter(2, 7, 1), enter(1, 0, 0), choose(2, 9),
    other(0), other(1), other(2), other(3), enter(0), leave(9), move(2),
    leave(1), leave(2), leave(3), leave(65), choose(0), choose(5, 2),
    leave(130), choose(1), places=5)
         for dialect in DIALECTS for kind in KINDS}
POOLS["wrr-great"] = pool("rfc5356", "WRR", enter(1, 255), enter(2, 190),
                          enter(3, 1), enter(4, 254), choose(1, 16),
                          choose(31, 16), other(3), enter(1, 2), choose(4, 16),
                          enter(4, 0), enter(2, 255), choose(1, 16))
POOLS["full"] = pool("rfc5356", "LU", enter(1), enter(2), enter(3), enter(1, 9),
                     move(130), move(1), move(3), enter(3), choose(31, 4),
                     places=2)
POOLS["range"] = pool("draft-01", "LUD", enter(1, 223, 223), enter(2, 184),
                      enter(3, 0, 184), choose(2, 16))
POOLS["faulty-draws"] = bytes([POOLS["rfc5356-WRAND"][0] | 32]) + \
    POOLS["rfc5356-WRAND"][1:]
POOLUSERS = {kind: pooluser(
    kind, bytes([NEXT | 7 << 3, 0, LAST_FAILED, 0, NEXT | 4 << 3, 0, FAILED, 0,
                 FAILED, 0, FAILED, 255, NEXT | 7 << 3, 0, FAILED, 3,
                 NEXT | 3 << 3, 0, OUTDATE, 0, NEXT, 0, LIST, 2, NEXT, 0,
                 LAST_FAILED, 0, NEXT, 0, LAST_FAILED, 0, NEXT, 0]),
    elements=5) for kind in KINDS}

MADE = {"walk": WORLDS, "policy": POLICIES, "pool": POOLS,
        "pooluser": POOLUSERS}


def file_octets(document, vectors):
    """The file with these vectors alone, which need no twins."""
    alone = [{name: member for name, member in vector.items()
              if name != "twin"} for vector in vectors]
    return json.dumps({**document, "vectors": alone},
                      separators=(",", ":")).encode()


def write_made(out):
    for target, inputs in MADE.items():
        folder = pathlib.Path(out, target)
        folder.mkdir(parents=True)
        for name, octets in inputs.items():
            (folder / name).write_bytes(octets)
    return {target: len(inputs) for target, inputs in MADE.items()}


def main(vectors, out):
    shutil.rmtree(out, ignore_errors=True)
    count = write_made(out)
    for path in sorted(pathlib.Path(vectors).glob("*/*.json")):
        document = json.loads(path.read_text())
        for vector in document.get("vectors", []):
            made = list(seeds(document["op"], vector))
            made.append(("vector_file", file_octets(document, [vector])))
            for n, (target, octets) in enumerate(made):
                folder = pathlib.Path(out, target)
                folder.mkdir(parents=True, exist_ok=True)
                name = vector["id"].replace("/", "-") + f"-{n}"
                (folder / name).write_bytes(octets)
                count[target] = count.get(target, 0) + 1
    for target in sorted(count):
        print(target, count[target], "seeds")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
