#!/usr/bin/python3
"""Bad input to every command of snarp: one line, the exit status, no leftovers.

    bad_input_test.py SNARP SOURCE_DIR

Each row runs in a folder of its own that has the files of FILES; afterwards the
folder must be as it was.
"""

import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time

RECORD = '{"order":1,"preference":2,"flags":"%s","services":"",' \
         '"regexp":"","replacement":"00"}'
VECTORS = '{"format":"snarp-vectors/1","op":"%s","topic":"t","vectors":[%s]}'
RESOLVE = b'{"op":"snaptr.resolve","id":1,"domain":"a.","service":"b",' \
          b'"protocols":["c"]}\n'
SRV = b'{"priority":1,"weight":1,"port":1,"target":"016100"}'
HEX = "expected a string of hexadecimal digits in pairs"
FULL = "cannot be written: No space left on device"

# zone files, and where they are no zone
ZONES = {
    "directive": ("$INCLUDE x\n",
                  "1: $INCLUDE: expected $ORIGIN or $TTL; others are not read"),
    "origin": ("\n$ORIGIN a..b\n",
               "2: $ORIGIN: a domain name has an empty label (RFC 1035 3.1)"),
    "ttl": ("$TTL soon\n", "1: $TTL: expected a time in seconds"),
    "class": ("a. CH A 192.0.2.1\n", "1: expected a record of class IN"),
    "type": ("; none\n\na. FLY x\n",
             "3: is not a record as expected: Syntax error, could not parse "
             "the RR's rdata"),
    "number": ('a. NAPTR ( 1\n65536 "" "" "" . )\n',
               "1: NAPTR: a number is greater than 65535 (RFC 3403 4.3)"),
    "srv": ("a. SRV 1 2 65536 b.\n",
            "1: SRV: a number is greater than 65535 (RFC 3403 4.3)"),
    "quote": ('a. TXT "b\n"\n', "1: expected the end of the quoted string in "
              "its line"),
    "end": ('a. TXT "b', "1: expected the end of the quoted string"),
    "open": ("a. A (\n192.0.2.1\n", "1: expected a closing parenthesis"),
    "close": ("a. A 192.0.2.1 )\n",
              "1: found a closing parenthesis that was never opened"),
    "backslash": ("a\\", "1: expected a character behind the backslash"),
    "zero": ("a. TXT b\0\n", "1: found an octet 0"),
    "long": ("a. TXT " + "b" * 65536,
             "1: expected at most 65535 characters in a record"),
}

# what lies in the folder; v/rules.json is the corpus's own
FILES = {
    "bare/x.json": VECTORS % ("naptr.scan", ""),
    "v/empty.json": "",
    "v/nope.json": "nope",
    "v/cut.json": '{"format":\n  "snarp-vec',
    "v/twice.json": '{"format":"snarp-vectors/1","format":"x"}',
    "v/deep.json": "[" * 100000,
    "v/list.json": "[]",
    "v/schema.json": '{"format":"snarp-vectors/2"}',
    "v/op.json": VECTORS % ("naptr.fly", ""),
    "v/title.json": VECTORS % ("srv.scan", '{"id":"srv.scan/a"}'),
    "k/nope.json": "nope",
    "k/schema.json": '{"format":"snarp-known/9"}',
    "k/list.json": '{"format":"snarp-known/1","implementation":"x",'
                   '"version":"1"}',
    "p/list.json": "[]",
    "p/empty.json": "{}",
    "p/step.json": '{"policy":"RR","steps":[{"fly":1}]}',
    "p/count.json": '{"policy":"RAND","steps":[{"register":1},'
                    '{"select":1,"count":9}]}',
    "plain": "#!/bin/sh\n",
    "z/good.zone": 'a. NAPTR 1 1 "a" "b:c" "" h.\nh. A 192.0.2.1\n',
    **{f"z/{name}.zone": text for name, (text, _) in ZONES.items()},
    "report": "an older one\n",
}

# exit status, line on standard error, arguments, and what is not as usual:
# input (standard input) or out (standard output)
TABLE = [
    (2, "expected a command; snarp --help lists them all", []),
    (2, "there is no command fly; snarp --help lists them all", ["fly"]),
    (2, f"standard output: {FULL}", ["--help"], {"out": "/dev/full"}),
    (2, f"standard output: {FULL}", ["--version"], {"out": "/dev/full"}),

    (2, "naptr: expected decode, encode, scan or print", ["naptr"]),
    (2, "srv: expected decode, encode, scan or print", ["srv", "fly"]),
    (2, "srv decode has no option --frob; snarp srv --help lists them",
     ["srv", "decode", "--frob"]),
    (2, "naptr print has no option --owner; snarp naptr --help lists them",
     ["naptr", "print", "--owner", "x"]),
    (2, "naptr encode: --owner: expected a value behind it",
     ["naptr", "encode", "--owner"]),
    (2, "srv scan: --origin: expected a value behind it",
     ["srv", "scan", "--origin"]),
    (2, "naptr decode: expected one value, found 01 besides",
     ["naptr", "decode", "00", "01"]),
    (2, f"naptr decode: rdata: {HEX}", ["naptr", "decode", "xyz"]),
    (2, f"srv decode: rdata: {HEX}", ["srv", "decode", "000"]),
    (2, f"srv decode: message: {HEX}", ["srv", "decode", "--message", "0"]),
    (1, "naptr decode: short at octet 2: the RDATA ends inside its 16-bit "
     "fields (RFC 1035 3.2.1)", ["naptr", "decode", "0001"]),
    (1, "srv scan: field-missing at octet 3: the text ends before the last "
     "field (RFC 1035 5.1)", ["srv", "scan", "1 2"]),
    (2, "srv scan: origin: expected a domain name with its final dot",
     ["srv", "scan", "--origin", "a..b", "1 2 3 x"]),
    (2, "naptr encode: 1:4: is not JSON as expected: '[' or '{' expected near "
     "'nope'", ["naptr", "encode", "nope"]),
    (2, "srv print: expected a JSON object with the record's fields",
     ["srv", "print", "[]"]),
    (2, "naptr encode: order: expected a number from 0 to 65535",
     ["naptr", "encode", "{}"]),
    (2, "srv print: priority: expected a number from 0 to 65535",
     ["srv", "print", '{"priority":65536}']),
    (2, f"naptr print: flags: {HEX}", ["naptr", "print", RECORD % "s"]),
    (2, f"naptr encode: owner: {HEX}",
     ["naptr", "encode", "--owner", "x", RECORD % ""]),
    (2, "naptr decode: expected at most 262140 octets of input",
     ["naptr", "decode"], {"input": b"0" * 300000}),
    (2, f"standard output: {FULL}", ["naptr", "print", RECORD % "53"],
     {"out": "/dev/full"}),
    (2, f"standard output: {FULL}", ["srv", "--help"], {"out": "/dev/full"}),

    (2, "policy: expected decode or encode", ["policy"]),
    (2, "policy decode has no option --frob; snarp policy --help lists them",
     ["policy", "decode", "--frob"]),
    (2, "policy decode: --dialect: expected rfc5356 or draft-01",
     ["policy", "decode", "--dialect", "x"]),
    (2, "policy decode: --dialect: expected rfc5356 or draft-01",
     ["policy", "decode", "--dialect"]),
    (2, "policy decode: expected one value, found 01 besides",
     ["policy", "decode", "00", "01"]),
    (2, f"policy decode: parameter: {HEX}", ["policy", "decode", "zz"]),
    (1, "policy decode: parameter-overrun at octet 2: a Parameter Length runs "
     "past the end of the input (RFC 5354 3)",
     ["policy", "decode", "00080008"]),
    (2, "policy encode: policy: expected a policy's name or number",
     ["policy", "encode", '{"policy":"FLY"}']),
    (2, "policy encode: weight: expected a number of at most 32 bits",
     ["policy", "encode", '{"policy":"WRR","weight":4294967296}']),
    (2, f"standard output: {FULL}",
     ["policy", "encode", '{"policy":"RR"}'], {"out": "/dev/full"}),

    (2, "pool: arguments: expected a scenario's file, or --simulate",
     ["pool"]),
    (2, "pool: expected one scenario, found b besides", ["pool", "a", "b"]),
    (2, "pool: --frob is no option, or lacks its value; snarp pool --help "
     "lists them", ["pool", "--frob"]),
    (2, "pool: --format: expected table, json or svg",
     ["pool", "--format", "x", "a"]),
    (2, "pool: values and requests: expected --simulate besides",
     ["pool", "--weights", "1", "p/empty.json"]),
    (2, "pool: --simulate: expected --weights, --elements or the like",
     ["pool", "--simulate", "RR", "--requests", "1"]),
    (2, "pool: --simulate: expected --requests",
     ["pool", "--simulate", "RR", "--elements", "1"]),
    (2, "pool: --requests: expected at least 1",
     ["pool", "--simulate", "RR", "--elements", "1", "--requests", "0"]),
    (2, "pool: --weights: expected numbers of 32 bits, with commas between "
     "them", ["pool", "--simulate", "WRR", "--weights", "1,x", "--requests",
              "3"]),
    (2, "pool: --degradations: expected as many numbers as in other lists",
     ["pool", "--simulate", "LUD", "--loads", "1,2", "--degradations", "1",
      "--requests", "3"]),
    (2, "pool: --simulate: weight: expected a number of at most 32 bits",
     ["pool", "--simulate", "WRR", "--elements", "1", "--requests", "3"]),
    (2, "p/none.json: cannot be read: No such file or directory",
     ["pool", "p/none.json"]),
    (4, "p/list.json: expected an object", ["pool", "p/list.json"]),
    (4, "p/empty.json: policy-unsupported at octet 0: the policy's number is "
     "reserved by the IETF or not implemented (RFC 5356 7.1)",
     ["pool", "p/empty.json"]),
    (4, "p/step.json: steps: expected register, deregister or select",
     ["pool", "p/step.json"]),
    (4, "p/count.json: steps[1]: expected times in place of count, to see "
     "each answer", ["pool", "p/count.json"]),
    (2, f"/dev/full: {FULL}",
     ["pool", "--simulate", "RR", "--elements", "1", "--requests", "1",
      "--output", "/dev/full"]),

    (2, "service: expected decode or encode", ["service"]),
    (2, "service: expected decode or encode", ["service", "scan"]),
    (2, "service decode has no option --frob; snarp service --help lists them",
     ["service", "decode", "--frob"]),
    (2, "service encode has no option --hex; snarp service --help lists them",
     ["service", "encode", "--hex"]),
    (2, "service decode: expected one value, found b besides",
     ["service", "decode", "a", "b"]),
    (2, f"service decode: services: {HEX}",
     ["service", "decode", "--hex", "4"]),
    (1, "service decode: tag-empty at octet 3: a tag of the service field is "
     "empty (RFC 3958 6.5)", ["service", "decode", "EM:"]),
    (1, "service decode: tag-octet at octet 1: a tag has an octet other than "
     "letters, digits, +, - and . (RFC 3958 6.5)",
     ["service", "decode"], {"input": b"E\x00M\n"}),
    (2, "service encode: 1:1: is not JSON as expected: '[' or '{' expected "
     "near ':'", ["service", "encode", ":"]),
    (2, "service encode: service: expected a string",
     ["service", "encode", '{"protocols":[]}']),
    (2, "service encode: protocols: expected a list of strings",
     ["service", "encode", '{"service":"a","protocols":[1]}']),
    (2, "service encode: protocols: expected a list of strings",
     ["service", "encode", '{"service":"a"}']),
    (1, "service encode: tag-first: a tag does not begin with a letter "
     "(RFC 3958 6.5)",
     ["service", "encode", '{"service":"a","protocols":["1"]}']),
    (1, "service encode: string-long: a character-string has more than 255 "
     "octets (RFC 1035 3.3)", ["service", "encode"],
     {"input": b'{"service":"a","protocols":[%s]}'
               % b",".join([b'"%s"' % (b"b" * 32)] * 8)}),
    (2, f"standard output: {FULL}", ["service", "decode", "EM:b"],
     {"out": "/dev/full"}),

    (2, "serve: expected --zone FILE or the id of one vector", ["serve"]),
    (2, "serve: expected --zone FILE or the id of one vector",
     ["serve", "a", "b"]),
    (2, "serve: expected --zone FILE or the id of one vector",
     ["serve", "--zone", "a", "b"]),
    (2, "serve has no option --frob; snarp serve --help lists them",
     ["serve", "--frob"]),
    (2, "serve: --log: expected a value behind it", ["serve", "--log"]),
    (2, "--listen 127.0.0.1:x: expected an address, and maybe a colon and a "
     "port; IPv6 in brackets then",
     ["serve", "--zone", "/dev/null", "--listen", "127.0.0.1:x"]),
    (2, "absent: cannot be read: No such file or directory",
     ["serve", "--zone", "absent"]),
    (2, "serve: no/such: expected the id of a vector of snaptr.resolve; snarp "
     "check --list has them", ["serve", "no/such"]),
    (2, "serve: naptr.decode/plain: expected the id of a vector of "
     "snaptr.resolve; snarp check --list has them",
     ["serve", "naptr.decode/plain"]),
    (2, "absent/log: cannot be written: No such file or directory",
     ["serve", "snaptr.resolve/eduroam-plain", "--log", "absent/log"]),
    (2, f"standard output: {FULL}", ["serve", "snaptr.resolve/eduroam-plain"],
     {"out": "/dev/full"}),

    (2, "check: --namespace, --service, --protocol and --prefer are for --live",
     ["check", "--service", "x", "ref"]),
    (2, "--namespace x: expected auto, yes or no",
     ["check", "--live", "--namespace", "x", "--", "a", "{domain}"]),
    (2, "--prefer x: expected client or zone",
     ["check", "--live", "--prefer", "x", "--", "a", "{domain}"]),
    (2, "check --live: expected -- and a command", ["check", "--live", "ref"]),
    (2, "check --live: expected {domain} in the command",
     ["check", "--live", "--", "a"]),
    (2, "check --live: expected {service} in the command, or --service with "
     "the one that it looks for", ["check", "--live", "--", "a", "{domain}"]),
    (2, "check --live: expected {protocol} in the command, or --protocol with "
     "the one that it looks for",
     ["check", "--live", "--service", "x", "--", "a", "{domain}"]),
    (2, "check --live: --namespace no: expected {port} in the command, for it "
     "must be told where the server is",
     ["check", "--live", "--namespace", "no", "--", "a", "{domain}",
      "{service}", "{protocol}"]),

    (2, "resolve: expected a domain, a service and at least one protocol",
     ["resolve", "a", "b"]),
    (2, "resolve: expected at most 64 protocols",
     ["resolve", "a", "b", *["c"] * 65]),
    (2, "resolve has no option --frob; snarp resolve --help lists them",
     ["resolve", "--frob", "a", "b", "c"]),
    (2, "--zone: expected a value behind it", ["resolve", "a", "--zone"]),
    (2, "resolve: expected one of --json and --plain",
     ["resolve", "--json", "--plain", "a", "b", "c"]),
    (2, "resolve: expected one of --server and --zone",
     ["resolve", "--zone", "z", "--server", "::1", "a", "b", "c"]),
    *[(2, f"--server {server}: expected an address, and maybe a colon and a "
       "port; IPv6 in brackets then",
       ["resolve", "--server", server, "a", "b", "c"])
      for server in ("", "x.", "1.2.3.4:", "1.2.3.4:0", "1.2.3.4:65536",
                     "[::1", "[::1]53", "[::1]:", "::1:x", "9" * 99)],
    (2, "--timeout 0: expected seconds from 0.01 to 86400",
     ["resolve", "--timeout", "0", "a", "b", "c"]),
    (2, "--retries x: expected a number from 0 to 100",
     ["resolve", "--retries", "x", "a", "b", "c"]),
    (2, "--depth 0: expected a number from 1 to 1000",
     ["resolve", "--depth=0", "a", "b", "c"]),
    (2, "--queries 99999999999999999999: expected a number from 1 to 1000000",
     ["resolve", "--queries", "99999999999999999999", "a", "b", "c"]),
    (2, "--attempts -1: expected a number from 1 to 1000000",
     ["resolve", "--attempts", "-1", "a", "b", "c"]),
    (2, "--seed 18446744073709551616: expected a number from 0 to "
     "18446744073709551615",
     ["resolve", "--seed", "18446744073709551616", "a", "b", "c"]),
    (2, "--prefer me: expected client or zone",
     ["resolve", "--prefer", "me", "a", "b", "c"]),
    (2, "--port c: expected a protocol, =, and a number from 1 to 65535",
     ["resolve", "--port", "c", "a", "b", "c"]),
    (2, "--port c=0: expected a protocol, =, and a number from 1 to 65535",
     ["resolve", "--port", "c=0", "a", "b", "c"]),
    (2, "resolve: a..b: a domain name has an empty label (RFC 1035 3.1)",
     ["resolve", "--zone", "z/good.zone", "a..b", "b", "c"]),
    (2, "resolve: expected a service and protocols that are tags of RFC 3958 "
     "6.5", ["resolve", "--zone", "z/good.zone", "a", "b", "c:d"]),
    (2, "z/missing: cannot be read: No such file or directory",
     ["resolve", "--zone", "z/missing", "a", "b", "c"]),
    (2, "z: is not a file", ["resolve", "--zone", "z", "a", "b", "c"]),
    *[(4, f"z/{name}.zone:{line}", ["resolve", "--zone", f"z/{name}.zone", "a",
                                    "b", "c"])
      for name, (_, line) in ZONES.items()],
    (1, "resolve: b: the domain does not offer the service by one of the "
     "protocols", ["resolve", "--zone", "z/good.zone", "b", "b", "c"]),
    (2, f"standard output: {FULL}",
     ["resolve", "--zone", "z/good.zone", "a", "b", "c"],
     {"out": "/dev/full"}),
    (2, f"standard output: {FULL}", ["resolve", "--help"],
     {"out": "/dev/full"}),

    (2, "adapter: expected the argument ref", ["adapter"]),
    (2, "adapter: expected the argument ref", ["adapter", "ldns"]),
    (1, "adapter ref: line 1: expected a request, one JSON object in a line",
     ["adapter", "ref"], {"input": b"nope\n"}),
    (1, "adapter ref: line 1: expected a request, one JSON object in a line",
     ["adapter", "ref"], {"input": b"[" * 100000 + b"\n"}),
    (1, "adapter ref: line 1: op: expected a string",
     ["adapter", "ref"], {"input": b'{"id":1}\n'}),
    (1, "adapter ref: line 1: proto: expected 1",
     ["adapter", "ref"], {"input": b'{"op":"hello","proto":2}\n'}),
    (1, "adapter ref: line 2: id: expected a number", ["adapter", "ref"],
     {"input": b'{"op":"hello","proto":1}\n{"op":"srv.scan"}\n'}),
    (1, f"adapter ref: line 1: rdata: {HEX}", ["adapter", "ref"],
     {"input": b'{"op":"naptr.decode","id":1,"rdata":"xx"}\n'}),
    (1, "adapter ref: line 1: the input ends before an answer",
     ["adapter", "ref"], {"input": RESOLVE}),
    (1, "adapter ref: line 2: expected an answer to the question",
     ["adapter", "ref"], {"input": RESOLVE + b'{"id":2,"answer":{}}\n'}),
    (1, "adapter ref: line 2: expected an answer, one JSON object in a line",
     ["adapter", "ref"], {"input": RESOLVE + b"nope\n"}),
    (1, "adapter ref: line 2: rcode: expected the name of an RCODE",
     ["adapter", "ref"], {"input": RESOLVE + b'{"id":1,"answer":{}}\n'}),
    (1, "adapter ref: line 2: records: expected name, type, ttl and rdata in "
     "each", ["adapter", "ref"],
     {"input": RESOLVE + b'{"id":1,"answer":{"rcode":"NOERROR",'
                         b'"records":[{"name":"a"}]}}\n'}),
    (1, "adapter ref: line 1: draws: expected a number below its bound for "
     "each draw", ["adapter", "ref"],
     {"input": b'{"op":"srv.order","id":1,"draws":[],"records":[%s,%s]}\n'
               % (SRV, SRV)}),
    (1, "adapter ref: line 1: the input ends inside a line",
     ["adapter", "ref"], {"input": b'{"op":"hel'}),
    (1, "adapter ref: line 1: expected a line of at most 1 MiB",
     ["adapter", "ref"], {"input": b"x" * (2 << 20)}),
    (2, f"standard output: {FULL}", ["adapter", "ref"],
     {"input": b'{"op":"hello","proto":1}\n', "out": "/dev/full"}),

    (2, "lint: expected a zone", ["lint"]),
    (2, "lint has no option --frob; snarp lint --help lists them",
     ["lint", "--frob", "z/good.zone"]),
    (2, "lint: expected a zone and a name, found c besides",
     ["lint", "z/good.zone", "a", "c"]),
    (2, "lint: --service: expected a value behind it",
     ["lint", "z/good.zone", "--service"]),
    (2, "lint: --protocol 1: expected a tag of RFC 3958 6.5",
     ["lint", "--protocol=1", "z/good.zone"]),
    (2, "lint: --service a:b: expected a tag of RFC 3958 6.5",
     ["lint", "--service", "a:b", "z/good.zone"]),
    (2, "lint: a..b: expected a domain name", ["lint", "z/good.zone", "a..b"]),
    (2, "lint: h.: has no NAPTR records in this zone",
     ["lint", "z/good.zone", "h."]),
    (2, "z/missing.zone: cannot be read: No such file or directory",
     ["lint", "z/missing.zone"]),
    (2, "z: is not a file", ["lint", "z"]),
    (4, "z/open.zone:1: expected a closing parenthesis",
     ["lint", "--json", "z/open.zone"]),
    (2, f"standard output: {FULL}", ["lint", "z/good.zone"],
     {"out": "/dev/full"}),
    (2, f"standard output: {FULL}", ["lint", "--json", "z/good.zone"],
     {"out": "/dev/full"}),
    (2, f"standard output: {FULL}", ["lint", "--list"], {"out": "/dev/full"}),
    (2, f"standard output: {FULL}", ["lint", "--help"], {"out": "/dev/full"}),

    (2, "lint-vectors has no option --frob; snarp lint-vectors --help lists "
     "them", ["lint-vectors", "--frob"]),
    (2, "lint-vectors: expected one path, found b besides",
     ["lint-vectors", "a", "b"]),
    (2, "missing: cannot be read: No such file or directory",
     ["lint-vectors", "missing"]),
    (4, "bare: expected a rules.json in this folder or above it",
     ["lint-vectors", "--write", "bare"]),
    (2, f"standard output: {FULL}", ["lint-vectors", "--help"],
     {"out": "/dev/full"}),

    (2, "check: expected one of ref, the name of an adapter, --all, or -- and "
     "a command", ["check"]),
    (2, "check: expected one of ref, the name of an adapter, --all, or -- and "
     "a command", ["check", "--"]),
    (2, "check: expected one subject, found ref and oracle",
     ["check", "ref", "oracle"]),
    (2, "check has no option --frob; snarp check --help lists them",
     ["check", "--frob"]),
    (2, "--only: expected a value behind it", ["check", "ref", "--only"]),
    (2, "--timeout x: expected seconds from 0.01 to 86400",
     ["check", "--timeout", "x", "ref"]),
    (2, "--timeout 0: expected seconds from 0.01 to 86400",
     ["check", "--timeout", "0", "ref"]),
    (2, "--timeout nan: expected seconds from 0.01 to 86400",
     ["check", "--timeout", "nan", "ref"]),
    (2, "--jobs 0: expected a number from 1 to 64",
     ["check", "--jobs", "0", "ref"]),
    (2, "--jobs 65: expected a number from 1 to 64",
     ["check", "--jobs=65", "ref"]),
    (2, "--jobs 99999999999999999999: expected a number from 1 to 64",
     ["check", "--jobs", "99999999999999999999", "ref"]),
    (2, "--level may: expected MUST, SHOULD or robustness",
     ["check", "--level", "may", "ref"]),
    (2, "--format xml: expected terminal, tap, junit, jsonl or html",
     ["check", "--format", "xml", "ref"]),
    (2, "--only zzz: fits the id of no vector",
     ["check", "--only", "zzz", "ref"]),
    (2, "--show zzz: there is no such vector", ["check", "--show", "zzz"]),
    (4, "bare: expected a rules.json in this folder or above it",
     ["check", "--vectors", "bare", "ref"]),
    (2, "--skip zzz: fits the id of no vector",
     ["check", "--skip", "zzz", "ref"]),
    (2, "--only, --skip and --level leave no vector",
     ["check", "--skip", "*", "ref"]),
    (2, "--known FILE is for one implementation, not for --all",
     ["check", "--known", "k", "--all"]),
    (2, "--update-known: expected --known FILE for a command",
     ["check", "--update-known", "--", "./plain"]),
    (2, "k/missing: cannot be read: No such file or directory",
     ["check", "--known", "k/missing", "ref"]),
    (2, "k: is not a file", ["check", "--known", "k", "ref"]),
    (4, "k/nope.json:1:4: is not JSON as expected: '[' or '{' expected near "
     "'nope'", ["check", "--known", "k/nope.json", "--output", "report",
                "ref"]),
    (4, 'k/schema.json: format: expected "snarp-known/1", found '
     '"snarp-known/9"', ["check", "--known", "k/schema.json", "ref"]),
    (4, "k/list.json: expected: expected a list, found nothing",
     ["check", "--known", "k/list.json", "--update-known", "ref"]),
    (3, "./missing: cannot be started: No such file or directory",
     ["check", "--", "./missing"]),
    (3, "./plain: cannot be started: Permission denied",
     ["check", "--", "./plain"]),
    (3, "/bin/false: ended too early with exit status 1",
     ["check", "--", "/bin/false"]),
    (3, "/bin/true: ended too early with exit status 0",
     ["check", "--", "/bin/true"]),
    (2, f"/dev/full: {FULL}", ["check", "--output", "/dev/full", "ref"]),
    (2, "no/where: cannot be written: No such file or directory",
     ["check", "--output", "no/where", "ref"]),
    (2, "report: cannot be written: File too large",
     ["check", "--format", "jsonl", "--output", "report", "ref"],
     {"limit": 65536}),
    (2, f"standard output: {FULL}", ["check", "--show", "srv.decode/plain"],
     {"out": "/dev/full"}),
    (2, f"standard output: {FULL}", ["check", "--help"], {"out": "/dev/full"}),
]

# a bad vector file gets the same line from the check and from the lint
VECTOR_TABLE = [
    (2, "v/missing.json: cannot be read: No such file or directory"),
    (4, "v/empty.json:1:0: is not JSON as expected: '[' or '{' expected near "
     "end of file"),
    (4, "v/nope.json:1:4: is not JSON as expected: '[' or '{' expected near "
     "'nope'"),
    (4, "v/cut.json:2:12: is not JSON as expected: premature end of input near "
     "'\"snarp-vec'"),
    (4, "v/twice.json:1:36: is not JSON as expected: duplicate object key near "
     "'\"format\"'"),
    (4, "v/deep.json: nested more than 32 deep"),
    (4, "v/list.json: expected an object"),
    (4, 'v/schema.json: format: expected "snarp-vectors/1", found '
     '"snarp-vectors/2"'),
    (4, 'v/op.json: op: "naptr.fly" is no op; expected one of '
     'docs/vector-format.md'),
    (4, "v/title.json: vectors[0] (srv.scan/a): title: expected a string, "
     "found nothing"),
]


def rows():
    yield from TABLE
    for status, line in VECTOR_TABLE:
        path = line.split(":")[0]
        yield status, line, ["check", "--vectors", path, "--output", "report",
                             "ref"]
        yield status, line, ["lint-vectors", "--write", path]


def lay_out(folder, source):
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    rules = (source / "vectors/rules.json").read_text()
    (folder / "v/rules.json").write_text(rules)


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes()
            for path in folder.rglob("*") if path.is_file()}


def run(snarp, folder, arguments, input=b"", out=os.devnull, limit=None):
    """The exit status and the standard error of one command."""
    def before():
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    with open(out, "wb") as stdout:
        done = subprocess.run([snarp, *arguments], cwd=folder, input=input,
                              stdout=stdout, stderr=subprocess.PIPE,
                              preexec_fn=before, timeout=120)
    return done.returncode, done.stderr.decode(errors="replace")


def judge(snarp, folder, status, line, arguments, unusual={}):
    """What differs from what is expected, a line each."""
    before = contents(folder)
    got, said = run(snarp, folder, arguments, **unusual)
    if got != status:
        yield f"exit {got}, expected {status}"
    if said != f"snarp: {line}\n":
        yield f"said {said!r},\n  expected 'snarp: {line}\\n'"
    after = contents(folder)
    if after != before:
        names = {n for n in after.keys() | before.keys()
                 if after.get(n) != before.get(n)}
        yield f"files changed: {sorted(names)}"


def processes(mark):
    """The processes that carry our mark in their environment."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if mark in (folder / "environ").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def interrupt(snarp, folder, number):
    """A run that waits for its adapter is told to end."""
    before = contents(folder)
    mark = f"{os.getpid()}-{number}"
    child = subprocess.Popen(
        [snarp, "check", "--jobs", "1", "--output", "report", "--",
         "sleep", "3600"],
        cwd=folder, env={**os.environ, "SNARP_BAD_INPUT": mark},
        stdout=subprocess.DEVNULL)
    mark = f"SNARP_BAD_INPUT={mark}".encode()
    while child.poll() is None and len(processes(mark)) < 2:
        time.sleep(0.01)
    child.send_signal(number)
    if child.wait() != -number:
        yield f"exit {child.returncode}, expected {-number}"
    if contents(folder) != before:
        yield "files changed"
    deadline = time.monotonic() + 60
    while processes(mark) and time.monotonic() < deadline:
        time.sleep(0.01)
    for pid in processes(mark):
        yield f"process {pid} is left behind"
        os.kill(pid, signal.SIGKILL)


def replace(snarp, folder):
    """A good run puts its report in the place of the older one."""
    before = contents(folder)
    status, said = run(snarp, folder, ["check", "--format", "jsonl",
                                       "--output", "report", "ref"])
    after = contents(folder)
    if status != 0 or said != "":
        yield f"exit {status}, said {said!r}"
    if after.keys() != before.keys() or after["report"] == before["report"]:
        yield "expected a new report and nothing beside it"


def main(snarp, source):
    faults = n = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        lay_out(folder, pathlib.Path(source))
        trials = [(" ".join(row[2]), judge(snarp, folder, *row))
                  for row in rows()]
        trials += [(number.name, interrupt(snarp, folder, number))
                   for number in (signal.SIGINT, signal.SIGTERM,
                                  signal.SIGHUP)]
        trials.append(("that is good", replace(snarp, folder)))
        for what, trial in trials:
            n += 1
            for fault in trial:
                print(f"snarp {what}\n  {fault}")
                faults += 1
    print(f"{n} rows, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1]), sys.argv[2]))
