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
FIELDS = {  # theirs, ours
    dns.rdatatype.NAPTR: [("order", "order"), ("preference", "preference"),
                          ("flags", "flags"), ("service", "services"),
                          ("regexp", "regexp"),
                          ("replacement", "replacement")],
    dns.rdatatype.SRV: [("priority", "priority"), ("weight", "weight"),
                        ("port", "port"), ("target", "target")],
}
NAMES = ("replacement", "target")


def to_name(octets):
    return dns.name.Name(kit.labels(octets) + [b""])


def shown(rdata):
    """The fields of a record as an answer has them."""
    if isinstance(rdata, dns.rdata.GenericRdata):
        raise kit.Unsupported("no fields of this type outside class IN")
    fields = {}
    for theirs, ours in FIELDS[rdata.rdtype]:
        value = getattr(rdata, theirs)
        if ours in NAMES:
            value = value.to_wire()
        fields[ours] = value if isinstance(value, int) else value.hex()
    return fields


def built(rdtype, request):
    """A record from the fields of a request."""
    fields = {}
    for theirs, ours in FIELDS[rdtype]:
        value = request[ours]
        if not isinstance(value, int):
            value = kit.octets(value)
        fields[theirs] = to_name(value) if ours in NAMES else value
    rdata_class = dns.rdata.get_rdata_class(IN, rdtype)
    return rdata_class(IN, rdtype, **fields)


def ops_of(kind, rdtype):
    def decode(request):
        rdata = kit.octets(request["rdata"])
        with kit.library():
            record = dns.rdata.from_wire(IN, rdtype, kit.alone(rdata),
                                         kit.ALONE, len(rdata))
        return shown(record)

    def decode_message(request):
        octets = kit.octets(request["message"])
        with kit.library():
            message = dns.message.from_wire(octets, one_rr_per_rrset=True)
        return {"records": [shown(rrset[0]) for rrset in message.answer
                            if rrset.rdtype == rdtype]}

    def encode(request):
        with kit.library():
            return {"rdata": built(rdtype, request).to_wire().hex()}

    def encode_message(request):
        with kit.library():
            owner = to_name(kit.octets(request["owner"]))
            message = dns.message.make_response(
                dns.message.make_query(owner, rdtype))
            message.answer.append(
                dns.rrset.from_rdata(owner, 0, built(rdtype, request)))
            octets = message.to_wire()
        return {"rdata": kit.rdata_in_answer(octets).hex()}

    def scan(request):
        # As dnspython reads zone files: opened for text, UTF-8 as nearly always
        octets = kit.text_octets(request["text"])
        with kit.library():
            origin = None  # is not needed: to_wire() completes with the root
            if request["origin"] != ".":
                origin = dns.name.from_text(request["origin"])
            tokens = dns.tokenizer.Tokenizer(
                io.TextIOWrapper(io.BytesIO(octets), "utf-8"))
            rdata = dns.rdata.from_text(IN, rdtype, tokens, origin, False)
            token = tokens.get()
            while token.is_eol():
                token = tokens.get()
            if not token.is_eof():
                raise kit.Refusal("text stands behind the record")
            return {"rdata": rdata.to_wire(origin=dns.name.root).hex()}

    def print_text(request):
        with kit.library():
            return {"text": built(rdtype, request).to_text()}

    return {kind + ".decode": decode, kind + ".decode/message": decode_message,
            kind + ".encode": encode, kind + ".encode/message": encode_message,
            kind + ".scan": scan, kind + ".scan/origin": scan,
            kind + ".print": print_text}


kit.serve("dnspython", dns.version.version,
          {**ops_of("naptr", dns.rdatatype.NAPTR),
           **ops_of("srv", dns.rdatatype.SRV)})
