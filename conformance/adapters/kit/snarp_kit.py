"""The adapter protocol (docs/adapter-protocol.md) for adapters in Python.

An adapter is a class made from Adapter, with `name`, `version` and a method
for each thing that its implementation can do. All of them have the kind of
record first, "naptr" or "srv":

    decode(kind, rdata)             a record
    decode_message(kind, message)   the records of its answer section
    encode(kind, record, owner)     a message, the record its first answer
    scan(kind, text, origin)        RDATA
    print(kind, record)             text, a str
    check(kind, record)             notes, a list of words
    canonical(kind, record)         RDATA in canonical form
    sort(kind, rdatas)              RDATA of an RRset in canonical form and order

Those of a client have other parameters:

    parse(services)                 the service and its protocols, as str
    match(services, service, protocol)
    print_service(service, protocols)   the service field
    order(records, draws)           indexes of SRV records; draws is a list only
                                    where the request has some
    resolve(request, world)         the result of a resolution: {"end": ...};
                                    a World has the DNS and the servers

Those of RSerPool have the dialects "draft-01" and "rfc5356", of which the
adapter has some in `dialects`:

    decode_policy(dialect, parameter)   a policy as an answer has it; an unknown
                                        one may have its data as bytes
    encode_policy(dialect, policy)      the parameter; data is bytes

`options` names what of the protocol's options their ops take, such as
{"resolve": ("zone", "why")}; "runs" is the kit's own.

A record is a dictionary of the fields in FIELDS, in their order: numbers, and
octets as bytes. A result may also be the values alone; a str in it is
presentation text. `text` is bytes, `origin` a str. The owner is the root where
the request has none.

`refusals` are the exceptions by which the implementation refuses its input.
All others are faults of the adapter: they end it, with their traceback on
standard error.
"""

import collections
import io
import json
import sys

FIELDS = {
    "naptr": ("order", "preference", "flags", "services", "regexp",
              "replacement"),
    "srv": ("priority", "weight", "port", "target"),
}

TYPES = {"naptr": 35, "srv": 33}

# The ops of a client and their methods.
CLIENT = {"service.parse": "parse", "service.match": "match",
          "service.print": "print_service", "srv.order": "order",
          "snaptr.resolve": "resolve"}

# The ops of RSerPool and their methods.
POLICY = {"policy.decode": "decode_policy", "policy.encode": "encode_policy"}

# Where RDATA stands in what alone() returns: past all that a pointer reaches.
ALONE = 16384


class Refusal(Exception):
    """The input is refused; `reason` is a word of the vectors or None."""

    def __init__(self, words, reason=None):
        super().__init__(words)
        self.reason = reason


class Unsupported(Exception):
    """The implementation cannot be asked this."""


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


def text_file(octets):
    """A file of this text, as files are opened: in UTF-8 nearly everywhere."""
    return io.TextIOWrapper(io.BytesIO(octets), "utf-8")


def alone(rdata):
    """RDATA for a function that wants a message around it, at the offset
    ALONE. Every compression pointer leads into octets that are no label."""
    return b"\x80" * ALONE + rdata


def labels(name):
    """The labels of an uncompressed name in wire form, the root's too."""
    found = []
    at = 0
    while at < len(name) and 0 < name[at] < 64:
        found.append(name[at + 1:at + 1 + name[at]])
        at += 1 + name[at]
    if name[at:] != b"\0":
        raise Unsupported("these octets are no name, and it takes labels")
    return found + [b""]


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
    return {field: request[field] if isinstance(request[field], int)
            else octets(request[field]) for field in FIELDS[kind]}


def shown(kind, record):
    """A record as an answer has it."""
    if not isinstance(record, dict):
        record = dict(zip(FIELDS[kind], record))
    out = {}
    for field, value in record.items():
        if isinstance(value, str):
            out[field + "_text"] = value
        else:
            out[field] = value if isinstance(value, int) else value.hex()
    return out


def write(message):
    sys.stdout.write(json.dumps(message, separators=(",", ":")) + "\n")
    sys.stdout.flush()


class World:
    """What a client sees of a scenario: it asks, and the runner answers.
    `additional` has the records of the additional section of the last answer,
    as dns() returns those of the answer section."""

    def __init__(self, request):
        self.request = request["id"]
        self.additional = []

    def dns(self, name, kind):
        """The RCODE and the records of the answer section. The name is text
        with its final dot, the kind "NAPTR", "SRV", "A", "AAAA" or "CNAME". A
        record is a dictionary as in docs/adapter-protocol.md, octets and names
        in wire form as bytes."""
        answer = self.ask({"dns": [name, kind]})
        self.additional = [heard(record)
                           for record in answer.get("additional", [])]
        return answer["rcode"], [heard(record)
                                 for record in answer.get("records", [])]

    def connect(self, *target):
        """Whether a server was contacted: host, port (0 for the default of
        the protocol) and protocol, or a URI and a protocol."""
        return self.ask({"connect": target})["connected"]

    def ask(self, question):
        write({"id": self.request, "ask": question})
        line = sys.stdin.buffer.readline()
        if not line:
            sys.exit("the input ended before the answer to a question")
        message = json.loads(line)
        if message["id"] != self.request:
            raise ValueError("no answer to the question: %r" % message)
        return message["answer"]


def heard(record):
    """A record of an answer, its octets as bytes."""
    fields = FIELDS.get(record["type"].lower(), ("target",))
    return {member: octets(value)
            if isinstance(value, str) and member in ("rdata", *fields)
            else value for member, value in record.items()}


class Adapter:
    refusals = ()
    options = {}
    dialects = ()
    caps = {"decode": ("decode",), "decode_message": ("decode/message",),
            "encode": ("encode", "encode/message"),
            "scan": ("scan", "scan/origin"), "print": ("print",),
            "check": ("check",), "canonical": ("canonical",),
            "sort": ("sort",)}

    def serve(self):
        """Answers requests until the input ends."""
        for line in sys.stdin.buffer:
            request = json.loads(line)
            if request["op"] == "hello":
                answer = self.hello()
            else:
                answer = {"id": request["id"], **self.answer(request)}
            write(answer)

    def hello(self):
        caps = [kind + "." + cap for kind in FIELDS
                for method in self.caps if hasattr(self, method)
                for cap in self.caps[method]]
        for op, method in CLIENT.items():
            if hasattr(self, method):
                caps += [op] + [op + "/" + option
                                for option in self.options.get(method, ())]
        for op, method in POLICY.items():
            if hasattr(self, method):
                caps += [op] + [op + "/" + dialect
                                for dialect in self.dialects]
        return {"proto": 1, "name": self.name, "version": self.version,
                "caps": caps}

    def answer(self, request):
        if request["op"] == "echo":
            return {"ok": echo(request)}
        kind, method = request["op"].split(".")
        if method == "decode" and "message" in request:
            method = "decode_message"
        method = {**CLIENT, **POLICY}.get(request["op"], method)
        if not hasattr(self, method):
            return {"unsupported": "no " + method}
        try:
            return {"ok": getattr(self, "ask_" + method)(kind, request)}
        except Unsupported as why:
            return {"unsupported": str(why)}
        except Refusal as refusal:
            if refusal.reason is None:
                return {"reject": str(refusal)}
            return {"reject": str(refusal), "reason": refusal.reason}

    def ask(self, method, *given):
        try:
            return method(*given)
        except (Refusal, Unsupported):
            raise
        except self.refusals as error:
            words = "%s: %s" % (type(error).__name__, error)
            raise Refusal(words) from error

    def ask_decode(self, kind, request):
        rdata = octets(request["rdata"])
        return shown(kind, self.ask(self.decode, kind, rdata))

    def ask_decode_message(self, kind, request):
        message = octets(request["message"])
        records = self.ask(self.decode_message, kind, message)
        return {"records": [shown(kind, record) for record in records]}

    def ask_encode(self, kind, request):
        owner = octets(request.get("owner", "00"))
        record = given(kind, request)
        message = self.ask(self.encode, kind, record, owner)
        return {"rdata": hexadecimal(rdata_in_answer(message))}

    def ask_scan(self, kind, request):
        text = text_octets(request["text"])
        rdata = self.ask(self.scan, kind, text, request["origin"])
        return {"rdata": hexadecimal(rdata)}

    def ask_print(self, kind, request):
        return {"text": self.ask(self.print, kind, given(kind, request))}

    def ask_check(self, kind, request):
        return {"notes": self.ask(self.check, kind, given(kind, request))}

    def ask_canonical(self, kind, request):
        rdata = self.ask(self.canonical, kind, given(kind, request))
        return {"rdata": hexadecimal(rdata)}

    def ask_sort(self, kind, request):
        rdatas = [octets(rdata) for rdata in request["rdatas"]]
        return {"rdatas": [hexadecimal(rdata) for rdata in
                           self.ask(self.sort, kind, rdatas)]}

    def ask_print_service(self, kind, request):
        field = self.ask(self.print_service, request["service"],
                         request["protocols"])
        return {"services": hexadecimal(field)}

    def ask_parse(self, kind, request):
        field = octets(request["services"])
        service, protocols = self.ask(self.parse, field)
        return {"service": service, "protocols": protocols}

    def ask_match(self, kind, request):
        field = octets(request["services"])
        return {"matches": self.ask(self.match, field, request["service"],
                                    request["protocol"])}

    def ask_order(self, kind, request):
        records = [given(kind, record) for record in request["records"]]
        if "runs" not in request:
            return {"order": self.ask(self.order, records,
                                      request.get("draws"))}
        orders = collections.Counter(
            tuple(self.ask(self.order, records, None))
            for _ in range(request["runs"]))
        return {"orders": list(orders.items())}

    def ask_resolve(self, kind, request):
        return self.ask(self.resolve, request, World(request))

    def ask_decode_policy(self, kind, request):
        policy = self.ask(self.decode_policy, self.spoken(request),
                          octets(request["parameter"]))
        return {member: hexadecimal(value) if isinstance(value, bytes)
                else value for member, value in policy.items()}

    def ask_encode_policy(self, kind, request):
        policy = {member: octets(value) if member == "data" else value
                  for member, value in request.items()
                  if member not in ("id", "vector", "op", "dialect")}
        return {"parameter": hexadecimal(self.ask(
            self.encode_policy, self.spoken(request), policy))}

    def spoken(self, request):
        if request["dialect"] not in self.dialects or "parameters" in request:
            raise Unsupported("not in " + request["dialect"])
        return request["dialect"]


def echo(request):
    return {"octets": hexadecimal(octets(request["octets"])),
            "text": octets_text(text_octets(request["text"]))}
