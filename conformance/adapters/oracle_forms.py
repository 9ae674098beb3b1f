"""The oracle's checks of what records mean: RFC 3403 4.1, RFC 3402 3.2; their
canonical order: RFC 4034 6.3; and service fields: RFC 3958 6.5.
"""

import re

from oracle_client import check_tag
from oracle_records import canonical, decode_alone, encode, refuse


# --- RFC 3403 4.1, RFC 2782

def check(kind, record):
    """Notes of a record that can be written and whose fields mean something."""
    encode(kind, record)
    if kind == "srv":
        return ["no-service"] if record["target"] == b"\0" else []
    if not re.fullmatch(rb"[A-Za-z0-9]*", record["flags"]):
        refuse("flags-octet", "FLAGS is %r" % record["flags"])
    replaces = record["replacement"] != b"\0"
    if record["regexp"] and replaces:
        refuse("regexp-and-replacement", "both REGEXP and REPLACEMENT")
    if record["regexp"]:
        check_expression(record["regexp"].decode("latin-1"))
    notes = []
    if len(record["flags"]) > 1:
        notes.append("more-than-one-flag")
    if not record["regexp"] and not replaces:
        notes.append("no-rewrite")
    return notes


# --- RFC 3402 3.2

def check_expression(expression):
    """A delimiter; the parts that it divides; what is in them."""
    delimiter = expression[0]
    if delimiter in "123456789iI\\":
        refuse("regexp-delimiter", "the delimiter is " + repr(delimiter))
    plain = r"(?:[^\\%s]|\\.)*" % re.escape(delimiter)
    parts = re.match(r"%s(%s)%s(%s)%s(.*)" % (re.escape(delimiter), plain,
                                              re.escape(delimiter), plain,
                                              re.escape(delimiter)),
                     expression, re.DOTALL)
    if parts is None:
        refuse("regexp-parts", "less than three delimiters")
    ere, replacement, flags = parts.groups()
    groups = len(re.findall(r"\(", ordinary_removed(ere)))
    for digit in re.findall(r"\\(?:([1-9])|.)", replacement, re.DOTALL):
        if digit and int(digit) > groups:
            refuse("regexp-backref", "%d groups and \\%s" % (groups, digit))
    if delimiter in flags:
        refuse("regexp-parts", "more than three delimiters")
    if flags.lower().strip("i"):
        refuse("regexp-flag", "the flags are %r" % flags)


def ordinary_removed(ere):
    """An ERE without its escapes and bracket expressions (POSIX 9.3.5)."""
    return re.sub(r"\\.|\[\^?\]?[^\]]*(?:\]|$)", "", ere, flags=re.DOTALL)


# --- RFC 4034 6.3

def sort(kind, rdatas):
    """Canonical forms as octet strings, each of them once."""
    return sorted({canonical(kind, decode_alone(kind, rdata))
                   for rdata in rdatas})


# --- RFC 3958 6.5

def print_service(service, protocols):
    """The field of a service and its protocols."""
    for tag in [service, *protocols] if service or protocols else []:
        check_tag(tag)
    field = ":".join([service, *protocols]).encode("latin-1")
    if len(field) > 255:
        refuse("string-long", "a field of %d octets" % len(field))
    return field
