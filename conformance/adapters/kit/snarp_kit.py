"""The adapter protocol (docs/adapter-protocol.md) for adapters in Python.

An adapter gives serve() one function for each thing that its implementation
can do, all of them with the kind of record first, "naptr" or "srv":

    decode(kind, rdata)                    a record
    decode/message(kind, message)          a list of records
    encode(kind, record)                   RDATA
    encode/message(kind, record, owner)    a message, the record its answer
    scan(kind, text, origin)               RDATA
    scan/origin(kind, text, origin)        RDATA
    print(kind, record)                    text, a str

A record is a dictionary of the fields in FIELDS: numbers, and octets as bytes;
in a result a str is presentation text. `text` is bytes, `origin` a str.

The adapter calls its library inside `with library():`; what is raised there is
the refusal of the input. All other exceptions are faults of the adapter: they
end it, with their traceback on standard error.
"""

import contextlib
import json
import sys

FIELDS = {
    "naptr": ("order", "preference", "flags", "services", "regexp",
              "replacement"),
    "srv": ("priority", "weight", "port", "target"),
}

# Where RDATA stands in what alone() returns: past all that a pointer reaches.
ALONE = 16384


class Refusal(Exception):
    """The input is refused; `reason` is a word of the vectors or None."""

    def __init__(self, words, reason=None):
        super().__init__(words)
        self.reason = reason


class Unsupported(Exception):
    """The implementation cannot be asked this."""


@contextlib.contextmanager
def library():
    """What the library raises in this block refuses the input."""
    try:
        yield
    except (Refusal, Unsupported):
        raise
    except Exception as error:
        raise Refusal("%s: %s" % (type(error).__name__, error)) from error


def octets(hexadecimal):
    """Octets of a request, from hexadecimal."""
    return bytes.fromhex(hexadecimal)


def hexadecimal(octets):
    """Octets of an answer, to hexadecimal."""
    return octets.hex()


def text_octets(text):
    """The octets of zone-file text; one character stands for one octet."""
    return text.encode("latin-1")


def octets_text(octets):
    """Zone-file text of an answer from its octets."""
    return octets.decode("latin-1")


def alone(rdata):
    """RDATA for a function that wants a message around it, at the offset
    ALONE. Every compression pointer leads into octets that are no label."""
    return b"\x80" * ALONE + rdata


def labels(name):
    """The labels of an uncompressed name in wire form, without the root's."""
    found = []
    at = 0
    while at < len(name) and 0 < name[at] < 64:
        found.append(name[at + 1:at + 1 + name[at]])
        at += 1 + name[at]
    if name[at:] != b"\0":
        raise Unsupported("these octets are no name, and it takes labels")
    return found


def rdata_in_answer(message):
    """The octets of the RDATA of the first record of a message that the
    implementation wrote with one question, just as they stand there."""
    at = past_name(message, past_name(message, 12) + 4)
    length = int.from_bytes(message[at + 8:at + 10], "big")
    return message[at + 10:at + 10 + length]


def past_name(message, at):
    while message[at] != 0:
        if message[at] >= 0xC0:
            return at + 2
        at += 1 + message[at]
    return at + 1


def given(kind, request):
    """The record of a request."""
    return {field: value if isinstance(value, int) else octets(value)
            for field, value in request.items() if field in FIELDS[kind]}


def shown(record):
    """A record as an answer has it."""
    out = {}
    for field, value in record.items():
        if isinstance(value, str):
            out[field + "_text"] = value
        else:
            out[field] = value if isinstance(value, int) else value.hex()
    return out


CALLS = {
    "decode": lambda f, kind, request:
        shown(f(kind, octets(request["rdata"]))),
    "decode/message": lambda f, kind, request:
        {"records": [shown(record)
                     for record in f(kind, octets(request["message"]))]},
    "encode": lambda f, kind, request:
        {"rdata": hexadecimal(f(kind, given(kind, request)))},
    "encode/message": lambda f, kind, request:
        {"rdata": hexadecimal(rdata_in_answer(
            f(kind, given(kind, request), octets(request["owner"]))))},
    "scan": lambda f, kind, request:
        {"rdata": hexadecimal(
            f(kind, text_octets(request["text"]), request["origin"]))},
    "print": lambda f, kind, request: {"text": f(kind, given(kind, request))},
}
CALLS["scan/origin"] = CALLS["scan"]


def serve(name, version, functions, kinds=("naptr", "srv")):
    """Answers requests until the input ends. `functions` has them by the names
    above."""
    caps = {"%s.%s" % (kind, verb): (kind, verb, functions[verb])
            for kind in kinds for verb in functions}
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if request["op"] == "hello":
            answer = {"proto": 1, "name": name, "version": version,
                      "caps": list(caps)}
        else:
            answer = {"id": request["id"], **outcome(request, caps)}
        sys.stdout.write(json.dumps(answer, separators=(",", ":")) + "\n")
        sys.stdout.flush()


def outcome(request, caps):
    if request["op"] == "echo":
        return {"ok": echo(request)}
    cap = cap_of(request)
    if cap not in caps:
        return {"unsupported": "no " + cap}
    kind, verb, function = caps[cap]
    try:
        return {"ok": CALLS[verb](function, kind, request)}
    except Unsupported as why:
        return {"unsupported": str(why)}
    except Refusal as refusal:
        if refusal.reason is None:
            return {"reject": str(refusal)}
        return {"reject": str(refusal), "reason": refusal.reason}


def cap_of(request):
    if "message" in request or "owner" in request:
        return request["op"] + "/message"
    if request.get("origin", ".") != ".":
        return request["op"] + "/origin"
    return request["op"]


def echo(request):
    return {"octets": hexadecimal(octets(request["octets"])),
            "text": octets_text(text_octets(request["text"]))}
