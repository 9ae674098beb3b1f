"""What a case can be changed to: one or more edits that respect its structure.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import json

from cases import Case

HEX = {"rdata", "message", "parameter", "parameters", "data", "flags",
       "services", "regexp", "replacement", "target", "owner", "rdatas"}
WORDS = {"dialect": ["draft-01", "rfc5356"], "prefer": ["client", "zone"],
         "policy": ["RR", "WRR", "RAND", "WRAND", "PRIO", "LU", "LUD", "PLU",
                    "RLU"]}
NAMES = {"target", "replacement", "owner"}  # what is left is no name
KEPT = {"op", "rcode", "type", "ttl"}
EDGES = [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 63, 64, 127, 128, 255, 256,
         32767, 32768, 65534, 65535]
WIDE = [65536, 0x7fffff, 0x800000, 0xfffffe, 0xffffff, 0x1000000, 0x7fffffff,
        0x80000000, 0xfffffffe, 0xffffffff]
TEXTS = ['"', "\\", "(", ")", ";", "\n", " ", "\t", "\r", ".", "\\.", "\\046",
         "\\000", "\\255", "\\256", "\\", "@", "\0", "\x7f", "\xff", "0", "9",
         "a", "Z", "-", "+", ":", "!", "\\#", "*", "\\1", "x-", '""', "65535",
         "65536", "; c\n"]
OCTETS = [0x00, 0x01, 0x20, 0x21, 0x22, 0x2b, 0x2d, 0x2e, 0x30, 0x39, 0x3a,
          0x3f, 0x40, 0x41, 0x5a, 0x5b, 0x5c, 0x61, 0x7a, 0x7b, 0x7f, 0x80,
          0xc0, 0xc1, 0xff]
MOST = {"select": 40, "times": 60, "next": 20, "count": 0, "runs": 0}
VALUES = {"WRR": ["weight"], "WRAND": ["weight"], "PRIO": ["priority"],
          "LU": ["load"], "RLU": ["load"], "LUD": ["load", "degradation"],
          "PLU": ["load", "degradation"]}


def octets(rng, text):
    """Hexadecimal: flips, cuts, inserts, what looks like a length."""
    data = bytearray.fromhex(text)
    at = rng.randrange(len(data) + 1)
    how = rng.randrange(7)
    if how == 0 and at < len(data):
        data[at] ^= 1 << rng.randrange(8)
    elif how == 1 and at < len(data):
        data[at] = rng.choice(OCTETS)
    elif how == 2:
        data[at:at] = bytes([rng.choice(OCTETS)])
    elif how == 3:
        del data[at:at + rng.choice([1, 1, 1, 2, 4, 16])]
    elif how == 4 and at < len(data):
        data[at] = (data[at] + rng.choice([-1, 1])) & 0xff
    elif how == 5:
        end = min(len(data), at + rng.choice([1, 2, 4, 8, 64]))
        data[at:at] = data[at:end]
    elif how == 6 and at < len(data):
        data[at:at + 1] = data[at:at + 1].swapcase()
    return data[:4096].hex()


def text_of(rng, text):
    at = rng.randrange(len(text) + 1)
    how = rng.randrange(5)
    if how == 0:
        return text[:at] + rng.choice(TEXTS) + text[at:]
    if how == 1:
        return text[:at] + text[at + rng.choice([1, 1, 2, 8]):]
    if how == 2:
        return text[:at] + rng.choice(TEXTS) + text[at + 1:]
    if how == 3:
        return text[:at] + text[at:at + 1].swapcase() + text[at + 1:]
    end = min(len(text), at + rng.choice([1, 2, 8, 64]))
    return (text[:end] + text[at:])[:4096]


def number(rng, value, most):
    how = rng.randrange(3)
    if how == 0:
        value += rng.choice([-1, 1])
    else:
        value = rng.choice(EDGES + (WIDE if how == 2 else []))
    return min(max(value, 0), most)


def most_of(op, name):
    if name in MOST:
        return MOST[name]
    if name == "draws":
        return 1 << 48
    return 0xffff if op.startswith(("naptr", "srv", "snaptr")) else 0xffffffff


def sites(value, name, holder, key):
    """All places below: (holder, key, name of the member)."""
    if name not in KEPT:
        yield holder, key, name
    if isinstance(value, dict):
        for inner in list(value):
            yield from sites(value[inner], inner, value, inner)
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from sites(item, name, value, i)


def change_list(rng, items, spare):
    if not items:
        return
    at = rng.randrange(len(items))
    how = rng.randrange(4)
    if how == 0 and len(items) > 1:
        del items[at]
    elif how == 1:
        items.insert(rng.randrange(len(items) + 1), items[at])
    elif how == 2:
        other = rng.randrange(len(items))
        items[at], items[other] = items[other], items[at]
    elif spare:
        items.insert(at, rng.choice(spare))
    del items[400:]


def change(rng, op, holder, key, name, spare):
    value = holder[key]
    if isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = number(rng, value, most_of(op, name))
    elif isinstance(value, list):
        change_list(rng, value, spare)
    elif isinstance(value, str) and name in WORDS:
        holder[key] = rng.choice(WORDS[name])
    elif isinstance(value, str) and name in HEX:
        holder[key] = octets(rng, value)
    elif isinstance(value, str) and value != "all":
        holder[key] = text_of(rng, value)


# --- worlds

def strings(rdata):
    """NAPTR: the fixed octets, the three strings, the name; or None."""
    found, at = [rdata[:4]], 4
    for _ in range(3):
        if at >= len(rdata):
            return None
        found.append(rdata[at + 1:at + 1 + rdata[at]])
        at += 1 + rdata[at]
    return found + [rdata[at:]]


def joined(parts):
    return parts[0] + b"".join(bytes([len(p)]) + p for p in parts[1:4]) \
        + parts[4]


def name_in(rng, record, at, names):
    return record[:at] + rng.choice(names) if names else record


def change_rdata(rng, record, names):
    data = bytes.fromhex(record["rdata"])
    if record["type"] == "SRV" and len(data) > 7:
        at = rng.randrange(7)
        if at == 6:
            return name_in(rng, data, 6, names)
        return data[:at] + bytes([rng.choice([0, 1, 2, 255])]) + data[at + 1:]
    parts = strings(data) if record["type"] == "NAPTR" else None
    if parts is None:
        return data
    which = rng.randrange(5)
    if which == 0:
        at = rng.randrange(4)
        parts[0] = parts[0][:at] + bytes([rng.choice([0, 1, 2, 10, 255])]) + \
            parts[0][at + 1:]
    elif which == 4:
        parts[4] = rng.choice(names)
    elif which == 1:
        parts[1] = rng.choice([b"", b"s", b"a", b"S", b"A", b"u", b"U", b"p",
                               b"x", b"sa"])
    else:
        parts[which] = bytes.fromhex(octets(rng, parts[which].hex()))[:255]
    return joined(parts)


def names_of(world):
    found = [b"\0"]
    for record in world.records():
        data = bytes.fromhex(record["rdata"])
        parts = strings(data) if record["type"] == "NAPTR" else None
        if record["type"] == "SRV":
            found.append(data[6:])
        elif parts:
            found.append(parts[4])
    return found


def change_world(rng, world):
    how = rng.randrange(6)
    answers = list(world.dns.values())
    if how == 0 and world.connects:
        key = rng.choice(list(world.connects))
        world.connects[key] = not world.connects[key]
    elif how == 1 and answers:
        rng.choice(answers)["rcode"] = rng.choice(
            ["NOERROR", "NXDOMAIN", "SERVFAIL", "REFUSED", "TIMEOUT"])
    elif how == 2 and answers:
        change_list(rng, rng.choice(answers).setdefault("records", []),
                    world.records())
    elif world.records():
        record = rng.choice(world.records())
        rdata = change_rdata(rng, record, names_of(world)).hex()
        for name in set(record) - {"name", "type", "ttl", "rdata"}:
            del record[name]
        record["rdata"] = rdata


# --- pools

def policy_step(rng, policy, base):
    step = dict(base)
    for name in VALUES.get(policy, []):
        step[name] = rng.choice([0, 1, 1, 2, 3, 5, 10, 100, rng.choice(WIDE),
                                 rng.randrange(1 << rng.randrange(1, 33))])
    return step


def story(rng, dialect, policy):
    """A pool from nothing: registrations, changes, selections."""
    ids = [rng.choice([rng.randrange(40), rng.getrandbits(32),
                       1 << rng.randrange(32)])
           for _ in range(rng.choice([1, 2, 3, 5, 9, 17, 40]))]
    steps = [policy_step(rng, policy, {"register": n})
             for n in ids[:rng.randrange(len(ids) + 1)]]
    for _ in range(rng.choice([2, 5, 20])):
        how = rng.randrange(5)
        if how == 0:
            steps.append({"deregister": rng.choice(ids)})
        elif how == 1:
            steps.append(policy_step(rng, policy,
                                     {"register": rng.choice(ids)}))
        elif how == 2:
            steps.append({"select": rng.choice([1, 1, 2, 3]),
                          "times": rng.choice([1, 3, 10, 60])})
        else:
            steps.append({"select": rng.choice([0, 1, 1, 2, 3, 8, "all"])})
    return {"op": "pool.run", "dialect": dialect, "policy": policy,
            "steps": steps}


def changed(rng, case, spare):
    """Another case, near this one."""
    request = case.request
    if request["op"] == "pool.run" and rng.randrange(2):
        return Case("", story(rng, request["dialect"], request["policy"]))
    new = case.clone()
    if "draws" in new.request and rng.randrange(2):
        del new.request["draws"]
    for _ in range(rng.choice([1, 1, 1, 2, 2, 3, 5])):
        if new.world is not None and rng.randrange(3):
            change_world(rng, new.world)
            continue
        places = [place for name in new.request if name not in KEPT
                  for place in sites(new.request[name], name, new.request,
                                     name)]
        if places:
            change(rng, request["op"], *rng.choice(places), spare)
    return new


def often(request):
    """Whether it asks for frequencies, which no octets can be compared of."""
    return "runs" in request or '"count"' in json.dumps(request)
