#!/usr/bin/python3
"""snarp lint finds what zones have, and nothing else.

    lint_test.py SNARP LINT_MD

Each row of ROWS is a zone with all of its findings: severity, kind, owner, the
ORDER or PRIORITY of the record ("-" where the finding is about all records),
and maybe what it says. Every kind stands in some row, and LINT_MD has the same
table as the program.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

HEAD = "$ORIGIN d.\n$TTL 60\n"
TAIL = "\nh A 192.0.2.1\nh6 AAAA 2001:db8::1\nal CNAME h\n"
SOA = "@ SOA ns.d. host.d. 1 2 3 4 5\n@ NS h\n"
TAG_32 = "a" * 32
GOOD = '@ NAPTR 1 1 a EM:p "" h\n'
# example.com as in RFC 3958 2.2, with what stands behind its names
CLEAN = """
example.com. NAPTR 100 10 "" "WP:whois++" "" bunyip.example.
example.com. NAPTR 100 20 "s" "WP:ldap" "" _ldap._tcp.myldap.example.com.
example.com. NAPTR 200 10 "" "EM:protA" "" someisp.example.
example.com. NAPTR 200 30 "a" "EM:protB" "" myprotb.example.com.
bunyip.example. NAPTR 100 10 "s" "WP:whois++" "" _whois._tcp.bunyip.example.
someisp.example. NAPTR 100 10 "A" "em:ProtA" "" em.someisp.example.
_ldap._tcp.myldap.example.com. SRV 0 0 389 myldap.example.com.
_whois._tcp.bunyip.example. SRV 0 0 63 bunyip.example.
myldap.example.com. A 192.0.2.1
myprotb.example.com. AAAA 2001:db8::1
bunyip.example. A 192.0.2.2
em.someisp.example. A 192.0.2.3
"""


def chain(n):
    """Sets that lead to one another, n of them."""
    return "".join(f'c{i} NAPTR 1 1 "" EM:p "" c{i + 1}\n'
                   for i in range(1, n)) + f'c{n} NAPTR 1 1 a EM:p "" h\n'


def ladder(n):
    """n sets, each with two ways to the next."""
    return "".join(f'c{i} NAPTR 1 {k} "" EM:p "" {c}{i + 1}\n'
                   for i in range(1, n) for k, c in enumerate("cC")) + \
        f'c{n} NAPTR 1 1 s EM:p "" s\ns SRV 1 1 1 h\n'


# arguments, zone, findings
ROWS = [
    ([], CLEAN, []),
    (["--strict"], SOA + GOOD, []),
    ([], "", []),

    # --- a record by itself
    ([], GOOD + '@ NAPTR 2 1 S- EM:p "" h', ["error flags-octet d. 2"]),
    ([], GOOD + '@ NAPTR 2 1 "s " EM:p "" h', ["error flags-octet d. 2"]),
    ([], GOOD + '@ NAPTR 2 1 SA EM:p "" h', ["error flags-many d. 2"]),
    ([], GOOD + '@ NAPTR 2 1 P EM:p "" h', ["error flags-other d. 2"]),
    ([], GOOD + '@ NAPTR 2 1 1 EM:p "" h', ["error flags-other d. 2"]),
    ([], '@ NAPTR 2 1 u EM:p !.*!x:y! .',
     ["error flags-other d. 2", "error regexp-used d. 2"]),
    (["--uri"], '@ NAPTR 2 1 u EM:p !.*!x:y! .', []),
    (["--uri"], '@ NAPTR 2 1 U EM:p !.*!x! .', ["error uri-form d. 2"]),
    (["--uri"], '@ NAPTR 2 1 U EM:p "" .', ["error uri-form d. 2"]),
    (["--uri"], '@ NAPTR 2 1 U EM:p "!^.*$!x:y!" .', ["error uri-form d. 2"]),
    (["--uri"], '@ NAPTR 2 1 U EM:p !.*!x:y! h',
     ["error regexp-and-replacement d. 2"]),
    (["--uri"], '@ NAPTR 2 1 a EM:p !.*!x:y! .', ["error regexp-used d. 2"]),
    ([], '@ NAPTR 2 1 a EM:p !.*!h! .', ["error regexp-used d. 2"]),
    ([], '@ NAPTR 2 1 a EM:p !.*!h! h',
     ["error regexp-used d. 2", "error regexp-and-replacement d. 2"]),
    ([], '@ NAPTR 2 1 a EM:p 1a1b1 .',
     ["error regexp-used d. 2", "error regexp-delimiter d. 2"]),
    ([], '@ NAPTR 2 1 a EM:p !a!b .',
     ["error regexp-used d. 2", "error regexp-parts d. 2"]),
    ([], '@ NAPTR 2 1 a EM:p !a!b!x .',
     ["error regexp-used d. 2", "error regexp-flag d. 2"]),
    ([], r'@ NAPTR 2 1 a EM:p !a!\\1! .',
     ["error regexp-used d. 2", "error regexp-backref d. 2"]),
    ([], '@ NAPTR 2 1 a EM:p "" .', ["error replacement-none d. 2"]),
    ([], '@ NAPTR 2 1 "" EM:p "" .', ["error replacement-none d. 2"]),
    ([], '@ NAPTR 2 1 a EM:p: "" h', ["error tag-empty d. 2"]),
    ([], '@ NAPTR 2 1 a EM::p "" h', ["error tag-empty d. 2"]),
    ([], '@ NAPTR 2 1 a : "" h', ["error tag-empty d. 2"]),
    ([], '@ NAPTR 2 1 a EM:p:1q "" h',
     ["error tag-first d. 2: a tag of the service field does not begin with a "
      "letter: 1q"]),
    ([], '@ NAPTR 2 1 a E_M:p "" h',
     ["error tag-octet d. 2: a tag of the service field has an octet other "
      "than letters, digits, +, - and .: E_M"]),
    ([], '@ NAPTR 2 1 a "EM:p q:r" "" h',
     ["error tag-octet d. 2: a tag of the service field has an octet other "
      r"than letters, digits, +, - and .: p\032q"]),
    ([], f'@ NAPTR 2 1 a EM:{TAG_32} "" h', []),
    ([], f'@ NAPTR 2 1 a EM:{TAG_32}b "" h',
     ["error tag-long d. 2: a tag of the service field has more than 32 "
      f"octets: {TAG_32}b"]),
    ([], '@ NAPTR 2 1 a EM:X- "" h', ["error tag-x d. 2"]),
    ([], '@ NAPTR 2 1 a x-EM:X-a "" h', []),
    ([], '@ NAPTR 2 1 a EM:q:P:p:p "" h',
     ["note tag-twice d. 2: the service field has the same protocol twice: p"]),
    ([], '@ NAPTR 2 1 a "" "" h', ["warning service-empty d. 2"]),
    ([], '@ NAPTR 2 1 a :p "" h', ["warning service-none d. 2"]),
    ([], '@ NAPTR 2 1 a EM "" h', ["warning protocol-none d. 2"]),

    # --- records of one name
    ([], GOOD + '@ 61 NAPTR 2 1 a EM:p "" h6',
     ["warning ttl-differs d. -: the NAPTR records of one name have different "
      "TTLs"]),
    ([], '@ NAPTR 1 1 s EM:p "" s\ns SRV 1 1 1 h\ns 61 SRV 2 1 1 h',
     ["warning ttl-differs s.d. -: the SRV records of one name have different "
      "TTLs"]),
    ([], GOOD + '@ NAPTR 1 1 a EM:p "" H', ["warning record-twice d. 1"]),
    ([], GOOD + '@ NAPTR 1 1 a em:p "" h',
     ["note rank-equal d. 1: 2 records for EM:p have the same ORDER and "
      "PREFERENCE, so clients choose their order"]),
    ([], GOOD + '@ NAPTR 1 1 A EM:q "" h6', []),
    ([], "".join(f'@ NAPTR {i} 1 a EM:p:q "" h\n' for i in range(16)), []),
    ([], "".join(f'@ NAPTR {i} 1 a EM:p:q "" h\n' for i in range(17)),
     ["warning wide d. -: many records stand here: 17 NAPTR records for EM:p"]),
    ([], '@ NAPTR 1 1 s EM:p "" s\n' +
     "".join(f's SRV {i} 1 1 h\n' for i in range(17)),
     ["warning wide s.d. -: many records stand here: 17 SRV records"]),

    # --- where a record leads
    ([], '@ NAPTR 1 1 "" EM:p "" x',
     ["error naptr-missing d. 1: x.d. has no NAPTR records"]),
    ([], '@ NAPTR 1 1 "" EM:p "" h', ["error naptr-missing d. 1"]),
    ([], '@ NAPTR 1 1 s EM:p "" x',
     ["error srv-missing d. 1: x.d. has no SRV records"]),
    ([], '@ NAPTR 1 1 a EM:p "" x.e.',
     ["error address-missing d. 1: x.e. has no address records"]),
    ([], '@ NAPTR 1 1 s EM:p "" s\ns SRV 1 1 1 x',
     ["error address-missing s.d. 1: x.d. has no address records"]),
    ([], '@ NAPTR 1 1 a EM:p "" h6', []),
    ([], '@ NAPTR 1 1 a EM:p "" x.w\n*.w A 192.0.2.2', []),
    ([], '@ NAPTR 1 1 a EM:p "" x.w\n*.w A 192.0.2.2\nx.w TXT a',
     ["error address-missing d. 1"]),
    ([], SOA + '@ NAPTR 1 1 a EM:p "" x.e.',
     ["note outside d. 1: x.e. is outside the zone, and was not looked at"]),
    ([], SOA + '@ NAPTR 1 1 s EM:p "" x.e.', ["note outside d. 1"]),
    ([], SOA + '@ NAPTR 1 1 "" EM:p "" x.sub\nsub NS h',
     ["note outside d. 1"]),
    ([], SOA + '@ NAPTR 1 1 a EM:p "" x.sub\nsub NS x.sub\nx.sub A 192.0.2.2',
     []),
    ([], SOA + '@ NAPTR 1 1 a EM:p "" x.sub\nsub DNAME e.',
     ["note outside d. 1"]),
    ([], SOA + '@ NAPTR 1 1 a EM:p "" out\nout CNAME x.e.',
     ["note outside d. 1", "warning replacement-alias d. 1"]),
    ([], SOA + '@ NAPTR 1 1 s EM:p "" s\ns SRV 1 1 1 x.e.',
     ["note outside s.d. 1"]),
    ([], '@ NAPTR 1 1 a EM:p "" al',
     ["warning replacement-alias d. 1: REPLACEMENT al.d. is an alias"]),
    ([], '@ NAPTR 1 1 a EM:p "" l1\nl1 CNAME l2\nl2 CNAME l1',
     ["error address-missing d. 1", "warning replacement-alias d. 1"]),
    ([], '@ NAPTR 1 1 s EM:p "" s\ns SRV 1 1 1 al',
     ["error target-alias s.d. 1: the target al.d. is an alias, which it must "
      "not be"]),
    ([], '@ NAPTR 1 1 s EM:p "" s\ns SRV 1 1 1 .',
     ["warning no-service s.d. 1"]),
    ([], '@ NAPTR 1 1 s EM:p "" s\ns SRV 1 1 1 .\ns SRV 2 1 1 h',
     ["warning no-service-among s.d. 1"]),
    ([], 's SRV 1 1 1 .', []),

    # --- the tree
    ([], '@ NAPTR 1 1 "" EM:p:q "" D.',
     ["error loop d. 1: it leads back to a name above: d. -> d."]),
    ([], '@ NAPTR 1 1 "" EM:p "" b\nb NAPTR 2 1 "" EM:p "" c\n'
     'c NAPTR 3 1 "" EM:p "" b\n',
     ["error loop c.d. 3: it leads back to a name above: b.d. -> c.d. -> "
      "b.d."]),
    ([], '@ NAPTR 1 1 "" EM:p "" b\nb NAPTR 2 1 "" EM:q "" d.\n'
     'b NAPTR 3 1 a EM:p "" h\n',
     ["note not-reached d. 1", "error protocol-not-below b.d. 2",
      "note not-reached b.d. 2"]),
    ([], '@ NAPTR 1 1 "" EM:p:q:r "" b\nb NAPTR 2 1 a EM:q "" h\n',
     ["error protocol-not-below d. 1: the records below do not offer EM:p, "
      "EM:r"]),
    ([], '@ NAPTR 1 1 "" EM:p "" b\nb NAPTR 2 1 a EX:p "" h\n',
     ["error protocol-not-below d. 1", "note not-reached b.d. 2"]),
    ([], '@ NAPTR 1 1 "" EM:p "" b\nb NAPTR 2 1 P EM:p "" h\n',
     ["error protocol-not-below d. 1", "error flags-other b.d. 2"]),
    ([], SOA + '@ NAPTR 1 1 "" EM:p "" b\nb NAPTR 1 1 a EM:p "" h',
     ["warning renamed d. 1"]),
    ([], chain(4), []),
    ([], chain(5),
     ["warning deep c1.d. -: many NAPTR lookups follow one another: 5 for "
      "EM:p"]),
    ([], chain(17),
     ["error too-deep c1.d. -: so many NAPTR lookups follow one another that "
      "clients give up: 17 for EM:p"]),
    ([], ladder(7),
     ["warning deep c1.d. -", "warning many-lookups c1.d. -: a client may need "
      "many lookups: 191 for EM:p"]),

    # --- the scope
    (["--service", "EM"], GOOD + '@ NAPTR 2 1 u E2U+sip !.*!x:y! .', []),
    (["--service", "em", "--protocol", "P"],
     GOOD + '@ NAPTR 2 1 a EM:q "" x\n@ NAPTR 3 1 a WP:p "" x', []),
    (["--protocol", "q", "--protocol=p"],
     GOOD + '@ NAPTR 2 1 a EM:q "" x\n@ NAPTR 3 1 a WP:r "" x',
     ["error address-missing d. 2"]),
    (["--service", "EM"], GOOD + '@ NAPTR 2 1 a EM:1 "" h',
     ["error tag-first d. 2"]),
    (["ZONE", "D."], GOOD + 'b NAPTR 1 1 a EM:p "" x', []),
    (["ZONE", "b.d"], GOOD + 'b NAPTR 1 1 a EM:p "" x',
     ["error address-missing b.d. 1"]),
    (["ZONE", "d"], '@ NAPTR 1 1 "" EM:p "" b\nb NAPTR 1 1 a EM:p "" x\n'
     'e NAPTR 1 1 a EM:p "" x', ["error address-missing b.d. 1"]),
    (["--service", "EM", "--protocol", "q", "ZONE", "d"], GOOD,
     ["warning not-offered d. -: no record here offers EM:q"]),
    (["--service", "WP", "ZONE", "d"], GOOD,
     ["warning not-offered d. -: no record here offers WP"]),
    (["--strict", "--protocol", "p", "ZONE", "d"], GOOD, []),
]

TEXT = """z: d.
  warning ttl-differs: the NAPTR records of one name have different TTLs (RFC \
2181 5.2)
    Give all of them the same.
  NAPTR 1 1 "s" "EM:p" "" x.d.
    error srv-missing: x.d. has no SRV records (RFC 3958 2.2.4)
      Add them, or remove the record.
  NAPTR 2 1 "a" "EM:p:p" "" h.d.
    note tag-twice: the service field has the same protocol twice: p (RFC 3958 \
6.5)
      Write each protocol once.
snarp: 1 error, 1 warning, 1 note in 2 NAPTR records
"""


def run(snarp, folder, *arguments):
    return subprocess.run([snarp, "lint", *arguments], cwd=folder,
                          capture_output=True, text=True, timeout=600)


def write(folder, zone):
    (folder / "z").write_text(HEAD + zone + TAIL)


def line(finding, like):
    """A finding as a row has it."""
    record = finding.get("record", "- -").split()
    text = " ".join((finding["severity"], finding["finding"],
                     finding["owner"], record[1]))
    return f"{text}: {finding['says']}" if ": " in like else text


def judge_row(snarp, folder, arguments, zone, expected):
    write(folder, zone)
    where = arguments.index("ZONE") if "ZONE" in arguments else len(arguments)
    words = [*arguments[:where], "z", *arguments[where + 1:]]
    done = run(snarp, folder, "--json", *words)
    got = json.loads(done.stdout)["findings"] if done.stdout else []
    lines = [line(f, e) for f, e in zip(got, expected)]
    lines += [line(f, "") for f in got[len(expected):]]
    severities = {f["severity"] for f in got}
    bad = {"error", "warning"} if "--strict" in arguments else {"error"}
    if lines != expected:
        yield f"found {lines},\n  expected {expected}"
    if done.returncode != (1 if severities & bad else 0):
        yield f"exit {done.returncode}, said {done.stderr!r}"


def judge_strict(snarp, folder):
    write(folder, '@ NAPTR 1 1 a EM "" h')
    for arguments, status in (["z"], 0), (["--strict", "z"], 1):
        done = run(snarp, folder, *arguments)
        if done.returncode != status:
            yield f"{arguments}: exit {done.returncode}, expected {status}"


def judge_text(snarp, folder):
    write(folder, '@ NAPTR 1 1 s EM:p "" x\n@ 61 NAPTR 2 1 a EM:p:p "" h')
    done = run(snarp, folder, "z")
    if done.stdout != TEXT:
        yield f"printed\n{done.stdout}expected\n{TEXT}"


def judge_many(snarp, folder):
    """What stands 200 000 times at one name is told ten times, and counted."""
    write(folder, SOA + "".join(f'@ NAPTR {i % 65536} 1 a EM:p:q "" x{i}\n'
                                for i in range(200000)))
    lines = run(snarp, folder, "z").stdout.splitlines()
    more = "  and 199990 more: address-missing"
    if more not in lines or len(lines) > 100:
        yield f"expected at most 100 lines and {more!r}, got {len(lines)}"
    last = "snarp: 200000 errors, 1 warning, 65536 notes in 200000 NAPTR " \
        "records"
    if lines[-1:] != [last]:
        yield f"ended with {lines[-1:]}"


def judge_long(snarp, folder):
    """A chain of 20 000 sets, each of which leads back to the first one too."""
    n = 20000
    write(folder, "".join(f'c{i} NAPTR 1 1 "" EM:p "" c{i + 1}\n'
                          f'c{i} NAPTR 2 1 "" EM:p "" c0\n'
                          for i in range(n)))
    found = json.loads(run(snarp, folder, "--json", "z").stdout)["findings"]
    loops = sum(f["finding"] == "loop" for f in found)
    longest = max(len(f["says"]) for f in found)
    if loops != n or longest > 400:
        yield f"{loops} loops, told in up to {longest} characters"


def judge_table(snarp, folder, path):
    listed = run(snarp, folder, "--list").stdout.splitlines()
    table = [row for row in pathlib.Path(path).read_text().splitlines()
             if row.startswith("| `")]
    rows = [row.split(" | ") for row in listed]
    expected = [f"| `{word}` | {severity} | {cite} | {says} | {advice} |"
                for word, severity, cite, says, advice in rows]
    if table != expected:
        yield "the table of the document is another one; expected\n" + \
            "\n".join(expected)
    shown = {finding.split()[1] for row in ROWS for finding in row[2]}
    for word in {row[0] for row in rows} - shown:
        yield f"{word} stands in no row of the test"


def main(snarp, document):
    faults = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        trials = [(repr(row[1]), judge_row(snarp, folder, *row))
                  for row in ROWS]
        trials += [("--strict", judge_strict(snarp, folder)),
                   ("text", judge_text(snarp, folder)),
                   ("many", judge_many(snarp, folder)),
                   ("long", judge_long(snarp, folder)),
                   ("table", judge_table(snarp, folder, document))]
        for what, trial in trials:
            for fault in trial:
                print(f"{what}\n  {fault}")
                faults += 1
    print(f"{len(trials)} trials, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
