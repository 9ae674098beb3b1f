"""dnspython behind the adapter protocol."""

import dns.exception
import dns.message
import dns.name
import dns.rdata
import dns.rdataclass
import dns.rdataset
import dns.rrset
import dns.tokenizer
import dns.version
from kit import snarp_kit as kit


class Dnspython(kit.Adapter):
    name, version = "dnspython", dns.version.version
    refusals = (dns.exception.DNSException, ValueError)

    def shown(self, rdata):
        if isinstance(rdata, dns.rdata.GenericRdata):
            raise kit.Unsupported("no fields of this type outside class IN")
        *values, name = [getattr(rdata, field) for field in rdata.__slots__]
        return [*values, name.to_wire()]

    def built(self, kind, record):
        *values, name = record.values()
        make = dns.rdata.get_rdata_class(dns.rdataclass.IN, kit.TYPES[kind])
        return make("IN", kind, *values, dns.name.Name(kit.labels(name)))

    def decode(self, kind, rdata):
        return self.shown(dns.rdata.from_wire(
            "IN", kind, kit.alone(rdata), kit.ALONE, len(rdata)))

    def decode_message(self, kind, octets):
        message = dns.message.from_wire(octets, one_rr_per_rrset=True)
        return [self.shown(rrset[0]) for rrset in message.answer
                if rrset.rdtype == kit.TYPES[kind]]

    def encode(self, kind, record, owner):
        name = dns.name.Name(kit.labels(owner))
        message = dns.message.make_query(name, kind)
        rdata = self.built(kind, record)
        message.answer.append(dns.rrset.from_rdata(name, 0, rdata))
        return message.to_wire()

    def scan(self, kind, text, origin):
        # A root origin is left to to_wire().
        tokens = dns.tokenizer.Tokenizer(kit.text_file(text))
        name = None if origin == "." else dns.name.from_text(origin)
        rdata = dns.rdata.from_text("IN", kind, tokens, name, False)
        while not (token := tokens.get()).is_eof():
            if not token.is_eol():
                raise kit.Refusal("text stands behind the record")
        return rdata.to_wire(origin=dns.name.root)

    def print(self, kind, record):
        return self.built(kind, record).to_text()

    def canonical(self, kind, record):
        return self.built(kind, record).to_digestable()

    def sort(self, kind, rdatas):
        rdataset = dns.rdataset.Rdataset(dns.rdataclass.IN, kit.TYPES[kind])
        for rdata in rdatas:
            rdataset.add(dns.rdata.from_wire(
                "IN", kind, kit.alone(rdata), kit.ALONE, len(rdata)))
        return [rdata.to_digestable() for rdata in sorted(rdataset)]


Dnspython().serve()
