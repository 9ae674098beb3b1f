"""What each subject answers where it leaves some rules aside.

A model takes an op, the member `in` of a vector, the names of the rules that
are left aside and libsnarp's answer, and gives what the subject answers, and
which of the names made a difference. An answer is an expectation as in
peers.py, {"unreadable": True} where the subject's own text for a name cannot be
read, {"as": in} for libsnarp's answer to another input, or {"any": True} where
that is not modelled.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""

import struct

import inputs
import lax
import texts


def answer_of(read, show):
    """A reading as an expectation."""
    try:
        return show(read())
    except lax.Refusal:
        return {"reject": None}
    except Unreadable:
        return {"unreadable": True}
    except lax.Unforeseen:
        return {"any": True}


class Unreadable(Exception):
    """The text for a name is none."""


def reader(op, given, without, **limits):
    """A function that reads the records of a request, and the reader."""
    kind = op.split(".")[0]
    if "message" in given:
        made = lax.Reader(bytes.fromhex(given["message"]), without, **limits)
    else:
        octets = lax.alone(kind, bytes.fromhex(given["rdata"]))
        made = lax.Reader(octets, without, lax.ALONE_AT, **limits)
    return made, lambda: made.records(kind)


# What an adapter tells of fields that the library left out.
NOTHING = {"naptr": (0, 0, "", "", "", ""), "srv": (0, 0, 0, "")}


def value_of(op, given, records, show):
    """The records as an answer has them; `show` makes its fields."""
    kind = op.split(".")[0]
    missing = NOTHING[kind]
    shown = [dict(zip(lax.FIELDS[kind], [*map(show, record),
                                         *missing[len(record):]]))
             for record in records]
    if "message" in given:
        return {"value": {"records": shown}}
    return {"value": shown[0]} if len(shown) == 1 else {"reject": None}


def plain(field):
    """A field as it was read."""
    if isinstance(field, list):
        return inputs.name_of(field).hex()
    return field.hex() if isinstance(field, bytes) else field


# --- c-ares

def cares_decode(op, given, without, _):
    made, read = reader(op, given, without, jumps_most=50)

    def show(field):
        if isinstance(field, bytes):
            return cut(field, made).hex()
        return cares_name(field, made) if isinstance(field, list) else field

    answer = answer_of(read, lambda records: value_of(op, given, records, show))
    return answer, made.used


def cut(string, made):
    """A C string ends at a zero octet."""
    if b"\0" in string and made.leaves("string-any-octet"):
        return string.partition(b"\0")[0]
    return string


def cares_name(labels, made):
    """Its text: a label of a zero octet alone ends it, a blank is not escaped.
    What is read from that text."""
    if b"\0" in labels and made.leaves("label-zero"):
        labels = labels[:labels.index(b"\0")] + [b""]
        if labels != [b""]:
            raise Unreadable
        labels = []
    if any(b" " in label for label in labels) and made.leaves("label-blank"):
        labels[0] = labels[0].lstrip(b" ")
        if any(b" " in label for label in labels) or not (
                labels[0] or len(labels) == 1):
            raise Unreadable
        labels = [label for label in labels if label]
    name = inputs.name_of(labels)
    if len(name) > lax.NAME_MOST:
        raise Unreadable
    return name.hex()


# --- ldns

def ldns_decode(op, given, without, _):
    made, read = reader(op, given, without, pointer_least=1)

    return answer_of(read, lambda records: value_of(op, given, records,
                                                    plain)), made.used


def ldns_encode(op, given, without, answer):
    """The octets of a name are written as they are, whatever they are."""
    kind = op.split(".")[0]
    reason = "name-" + str(answer.get("reject"))
    if reason not in without:
        return answer, set()
    return {"value": {"rdata": inputs.written(kind, given).hex()}}, {reason}


def ldns_scan(op, given, without, answer):
    kind = op.split(".")[0]
    try:
        text, used = texts.ldns(kind, given["text"], without,
                                given.get("origin", "."))
    except texts.NotLeft:
        return answer, set()
    except texts.Any as why:
        return {"any": True}, why.args[0]
    if text is None:
        return {"reject": None}, used
    if isinstance(text, str):
        return {"as": {**given, "text": text}}, used
    return ldns_generic(kind, text, without, used)


def ldns_generic(kind, rdata, without, used):
    """It is read behind its length, and a pointer leads from there."""
    message = len(rdata).to_bytes(2, "big") + rdata
    made = lax.Reader(message, without, 2, pointer_least=1)
    made.used = used

    def show(record):
        fields, _ = record
        return {"value": {"rdata": b"".join(
            field.to_bytes(2, "big") if isinstance(field, int) else
            inputs.name_of(field) if isinstance(field, list) else
            bytes([len(field)]) + field for field in fields).hex()}}

    return answer_of(lambda: made.record(kind, 2, len(message)), show), used


def ldns_print(op, given, without, answer):
    """A quote in a name is printed without a backslash."""
    name = given[inputs.NAMES[op.split(".")[0]]]
    if "22" in [name[i:i + 2] for i in range(0, len(name), 2)] and \
            "print-quote" in without:
        return {"unreadable": True}, {"print-quote"}
    return answer, set()


# --- dnspython

def dnspython_decode(op, given, without, answer):
    if "rdata" in given:
        return answer, set()
    made, read = reader(op, given, without, by_class=True,
                        jumps_most=16)

    return answer_of(read, lambda records: value_of(op, given, records,
                                                    plain)), made.used


def dnspython_encode(op, given, without, answer):
    """The longest end of a name that the owner has, too, becomes a pointer."""
    if "owner" not in given or "value" not in answer or \
            "no-compression" not in without:
        return answer, set()
    kind = op.split(".")[0]
    labels = inputs.labels_of(bytes.fromhex(given[inputs.NAMES[kind]]))
    owner = bytes.fromhex(given["owner"])
    ends = {}
    for at, labels_left in ends_of(owner):
        ends[labels_left] = at
    for n in range(len(labels)):
        left = tuple(label.lower() for label in labels[n:])
        if left in ends:
            break
    else:
        return answer, set()
    pointer = (0xc000 | 12 + ends[left]).to_bytes(2, "big")
    name = inputs.name_of(labels[:n])[:-1] + pointer
    rdata = inputs.written(kind, {**given, inputs.NAMES[kind]: name.hex()})
    return {"value": {"rdata": rdata.hex()}}, {"no-compression"}


def dnspython_scan(op, given, without, answer):
    try:
        text, used = texts.dnspython(op.split(".")[0], given["text"], without,
                                     given.get("origin", "."))
    except texts.NotLeft:
        return answer, set()
    if text is None:
        return {"reject": None}, used
    if "raw-octets" in used:
        return {"any": True}, used
    return {"as": {**given, "text": text}}, used


def ends_of(name):
    """Where each label begins, and the labels from there on in lower case."""
    labels, at = inputs.labels_of(name), 0
    for n, label in enumerate(labels):
        yield at, tuple(label.lower() for label in labels[n:])
        at += 1 + len(label)


# --- rsplib

POLICY, TYPE_BITS, HEADER = 8, 0x3fff, 8
PRIVATE, OPAQUE = 0x80000000, ""
POLICIES = {1: ("RR",), 2: ("WRR", "weight"), 3: ("RAND",),
            4: ("WRAND", "weight"), 5: ("PRIO", "priority"),
            0x40000001: ("LU", "load"),
            0x40000002: ("LUD", "load", "degradation"),
            0x40000003: ("PLU", "load", "degradation"),
            0x40000004: ("RLU", "load"),
            0xb0002001: (OPAQUE, 1, 2, 3),  # its own
            0xb0002002: (OPAQUE, 1, 2, 3)}


def rsplib_decode(op, given, without, answer):
    """The first policy of a response to which the parameter is given."""
    parameter = bytes.fromhex(given["parameter"])
    used = set()

    def leaves(rule):
        used.update({rule} & without)
        return rule in without

    if len(parameter) < HEADER:
        return answer, used
    size = int.from_bytes(parameter[2:4], "big")
    if size < 4 and leaves("length-least"):
        parameter = parameter[4:]  # what is left may be a policy
    return rsplib_policy(parameter, leaves), used


def rsplib_policy(parameter, leaves):
    if len(parameter) < HEADER:
        return {"reject": None}
    kind, size, number = struct.unpack_from("!HHI", parameter)
    if number not in POLICIES:
        leaves("private" if number >= PRIVATE else "reserved")
        return {"reject": None}
    name, *members = POLICIES[number]
    end, after = HEADER + 4 * len(members), size + -size % 4
    if name == OPAQUE and size < end:
        leaves("private")
    holds = (end <= size and after <= len(parameter) and
             (kind == POLICY or kind & TYPE_BITS == POLICY and
              leaves("type-bits")) and
             (size == end or leaves("fields-alone")) and
             (len(parameter) == after or leaves("list-end")))
    if not holds:
        return {"reject": None}
    if name == OPAQUE:
        return {"value": {"policy": number,
                          "data": parameter[HEADER:end].hex()}}
    values = struct.unpack_from(f"!{len(members)}I", parameter, HEADER)
    return {"value": {"policy": name, **dict(zip(members, values))}}


def as_libsnarp(op, given, without, answer):
    return answer, set()


# What each is asked.
SUBJECTS = {
    "ldns": [op for op in inputs.OPS if op.endswith(
        ("decode", "encode", "scan", "print")) and op[0] != "p"],
    "c-ares": ["naptr.decode", "srv.decode"],
    "dnspython": [op for op in inputs.OPS if op[0] != "p"],
    "rsplib": ["policy.decode", "policy.encode"],
}

MODELS = {
    ("rsplib", "decode"): rsplib_decode,
    ("dnspython", "scan"): dnspython_scan,
    ("dnspython", "decode"): dnspython_decode,
    ("dnspython", "encode"): dnspython_encode,
    ("ldns", "scan"): ldns_scan,
    ("ldns", "encode"): ldns_encode,
    ("ldns", "print"): ldns_print,
    ("ldns", "decode"): ldns_decode,
    ("c-ares", "decode"): cares_decode,
}


def model(subject, op):
    return MODELS.get((subject, op.split(".")[1]), as_libsnarp)
