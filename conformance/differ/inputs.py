"""Inputs for the differential: those of the corpus, changed where it matters.

An input is a pair of an op and the member `in` of a vector. What is changed
follows the structure of what it holds: lengths by one, label types and
pointers, ends, quotes and escapes, numbers at their limits.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""

import json
import random

DNS = "decode", "encode", "scan", "print", "canonical", "sort"
OPS = [f"{kind}.{verb}" for kind in ("naptr", "srv") for verb in DNS] + [
    "policy.decode", "policy.encode"]

NUMBERS = {"naptr": ("order", "preference"),
           "srv": ("priority", "weight", "port")}
STRINGS = {"naptr": ("flags", "services", "regexp"), "srv": ()}
NAMES = {"naptr": "replacement", "srv": "target"}

OCTETS = (0, 1, 2, 3, 4, 7, 8, 12, 0x20, 0x22, 0x2e, 0x3f, 0x40, 0x5c, 0x7f,
          0x80, 0xbf, 0xc0, 0xc3, 0xfe, 0xff)
LIMITS = (0, 1, 255, 256, 32767, 32768, 65534, 65535)
POLICY_LIMITS = (0, 1, 2, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff)
WORDS = ("0", "00", "65535", "65536", "065535", "-1", "+1", "1.", "0x10", "1e1",
         "4294967296", '""', '"a"', "@", ".", "..", "a.", ".a", "a..b.",
         "\\.", "\\@", "\\064", "\\#", "\\# 0", '"@"', '"."', "*", "\\000",
         "\\255", "\\256", "\\25", "\\", '"\\"', '"\\""', "a\\.b",
         "\\032.", "_a._b.")
PIECES = ('"', "\\", " ", "\t", ";", "\\\"", "\\\\", "\\;", "\\ ", "\\0",
          "\\000", "\\032", "\\034", "\\046", "\\127", "\\128", "\\199",
          "\\255", "\\256", "\\300", "\\999", "@", ".", "\\.", "#", "\\#",
          "!", "'", "$",
          "\x01", "\x7f", "\x80", "\xa0", "\xe4", "\xff")
GROUPING = {ord("("): " ", ord(")"): " ", 10: " ", 13: " ", 0: " "}
NAME_MOST, STRING_MOST, TEXT_MOST, OCTETS_MOST = 300, 260, 3000, 2000


def sources(vectors):
    """By op and whether they must be accepted: the inputs of the corpus, in
    the order of its files."""
    found = {(op, good): [] for op in OPS for good in (False, True)}
    for path in sorted(vectors.glob("*/*.json")):
        document = json.loads(path.read_text())
        for vector in document.get("vectors", []):
            key = document["op"], "value" in vector["expect"]
            if key in found and is_common(vector["in"]):
                found[key].append(vector["in"])
    return found


def fuzzed(folder):
    """(op, in) for what fuzz targets found: the folder has one of each."""
    for path in sorted(folder.glob("*/*")):
        octets, target = path.read_bytes(), path.parent.name
        if target == "naptr_wire":
            yield "naptr.decode", {"rdata": octets.hex()}
        elif target == "naptr_text":
            yield "naptr.scan", {"text": octets.decode("latin-1")}
        elif target == "srv" and octets[:1] == b"\0":
            yield "srv.decode", {"rdata": octets[1:].hex()}
        elif target == "srv" and octets[:1] == b"\1":
            yield "srv.scan", {"text": octets[1:].decode("latin-1")}
        elif target == "message":
            yield "naptr.decode", {"message": octets.hex()}
            yield "srv.decode", {"message": octets.hex()}
        elif target == "rsplib_diff":
            yield "policy.decode", {"dialect": "rfc5356",
                                    "parameter": octets.hex()}


def is_common(given):
    """What the one library with policies has, too: RFC 5356, one parameter."""
    return given.get("dialect") != "draft-01" and "parameters" not in given


class Generator:
    """Draws inputs. The same corpus and seed give the same ones."""

    def __init__(self, corpus, seed):
        self.corpus = corpus
        self.random = random.Random(seed)
        self.pick = self.random.choice

    def some(self, most):
        """A number from 0 to most, small ones more often."""
        return min(int(self.random.expovariate(0.3)), most)

    def source(self, op):
        good = self.random.random() < 0.8
        return dict(self.pick(self.corpus[op, good] or self.corpus[op, True]))

    def input(self, op):
        kind, verb = op.split(".")
        given = self.source(op)
        if kind == "policy":
            return self.policy(verb, given)
        if verb == "sort":
            given["rdatas"] = self.rdatas(given["rdatas"])
        elif verb == "scan":
            given["text"] = self.text(given["text"])
            if self.random.random() < 0.1:
                given["text"] = self.generic(kind)
        elif verb == "decode":
            self.wire(kind, given)
        else:
            self.record(kind, given)
        return given

    def policy(self, verb, given):
        if verb == "decode":
            member = next(name for name in given if name != "dialect")
            given[member] = self.octets(bytes.fromhex(given[member]),
                                        self.tlv).hex()
        for name in ("weight", "priority", "load", "degradation"):
            if name in given and self.random.random() < 0.7:
                most = 0xffffffff if given["dialect"] == "rfc5356" else 0xffffff
                given[name] = min(most, self.pick(
                    POLICY_LIMITS + (self.random.getrandbits(32),)))
        return given

    def generic(self, kind):
        given = {"rdata": ""}
        self.wire(kind, given)
        rdata = given["rdata"]
        for _ in range(self.random.randrange(3)):
            at = self.random.randrange(len(rdata) + 1)
            rdata = rdata[:at] + " " + rdata[at:]
        if self.random.random() < 0.1:
            at = self.random.randrange(len(rdata) + 1)
            rdata = rdata[:at] + self.pick('xg-"') + rdata[at + 1:]
        return "\\# %d %s" % (len(given["rdata"]) // 2, rdata)

    # --- octets

    def wire(self, kind, given):
        if "message" in given:
            message = bytes.fromhex(given["message"])
            message = self.octets(message, self.framing)
            given["message"] = as_response(message).hex()
            return
        rdata = bytes.fromhex(given["rdata"])
        if not rdata or self.random.random() < 0.7:
            record = self.source(kind + ".encode")
            self.record(kind, record)
            rdata = written(kind, record)
        if self.random.random() < 0.6:
            rdata = self.octets(rdata, lambda octets: self.field(kind, octets))
        given["rdata"] = rdata.hex()

    def octets(self, octets, aimed):
        """One to a few changes, most of them where the structure is."""
        octets = bytearray(octets[:OCTETS_MOST])
        for _ in range(1 + self.some(3) // 2):
            change = self.pick((aimed, aimed, self.plain))
            change(octets)
        return bytes(octets[:OCTETS_MOST])

    def plain(self, octets):
        at = self.random.randrange(len(octets) + 1)
        n = 1 + self.some(6)
        what = self.random.randrange(6)
        if what == 0:
            del octets[at:]
        elif what == 1:
            octets += bytes(self.pick(OCTETS) for _ in range(n))
        elif what == 2:
            octets[at:at] = bytes(self.pick(OCTETS) for _ in range(n))
        elif what == 3:
            del octets[at:at + n]
        elif what == 4:
            octets[at:at] = octets[at:at + n]
        elif at < len(octets):
            octets[at] = self.random.getrandbits(8)

    def change_octet(self, octets, at):
        if at < len(octets):
            octets[at] = self.pick((
                (octets[at] + 1) % 256, (octets[at] - 1) % 256,
                self.pick(OCTETS), octets[at] ^ 1 << self.random.randrange(8)))

    def field(self, kind, octets):
        """A length octet of RDATA, a label's type, a name's pointer."""
        places = length_places(kind, octets)
        at = self.pick(places)
        what = self.random.randrange(4)
        if what == 0:
            octets[at:at + 1] = bytes([0xc0 | self.random.getrandbits(
                self.pick((1, 6))), self.random.getrandbits(8)])
        elif what == 1 and at < len(octets):  # all of it a little longer
            if octets[at] < 255:
                octets[at] += 1
                octets[at + 1:at + 1] = bytes([self.random.getrandbits(8)])
        else:
            self.change_octet(octets, at)

    def framing(self, octets):
        """Counts, lengths and pointers of a message."""
        what = self.random.randrange(4)
        if what == 0:
            self.change_octet(octets, self.pick((2, 3, 5, 7, 9, 11)))
        elif what == 1:
            self.change_octet(octets, self.near(octets, lambda o: o >= 0xc0) +
                              self.random.randrange(2))
        elif what == 2:
            self.change_octet(octets, self.near(octets, lambda o: 0 < o < 64))
        else:
            at = self.near(octets, lambda o: o in (33, 35))
            self.change_octet(octets, at + self.pick((0, 2, 7, 8, 8, 8)))

    def near(self, octets, fits):
        places = [at for at in range(12, len(octets)) if fits(octets[at])]
        return self.pick(places) if places else len(octets)

    def tlv(self, octets):
        """Type, Length or policy type of a parameter."""
        what = self.random.randrange(5)
        if what == 0:
            octets += bytes(self.pick((0, 1, 255)) for _ in range(
                1 + self.some(8)))
        elif what == 4:
            octets[0:0] = bytes([0, self.pick((0, 8, 9, 0x77)),
                                 self.pick((0, 0xff)), self.pick((1, 3))])
        elif what == 1:
            del octets[len(octets) - 1 - self.some(4):]
        else:
            self.change_octet(octets, self.pick((0, 1, 2, 3, 3, 3, 4, 5, 6, 7)))

    # --- records

    def record(self, kind, given):
        for _ in range(1 + self.some(2)):
            name = self.pick(NUMBERS[kind] + 2 * STRINGS[kind] +
                             3 * (NAMES[kind],) +
                             (("owner",) if "owner" in given else ()))
            if name in NUMBERS[kind]:
                given[name] = self.pick(LIMITS)
            elif name in STRINGS[kind]:
                string = self.octets(bytes.fromhex(given[name]), self.plain)
                given[name] = string[:STRING_MOST].hex()
            else:
                given[name] = self.name(bytes.fromhex(given[name]),
                                        name == "owner").hex()

    def name(self, name, valid):
        """Often a name still: labels are taken whole, lengths grow along."""
        labels = labels_of(name)
        for _ in range(1 + self.some(2)):
            at = self.random.randrange(len(labels) + 1)
            what = self.random.randrange(5)
            if what == 0:
                labels[at:at] = [bytes(self.pick(OCTETS + (97, 65))
                                       for _ in range(1 + self.some(70)))]
            elif what == 1:
                del labels[at:at + 1]
            elif what == 2:
                labels *= 1 + self.some(8)
            elif at < len(labels):
                label = bytearray(labels[at])
                self.plain(label)
                labels[at] = bytes(label)
        if valid:
            return name_of([label[:63] for label in labels if label][:3])
        octets = bytearray(name_of([label[:255] for label in labels]))
        if self.random.random() < 0.1:
            self.plain(octets)
        return bytes(octets[:NAME_MOST])

    def rdatas(self, rdatas):
        out = [bytes.fromhex(rdata) for rdata in rdatas]
        for _ in range(1 + self.some(4) if out else 0):
            rdata = bytearray(self.pick(out))
            self.plain(rdata)
            out.insert(self.random.randrange(len(out) + 1), bytes(rdata))
        return [rdata[:OCTETS_MOST].hex() for rdata in out[:40]]

    # --- text

    def text(self, text):
        """One line without parentheses: what is asked is fields and escapes,
        and not every reader of zone files survives the rest."""
        text = text[:TEXT_MOST].translate(GROUPING)
        for _ in range(1 + self.some(3)):
            text = self.pick((self.word, self.word, self.piece))(text)
        return text[:TEXT_MOST]

    def word(self, text):
        words = text.split(" ")
        at = self.random.randrange(len(words))
        what = self.random.randrange(6)
        if what == 0:
            del words[at]
        elif what == 1:
            words.insert(at, words[at])
        elif what == 2:
            words[at] = '"%s"' % words[at].strip('"')
        elif what == 3:
            words[at] = words[at].strip('"')
        else:
            words[at] = self.pick(WORDS)
        return " ".join(words)

    def piece(self, text):
        at = self.random.randrange(len(text) + 1)
        what = self.random.randrange(5)
        if what == 0:
            return text[:at]
        if what == 1:
            return text[:at] + text[at + 1:]
        if what == 2:
            long = self.pick("ab\xe4") * self.pick((2, 62, 63, 64, 254, 255))
            return text[:at] + long + text[at:]
        if what == 3:
            return text[:at] + "\\%03d" % self.random.randrange(400) + text[at:]
        return text[:at] + self.pick(PIECES) + text[at:]


def as_response(message):
    """With the opcode QUERY: what others mean is not what is asked here."""
    if len(message) > 2:
        message = message[:2] + bytes([message[2] & 0x87]) + message[3:]
    return message


def written(kind, record):
    """The RDATA of a record whose strings fit their length octets."""
    strings = [bytes.fromhex(record[name])[:255] for name in STRINGS[kind]]
    return b"".join(
        [record[name].to_bytes(2, "big") for name in NUMBERS[kind]] +
        [bytes([len(string)]) + string for string in strings] +
        [bytes.fromhex(record[NAMES[kind]])])


def name_of(labels):
    return b"".join(bytes([len(label)]) + label for label in labels) + b"\0"


def labels_of(name):
    """Its labels up to what is none."""
    labels, at = [], 0
    while at < len(name) and 0 < name[at] < 64:
        labels.append(name[at + 1:at + 1 + name[at]])
        at += 1 + name[at]
    return labels


def length_places(kind, rdata):
    """Where length octets of RDATA stand, and its end."""
    at, places = 2 * len(NUMBERS[kind]), []
    for _ in STRINGS[kind]:
        places.append(at)
        at += 1 + (rdata[at] if at < len(rdata) else 0)
    while at < len(rdata):
        places.append(at)
        if not 0 < rdata[at] < 64:
            break
        at += 1 + rdata[at]
    return [at for at in places if at < len(rdata)] + [len(rdata)]


FIXED = "dialect", "origin", "owner", "policy"  # are what they must be


def smaller(given):
    """Inputs with a part of one member left out."""
    for name, value in given.items():
        if not isinstance(value, str) or name in FIXED:
            continue
        unit = 1 if name == "text" else 2
        n = len(value) // unit
        size = n // 2
        while size > 0:
            for at in range(0, n - size + 1, size):
                yield {**given, name: value[:at * unit] +
                       value[(at + size) * unit:]}
            size //= 2
