"""Messages and RDATA as a library reads them that leaves some rules aside.

A Reader has a set of names of rules in `without`; each is a row of the ledger.
With an empty set it reads as the text asks. In `used` are those whose leaving
aside made a difference to what was read here. A Refusal is refused input.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""

import struct

TYPES = {"naptr": 35, "srv": 33}
FIELDS = {"naptr": ("order", "preference", "flags", "services", "regexp",
                    "replacement"),
          "srv": ("priority", "weight", "port", "target")}
HEADER, CLASS_IN, NAME_MOST = 12, 1, 255
PRIVATE = 0xff00  # types that nobody knows
JUMPS_MOST = 127  # SNARP_POINTERS_MAX

# Where an adapter of a library that reads messages puts RDATA that stands
# alone: the one answer to a question of q.example., see the adapters' kit.
ALONE = ("123481800001000100000000" "0171076578616d706c6500" "%04x0001"
         "c00c%04x00010000012c%04x")
ALONE_AT = 39


class Refusal(Exception):
    """The library refuses the input."""


class Unforeseen(Exception):
    """The library reads what is not modelled here."""


def alone(kind, rdata):
    kind = TYPES[kind]
    return bytes.fromhex(ALONE % (kind, kind, len(rdata))) + rdata


class Reader:
    """`alone_at`: where RDATA begins that the message is only put around."""

    def __init__(self, message, without, alone_at=None, jumps_most=None,
                 pointer_least=0, by_class=False):
        self.message, self.without = message, without
        self.alone_at, self.jumps_most = alone_at, jumps_most
        self.pointer_least, self.by_class = pointer_least, by_class
        self.left = 0  # records behind the one that is read
        self.used = set()

    def leaves(self, rule):
        """True where this rule is left aside; it matters here."""
        if rule in self.without:
            self.used.add(rule)
            return True
        return False

    def must(self, holds, rule=None):
        if not holds and not (rule and self.leaves(rule)):
            raise Refusal(rule)

    # --- names: RFC 1035 3.1, 4.1.4

    def name(self, at, end):
        """Its labels, and where it ends at its place."""
        labels, after, part, jumps, furthest = [], None, at, 0, at
        while True:
            limit = end if after is None else len(self.message)
            size = self.octets(at, 1, limit)[0]
            if size == 0:
                break
            if size < 0xc0:
                self.must(size < 64)
                labels.append(self.octets(at + 1, size, limit))
                at += 1 + size
            else:
                target = int.from_bytes(self.octets(at, 2, limit), "big")
                after = at + 2 if after is None else after
                furthest = max(furthest, at + 2)
                at = part = self.pointer(target & 0x3fff, part)
                jumps += 1
                self.chain(jumps)
        self.must(sum(map(len, labels)) + len(labels) + 1 <= NAME_MOST,
                  "name-255")
        return labels, self.behind(at + 1, after, max(furthest, at + 1), end)

    def behind(self, at, after, furthest, end):
        """Some go on behind the furthest octet that a name was read from."""
        if after is None:
            return at
        if furthest > after and self.leaves("whole-name"):
            self.must(furthest <= end)
            return furthest
        return after

    def octets(self, at, n, limit):
        """Octets of a name, which end with the RDATA at its place."""
        self.must(at + n <= limit or at + n <= len(self.message) and
                  self.leaves("name-inside-rdata"))
        return self.message[at:at + n]

    def chain(self, jumps):
        """The text sets no limit; libsnarp has one, some have another."""
        if self.jumps_most is not None and jumps > self.jumps_most:
            self.must(not self.leaves("pointer-chain"))
        if jumps > JUMPS_MOST:
            self.must(False, "pointer-chain")
            self.must(jumps <= len(self.message))

    def pointer(self, target, part):
        self.must(self.pointer_least <= target < len(self.message))
        if self.alone_at is not None and part >= self.alone_at:
            self.must(False, "pointer-alone")
        elif target < HEADER:
            self.must(False, "pointer-header")
        elif target >= part:
            self.must(False, "pointer-prior")
        return target

    # --- RDATA

    def fields(self, forms, at, end):
        """The fields of RDATA that there are, and where they end."""
        fields = []
        for form in forms:
            if at >= end and self.leaves(
                    "fixed-fields" if form == NUMBER else "complete"):
                break
            field, at = form(self, at, end)
            fields.append(field)
        return fields, at

    def record(self, kind, at, end):
        """The fields, and where the next record begins."""
        fields, after = self.fields(FORMS[TYPES[kind]], at, end)
        self.must(after >= end, "no-trailing")
        return fields, self.next(after, end)

    def next(self, after, end):
        """Some go on behind what they read, not where RDLENGTH ends."""
        if after != end and self.left > 0 and self.leaves("rdlength"):
            return after
        return end

    def number(self, at, end):
        self.must(at + 2 <= end)
        return int.from_bytes(self.message[at:at + 2], "big"), at + 2

    def string(self, at, end):
        self.must(at < end or at < len(self.message) and
                  self.leaves("string-inside-rdata"))
        after = at + 1 + self.message[at]
        self.must(after <= end or after <= len(self.message) and
                  self.leaves("string-inside-rdata"))
        return self.message[at + 1:after], after

    # --- messages: RFC 1035 4.1

    def records(self, kind):
        self.must(len(self.message) >= HEADER)
        counts = [int.from_bytes(self.message[at:at + 2], "big")
                  for at in (4, 6, 8, 10)]
        self.must(counts[0] == 1 or not self.leaves("one-question"))
        if counts[1] == 0 and self.leaves("empty-answer"):
            return []
        self.left = sum(counts[1:])
        at = HEADER
        for _ in range(counts[0]):
            at = self.fixed(at, 4)
        found, at = self.section(kind, at, counts[1])
        if any(counts[2:]) and self.leaves("sections-behind"):
            return found
        at = self.section(None, at, counts[2] + counts[3])[1]
        if at != len(self.message) and self.leaves("message-end"):
            raise Refusal
        return found

    def section(self, kind, at, count):
        """The records of this kind; its end."""
        found = []
        for _ in range(count):
            self.left -= 1
            at = self.fixed(at, 10)
            number, group, _, _, size = struct.unpack_from(
                "!HHHHH", self.message, at - 10)
            end = at + size
            self.must(end <= len(self.message))
            if kind is None or number != TYPES[kind]:
                at = self.other(number, group, at, end)
            elif group != CLASS_IN and self.leaves("class"):
                at = end
            else:
                fields, at = self.record(kind, at, end)
                found.append(fields)
        return found, at

    def fixed(self, at, size):
        after = self.name(at, len(self.message))[1] + size
        self.must(after <= len(self.message))
        return after

    def other(self, number, group, at, end):
        """A record that is not asked for: where the next one begins."""
        if number >= PRIVATE or not self.leaves("other-types"):
            return end
        if number not in FORMS or self.by_class and group != CLASS_IN:
            raise Unforeseen
        after = self.fields(FORMS[number], at, end)[1]
        self.must(after >= end, "no-trailing")
        return self.next(after, end)


def fixed_octets(n):
    def form(reader, at, end):
        reader.must(at + n <= end)
        return reader.message[at:at + n], at + n
    return form


NUMBER, STRING, NAME = Reader.number, Reader.string, Reader.name

# RDATA by type: those that stand in the corpus.
FORMS = {1: [fixed_octets(4)], 2: [NAME], 5: [NAME], 28: [fixed_octets(16)],
         33: [NUMBER] * 3 + [NAME],
         35: [NUMBER] * 2 + [STRING] * 3 + [NAME]}
