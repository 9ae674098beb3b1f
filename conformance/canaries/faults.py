"""The faults that are planted, and what must catch each.

An edit is a file, a text that stands in it once, and what takes its place.
`must` names tools: a column of the matrix, or a tool with what it is to look at
("fuzz:walk", "test:faux.asks"). Copyright (c) 2026 the snarp authors.
SPDX-License-Identifier: MIT
"""
import collections

Fault = collections.namedtuple("Fault", "name what must edits")

WIRE_U16 = "  return (uint16_t)(in->base[pos] * 256u + in->base[pos + 1]);\n"
HOST_U16 = """\
  uint16_t word = 0;
  uint8_t *octets = (uint8_t *)&word;
  octets[0] = in->base[pos];
  octets[1] = in->base[pos + 1];
  return (uint16_t)(word << 8 | word >> 8);
"""

CODEC = [
    Fault("name-overrun", "of a name one octet is read behind the RDATA",
          ["ASan", "valgrind", "fuzz:srv"],
          [("ref/name.h", "} while (label != 0 && pos < stop);",
            "} while (label != 0 && pos <= stop);")]),
    Fault("write-past-end", "octets are written one behind the buffer",
          ["probes", "ASan", "valgrind"],
          [("ref/wire.c", "size_t room = out->len < out->cap ? "
            "out->cap - out->len : 0;",
            "size_t room = out->len < out->cap ? "
            "out->cap - out->len + 1 : 0;")]),
    Fault("host-order", "16 bits are read in the order of a machine that has "
          "the low octet first", ["s390x"],
          [("ref/wire.h", WIRE_U16, HOST_U16)]),
    Fault("signed-shift", "the high half of a number is moved up as an int",
          ["UBSan"],
          [("ref/wire.h", "  return high * 65536u + wire_u16_or(in, status);",
            "  return (uint32_t)((int)high * 65536) + wire_u16_or(in, status);")
           ]),
    Fault("no-value", "a variable is used before it has a value",
          ["MSan", "warnings", "clang-tidy"],
          [("ref/regexp.c", "  unsigned n = 0;\n  size_t pos = 1;",
            "  unsigned n;\n  size_t pos = 1;")]),
    Fault("pointer-circle", "compression pointers may lead in a circle",
          ["vectors"],
          [("ref/name.c", "if (target >= at->from) {",
            "if (target > at->from) {"),
           ("ref/name.c", "  at->jumps++;\n", "  at->jumps |= 1;\n")]),
    Fault("case-of-z", "Z and z are not the same letter", ["vectors"],
          [("ref/wire.h", "octet >= 'A' && octet <= 'Z'",
            "octet >= 'A' && octet < 'Z'")]),
    Fault("tilde-backslash", "a backslash behind a tilde is printed as it is",
          ["fuzz:naptr_wire"],
          [("ref/text.c", "if (octet == '\"' || octet == '\\\\') {",
            "if (octet == '\"' ||\n          (octet == '\\\\' && (i == 0 || "
            "octets.base[i - 1] != '~'))) {")]),
    Fault("transposed", "memset is given its length as the octet",
          ["warnings", "clang-tidy"],
          [("ref/srv.c", "memset(srv, 0, sizeof *srv);\n  }\n  return rv;",
            "memset(srv, sizeof *srv, 0);\n  }\n  return rv;")]),
    Fault("narrowed", "an offset is narrowed without a word", ["warnings"],
          [("ref/name.c", "starts[n] = (uint8_t)pos;", "starts[n] = pos;")]),
    Fault("own-strncmp", "libsnarp takes a function of the C library",
          ["test:deps.gcc"],
          [("ref/regexp.c", "memcmp(expression.base, form, sizeof form)",
            "strncmp((const char *)expression.base, (const char *)form, "
            "sizeof form)")]),
]

TEXT = [
    Fault("tag-of-33", "a tag may have one octet too many", ["vectors"],
          [("ref/service.c", "if (i == SNARP_TAG_MAX) {",
            "if (i > SNARP_TAG_MAX) {")]),
    Fault("comment-to-the-end", "a comment at the end of the text is read on",
          ["ASan", "valgrind"],
          [("ref/text.c", "while (in->pos < in->end && "
            "in->base[in->pos] != '\\n') {",
            "while (in->base[in->pos] != '\\n') {")]),
    Fault("never-true", "a branch that no vector takes", ["coverage"],
          [("ref/service.c", "  return x ? SNARP_NOTE_TAG_X : 0;",
            "  if (tag.len > SNARP_INPUT_MAX) {\n    return 0;\n  }\n"
            "  return x ? SNARP_NOTE_TAG_X : 0;")]),
]

WALK = [
    Fault("order-of-arrival", "equal SRV records are drawn from as they come",
          ["vectors", "fuzz:walk"],
          [("ref/srv_order.c",
            "  int rv = snarp_srv_compare(one, other);\n  return rv != 0 ? rv "
            ": wire_compare_string(one->target, other->target);",
            "  int rv = one->priority - other->priority;\n"
            "  return rv != 0 ? rv : (a > b) - (a < b);")]),
    Fault("no-way-back", "a dead end ends the walk", ["vectors", "seeds"],
          [("ref/walk.c", "      frame_pop(walk);\n      continue;",
            "      break;")]),
    Fault("square-sort", "the heap is built anew for each item",
          ["instructions"],
          [("ref/sort.c", "    sink(indexes, 0, end - 1, order);",
            "    for (size_t at = end / 2; at > 0; at--) {\n"
            "      sink(indexes, at - 1, end - 1, order);\n    }")]),
]

POOL = [
    Fault("sum-of-32-bits", "a sum of weights is as wide as an address",
          ["i386"],
          [("ref/pool_shares.c", "  uint64_t left = pool->sum;",
            "  size_t left = (size_t)pool->sum;")]),
    Fault("weights-ignored", "Weighted Random draws each alike",
          ["probes", "unit tests"],
          [("ref/pool_shares.c", "  return value;\n}\n\nstatic uint32_t "
            "weight_at", "  return value > 0;\n}\n\nstatic uint32_t "
            "weight_at")]),
    Fault("left-behind", "a pool that moves leaves a part behind",
          ["unit tests", "seeds"],
          [("ref/pool_memory.c",
            "    memcpy(to->at, from->at, n * sizeof *from->at);\n    return;",
            "    return;")]),
    Fault("one-tree", "identifiers are found in two trees, however many",
          ["instructions"],
          [("ref/pool_memory.c",
            "while (bits < 31 && (uint64_t)2 << bits <= n) {",
            "while (bits < 1 && (uint64_t)2 << bits <= n) {")]),
    Fault("unfair", "numbers that favour some results are drawn",
          ["unit tests"],
          [("ref/rng.c", "while (draw < unfair) {",
            "while (draw < unfair / 2) {")]),
    Fault("tape-overrun", "a draw is taken from behind the tape",
          ["unit tests", "eva:rng"],
          [("ref/rng.c", "if (tape->at >= tape->n) {",
            "if (tape->at > tape->n) {")]),
    Fault("lost-child", "what is below a node that leaves is lost",
          ["fuzz:pool"],
          [("ref/pool_ids.c",
            "    pool->nodes[leaf].child[1] = pool->nodes[slot].child[1];\n",
            "")]),
    Fault("private-use", "the first policy of private use is refused",
          ["probes"],
          [("ref/policy.c", "policy->number < PRIVATE_USE)",
            "policy->number <= PRIVATE_USE)")]),
]

JUDGE = [
    Fault("crash-is-fine", "the runner takes a crash for no failure",
          ["test:faux.faux"],
          [("conformance/runner/verdict.c", "  case VERDICT_CRASH:\n", "")]),
    Fault("no-twin", "a refusal counts though its twin was refused",
          ["test:faux.faux"],
          [("conformance/runner/judge.c",
            "  if (twin == NULL || twin->outcome != OUTCOME_RIGHT) {",
            "  if (twin == NULL) {")]),
    Fault("any-frequency", "the runner takes any frequency for the expected "
          "one", ["test:runner.dist"],
          [("conformance/runner/dist.c", "return count <= runs && away * away",
            "return count <= runs || away * away")]),
    Fault("little-room", "the reader of answers has not room for all octets",
          ["ASan", "fuzz:adapter_output"],
          [("conformance/runner/answer.c",
            "  size_t cap = 2 * line + 2 * NORMAL_RDATA;",
            "  size_t cap = line / 4;")]),
    Fault("kept-text", "the runner does not give back the texts it kept",
          ["ASan"],
          [("conformance/runner/judge.c", "  free(finding->text);\n", "")]),
    Fault("one-alias", "in a zone no alias of an alias is followed",
          ["vectors"],
          [("conformance/dns/zone.c", "#define CNAMES_MAX 16",
            "#define CNAMES_MAX 1")]),
    Fault("edns-of-later", "the server answers a version of EDNS that it does "
          "not know", ["test:live.server"],
          [("conformance/live/reply.c", "ldns_pkt_edns_version(query) != 0",
            "ldns_pkt_edns_version(query) > UINT8_MAX")]),
    Fault("forbidden-header", "libsnarp includes a header that it may not",
          ["test:deps.sources"],
          [("ref/heap.c", '#include "heap.h"\n',
            '#include "heap.h"\n\n#include <stdlib.h>\n')]),
]

CORPUS = [
    Fault("wrong-vector", "a vector expects a wrong value",
          ["vectors", "oracle:naptr.decode/plain"],
          [("vectors/naptr/decode-fields.json",
            '          "order": 100,\n          "preference": 10,\n'
            '          "flags": "53",\n          "services": "583a79",\n'
            '          "regexp": "",\n          "replacement": '
            '"0161076578616d706c6500"\n        }\n      },\n'
            '      "origin": "hand"\n    },\n    {\n'
            '      "id": "naptr.decode/minimal"',
            '          "order": 101,\n          "preference": 10,\n'
            '          "flags": "53",\n          "services": "583a79",\n'
            '          "regexp": "",\n          "replacement": '
            '"0161076578616d706c6500"\n        }\n      },\n'
            '      "origin": "hand"\n    },\n    {\n'
            '      "id": "naptr.decode/minimal"')]),
    Fault("id-used-again", "a vector has the id of another one",
          ["test:vectors.lint"],
          [("vectors/naptr/decode-fields.json",
            '"id": "naptr.decode/minimal"', '"id": "naptr.decode/plain"')]),
    Fault("oracle-off-by-one", "the oracle lets a string end behind the RDATA",
          ["oracle:naptr.decode*"],
          [("conformance/adapters/oracle_records.py",
            "            if after > end:\n", "            if after > end + 1:"
            "\n")]),
]

FAULTS = CODEC + TEXT + WALK + POOL + JUDGE + CORPUS
