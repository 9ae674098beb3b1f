"""The oracle's records: RFC 1035 (names, strings, messages, zone files), RFC
2782 (SRV), RFC 3403 (NAPTR), RFC 3597 (generic text), RFC 4034 (order).
"""

import re

from kit.snarp_kit import Refusal

# The fields of the two types in their order, and what each of them is.
FIELDS = {
    "naptr": [("order", "number"), ("preference", "number"),
              ("flags", "string"), ("services", "string"),
              ("regexp", "string"), ("replacement", "name")],
    "srv": [("priority", "number"), ("weight", "number"),
            ("port", "number"), ("target", "name")],
}
TYPES = {"naptr": 35, "srv": 33}


def refuse(reason, words):
    raise Refusal(words, reason)


# --- Wire: RFC 1035 3.1, 3.2.1, 3.3, 4.1

def labels_at(buf, at, end, in_message):
    """RFC 1035 3.1, 4.1.4. Returns the labels of the name at `at`, and where
    the octets of the name that stand there end; they lie before `end`. A
    pointer leads to before the name, or part of a name, that has it: so the
    part after each pointer begins before the part in front of it."""
    labels = []
    part = at
    while True:
        if at >= end:
            if not labels and at == part:
                refuse("name-missing", "no name where one should begin")
            refuse("name-overrun", "the name does not end")
        size = buf[at]
        if size == 0:
            return labels, at + 1
        if size < 64:
            if at + 1 + size > end:
                refuse("name-overrun", "a label does not end")
            labels.append(buf[at + 1:at + 1 + size])
            at += 1 + size
        elif size < 192:
            refuse("label-type", "label type %d%d" % (size >> 7, size >> 6 & 1))
        else:
            if not in_message:
                refuse("pointer-alone", "a pointer outside a message")
            if at + 2 > end:
                refuse("pointer-half", "half a pointer")
            target = (size - 192) * 256 + buf[at + 1]
            if target < 12:
                refuse("pointer-header", "a pointer into the header")
            if target >= part:
                refuse("pointer-forward", "a pointer to no prior name")
            return labels + labels_at(buf, target, len(buf), True)[0], at + 2


def name_octets(labels):
    """RFC 1035 2.3.4 and 3.1: the uncompressed name of these labels."""
    name = b"".join(bytes([len(label)]) + label for label in labels) + b"\0"
    if len(name) > 255:
        refuse("name-long", "a name of %d octets" % len(name))
    return name


def name_at(buf, at, end, in_message):
    labels, after = labels_at(buf, at, end, in_message)
    return name_octets(labels), after


def record_at(kind, buf, at, end, in_message):
    """The record of this kind that fills buf[at:end]."""
    record = {}
    for field, what in FIELDS[kind]:
        if what == "number":
            if at + 2 > end:
                refuse("short", "no room for " + field)
            record[field] = buf[at] * 256 + buf[at + 1]
            at += 2
        elif what == "string":
            if at >= end:
                refuse("string-missing", "no " + field)
            after = at + 1 + buf[at]
            if after > end:
                refuse("string-overrun", field + " runs past the RDATA")
            record[field] = buf[at + 1:after]
            at = after
        else:
            record[field], at = name_at(buf, at, end, in_message)
    if at != end:
        refuse("trailing", "%d octets too many" % (end - at))
    return record


def decode_alone(kind, rdata):
    if len(rdata) > 65535:
        refuse("input-long", "RDATA of %d octets" % len(rdata))
    return record_at(kind, rdata, 0, len(rdata), False)


def records_of(kind, message):
    """RFC 1035 4.1: all that the header counts must be there; the records of
    this kind in the answer section are returned."""
    if len(message) > 65535:
        refuse("input-long", "a message of %d octets" % len(message))
    if len(message) < 12:
        refuse("header-short", "a header of %d octets" % len(message))
    counts = [int.from_bytes(message[i:i + 2], "big") for i in (4, 6, 8, 10)]
    at = 12
    for _ in range(counts[0]):
        at = fixed_part(message, at, 4, "question-short")
    found = []
    for section in (1, 2, 3):
        for _ in range(counts[section]):
            at = fixed_part(message, at, 10, "record-short")
            number = int.from_bytes(message[at - 10:at - 8], "big")
            end = at + int.from_bytes(message[at - 2:at], "big")
            if end > len(message):
                refuse("rdata-overrun", "RDLENGTH runs past the message")
            if section == 1 and number == TYPES[kind]:
                found.append(record_at(kind, message, at, end, True))
            at = end
    return found


def fixed_part(message, at, size, reason):
    """Passes over a name and the `size` octets behind it."""
    if at >= len(message):
        refuse(reason, "the message ends too early")
    at = name_at(message, at, len(message), True)[1] + size
    if at > len(message):
        refuse(reason, "the message ends too early")
    return at


def encode(kind, record):
    """RDATA; never compressed (RFC 2782 Target, RFC 3403 4.1)."""
    rdata = b""
    for field, what in FIELDS[kind]:
        value = record[field]
        if what == "number":
            if not 0 <= value <= 65535:
                refuse("number-range", "%s is %d" % (field, value))
            rdata += bytes([value // 256, value % 256])
        elif what == "string":
            if len(value) > 255:
                refuse("string-long", "%s of %d octets" % (field, len(value)))
            rdata += bytes([len(value)]) + value
        else:
            name, after = name_at(value, 0, len(value), False)
            if after != len(value):
                refuse("trailing", "octets behind " + field)
            rdata += name
    return rdata


# --- Text: RFC 1035 5.1, RFC 3597 5

ITEM = re.compile(r"""
    (?P<blank>   [ \t]+ )
  | (?P<line>    \r?\n )
  | (?P<comment> ;[^\n]* )
  | (?P<open>    \( )
  | (?P<close>   \) )
  | (?P<quoted>  " (?: [^"\\\n] | \\[\s\S] )* " )
  | (?P<badquote> " )
  | (?P<word>    (?: \\[\s\S] | (?! \r\n ) [^\\ \t\n"();] )+ )
  | (?P<badword> \\ )
""", re.VERBOSE)


def tokens_of(text):
    """The words and quoted strings of one record, as they are written, one by
    one. A line end outside parentheses ends the record, and then only blanks,
    comments and line ends may follow."""
    depth = 0
    ended = False
    apart = True
    for item in ITEM.finditer(text):
        kind = item.lastgroup
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
            if depth < 0:
                refuse("paren-close", ") without (")
        elif kind == "line":
            ended = ended or depth == 0
        elif kind == "badquote":
            bad_quote(text[item.end():])
        elif kind == "badword":
            refuse("escape-end", "a backslash and nothing behind it")
        elif kind in ("quoted", "word"):
            if ended:
                refuse("field-extra", "text behind the end of the record")
            if not apart:
                refuse("blank-missing", "no blank before " + item.group()[:40])
            yield item.group()
        apart = kind not in ("quoted", "word")
    if depth > 0:
        refuse("paren-open", "( without )")


def bad_quote(rest):
    if re.match(r'(?:[^"\\\n]|\\[\s\S])*\n', rest):
        refuse("quote-newline", "a line ends in a quoted string")
    if re.fullmatch(r'(?:[^"\\\n]|\\[\s\S])*\\', rest):
        refuse("escape-end", "a backslash and nothing behind it")
    refuse("quote-open", "a quote is not closed")


CHARACTER = re.compile(r"\\([0-9]{3})|\\([^0-9])|(\\)|([^\\])", re.DOTALL)


def characters_of(written):
    """What the characters of a word or string are, after escapes: a list of
    (octet, whether it was escaped)."""
    out = []
    for match in CHARACTER.finditer(written):
        ddd, escaped, bad, plain = match.groups()
        if ddd is not None:
            if int(ddd) > 255:
                refuse("escape-range", "\\%s is no octet" % ddd)
            out.append((int(ddd), True))
        elif escaped is not None:
            out.append((ord(escaped), True))
        elif bad is not None:
            refuse("escape-digits", "a backslash wants three digits")
        else:
            out.append((ord(plain), False))
    return out


def number_from(token, reason, reason_range):
    if not re.fullmatch(r"[0-9]+", token):
        refuse(reason, "no number: " + token[:40])
    digits = token.lstrip("0") or "0"
    if len(digits) > 5 or int(digits) > 65535:
        refuse(reason_range, "too great: " + token[:40])
    return int(digits)


def string_from(token):
    if token.startswith('"'):
        token = token[1:-1]
    string = bytes(octet for octet, _ in characters_of(token))
    if len(string) > 255:
        refuse("string-long", "a string of %d octets" % len(string))
    return string


def name_from(token, origin):
    """RFC 1035 5.1: a name with a final dot is complete, another one is
    relative to the origin, whose labels are given."""
    if token.startswith('"'):
        refuse("name-quoted", "a quoted name")
    if token == "@":
        return name_octets(origin)
    if token == ".":
        return name_octets([])
    labels = [b""]
    for octet, escaped in characters_of(token):
        if octet == ord(".") and not escaped:
            labels.append(b"")
        else:
            labels[-1] += bytes([octet])
    if labels[-1] == b"":
        labels.pop()
    else:
        labels = labels + origin
    for label in labels:
        if label == b"":
            refuse("label-empty", "an empty label")
        if len(label) > 63:
            refuse("label-long", "a label of %d octets" % len(label))
    return name_octets(labels)


def origin_labels(text):
    try:
        name = name_from(text, [])
    except Refusal as refusal:
        refuse("origin", "origin: " + str(refusal))
    return labels_at(name, 0, len(name), False)[0]


def scan(kind, text, origin):
    tokens = tokens_of(text)
    token = next(tokens, None)
    if token == "\\#":
        return scan_generic(kind, tokens)
    record = {}
    for field, what in FIELDS[kind]:
        if token is None:
            refuse("field-missing", "no " + field)
        if what == "number":
            record[field] = number_from(token, "number", "number-range")
        elif what == "string":
            record[field] = string_from(token)
        else:
            record[field] = name_from(token, origin)
        token = next(tokens, None)
    if token is not None:
        refuse("field-extra", "more than the fields: " + token[:40])
    return record


def scan_generic(kind, tokens):
    """RFC 3597 5: \\# LENGTH and words of paired hexadecimal digits."""
    length = number_from(next(tokens, ""), "generic-length", "generic-length")
    rdata = b""
    for word in tokens:
        if not re.fullmatch(r"(?:[0-9A-Fa-f]{2})+", word):
            refuse("generic-digits", "no paired digits: " + word[:40])
        rdata += bytes.fromhex(word)
    if len(rdata) != length:
        refuse("generic-count", "%d octets, not %d" % (len(rdata), length))
    return decode_alone(kind, rdata)


def print_octet(octet, plain):
    if chr(octet) in plain:
        return chr(octet)
    return "\\%03d" % octet


LETTERS = ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
           "0123456789-_")
IN_QUOTES = LETTERS + " !#$%&'()*+,./:;<=>?@[]^`{|}~"


def print_record(kind, record):
    """RFC 3403 4.3 has the strings in quotes."""
    encode(kind, record)
    words = []
    for field, what in FIELDS[kind]:
        value = record[field]
        if what == "number":
            words.append(str(value))
        elif what == "string":
            words.append('"%s"' % "".join(print_octet(octet, IN_QUOTES)
                                          for octet in value))
        else:
            words.append(print_name(value))
    return " ".join(words)


def print_name(name):
    labels = labels_at(name, 0, len(name), False)[0]
    return "".join(
        "".join(print_octet(octet, LETTERS) for octet in label) + "."
        for label in labels) or "."


# --- RFC 4034 6.2

def canonical(kind, record):
    """RDATA with its name in lower case: sorted as octets (6.3), records stand
    by their first field, and by their second one where that is the same."""
    name = FIELDS[kind][-1][0]
    return encode(kind, {**record, name: record[name].lower()})


# --- What the protocol asks for

def encode_message(kind, record, owner):
    """A message as a sender may write it, none of its names compressed."""
    if name_at(owner, 0, len(owner), False)[1] != len(owner):
        refuse("trailing", "octets behind the owner")
    rdata = encode(kind, record)
    type_and_class = bytes([0, TYPES[kind], 0, 1])
    return (b"\0\0\x80\0\0\1\0\1\0\0\0\0" + owner + type_and_class
            + owner + type_and_class + b"\0\0\0\0"
            + bytes([len(rdata) // 256, len(rdata) % 256]) + rdata)


def scan_octets(kind, octets, origin):
    text = octets.decode("latin-1")
    return encode(kind, scan(kind, text, origin_labels(origin)))
