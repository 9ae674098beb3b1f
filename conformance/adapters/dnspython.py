"""dnspython behind the adapter protocol."""

import io
import os
import sys

import dns.message
import dns.name
import dns.rdata
import dns.rdataclass
import dns.rdatatype
import dns.rrset
import dns.tokenizer
import dns.version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "kit"))
import snarp_kit as kit  # noqa: E402

IN = dns.rdataclass.IN
TYPES = {"naptr": dns.rdatatype.NAPTR, "srv": dns.rdatatype.SRV}
THEIRS = {"services": "service"}  # the one field with another name
NAMES = ("replacement", "target")


def to_name(octets):
    return dns.name.Name(kit.labels(octets) + [b""])


def shown(kind, rdata):
    if isinstance(rdata, dns.rdata.GenericRdata):
        raise kit.Unsupported("no fields of this type outside class IN")
    record = {field: getattr(rdata, THEIRS.get(field, field))
              for field in kit.FIELDS[kind]}
    return {field: value.to_wire() if field in NAMES else value
            for field, value in record.items()}


def built(kind, record):
    fields = {THEIRS.get(field, field):
              to_name(value) if field in NAMES else value
              for field, value in record.items()}
    rdata_class = dns.rdata.get_rdata_class(IN, TYPES[kind])
    return rdata_class(IN, TYPES[kind], **fields)


def decode(kind, rdata):
    with kit.library():
        record = dns.rdata.from_wire(IN, TYPES[kind], kit.alone(rdata),
                                     kit.ALONE, len(rdata))
    return shown(kind, record)


def decode_message(kind, octets):
    with kit.library():
        message = dns.message.from_wire(octets, one_rr_per_rrset=True)
    return [shown(kind, rrset[0]) for rrset in message.answer
            if rrset.rdtype == TYPES[kind]]


def encode(kind, record):
    with kit.library():
        return built(kind, record).to_wire()


def encode_message(kind, record, owner):
    with kit.library():
        name = to_name(owner)
        query = dns.message.make_query(name, TYPES[kind])
        message = dns.message.make_response(query)
        message.answer.append(
            dns.rrset.from_rdata(name, 0, built(kind, record)))
        return message.to_wire()


def scan(kind, text, origin):
    # A root origin is left to to_wire(). The text is read as dnspython reads
    # zone files, which it opens for text, in UTF-8 nearly everywhere.
    with kit.library():
        name = None if origin == "." else dns.name.from_text(origin)
        tokens = dns.tokenizer.Tokenizer(
            io.TextIOWrapper(io.BytesIO(text), "utf-8"))
        rdata = dns.rdata.from_text(IN, TYPES[kind], tokens, name, False)
        token = tokens.get()
        while token.is_eol():
            token = tokens.get()
        if not token.is_eof():
            raise kit.Refusal("text stands behind the record")
        return rdata.to_wire(origin=dns.name.root)


def print_text(kind, record):
    with kit.library():
        return built(kind, record).to_text()


kit.serve("dnspython", dns.version.version, {
    "decode": decode, "decode/message": decode_message,
    "encode": encode, "encode/message": encode_message,
    "scan": scan, "scan/origin": scan, "print": print_text})
