"""Zone-file text as dnspython and ldns read it, which leave some rules aside.

Each function gives the text that means to libsnarp what the input means to the
library, or None where the library refuses it, and the rules that it left aside.
Texts are one line without parentheses.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import re

NUMBERS = {"naptr": 2, "srv": 3}
FIELDS = {"naptr": 6, "srv": 4}
ESCAPE = re.compile(r"\\([0-9]{3})|\\(.)|([^\\])", re.DOTALL)


class Refused(Exception):
    """The library refuses the text."""


class NotLeft(Exception):
    """A rule that the library leaves aside is none of those given."""


class Text:
    """What is read, and which rules are left aside."""

    def __init__(self, kind, without, origin):
        self.kind, self.without, self.origin = kind, without, origin
        self.used = set()

    def leave(self, rule):
        if rule not in self.without:
            raise NotLeft(rule)
        self.used.add(rule)


# --- dnspython

def dnspython(kind, text, without, origin):
    made = Text(kind, without, origin)
    try:
        return " ".join(dnspython_fields(made, text)), made.used
    except Refused:
        return None, made.used


def dnspython_fields(made, text):
    try:
        text.encode("latin-1").decode("utf-8")
    except UnicodeDecodeError as error:
        made.leave("raw-octets")
        raise Refused from error
    words = list(dnspython_words(made, text))
    if words and words[0] == "\\#":
        return generic(made, words)
    return [field(made, i, word, words) for i, word in enumerate(words)]


def dnspython_words(made, text):
    """Words and quoted strings as they are written: a quote begins or ends one
    wherever it stands."""
    at, apart = 0, True
    word = re.compile(r'"(?:[^"\\]|\\.)*"|(?:[^"\\ \t;]|\\.)+', re.DOTALL)
    while at < len(text) and text[at] != ";":
        if text[at] in " \t":
            at, apart = at + 1, True
            continue
        match = word.match(text, at)
        if match is None:
            raise Refused
        if not apart:
            made.leave("adjacent")
        yield match.group()
        at, apart = match.end(), False


def generic(made, words):
    """The words behind the length are joined before digits are paired."""
    if len(words) < 2 or any(word.startswith('"') for word in words):
        raise Refused
    length, *digits = map(plain, words[1:])
    joined = "".join(digits)
    if [length, *digits] != words[1:] or any(len(word) % 2 for word in digits):
        made.leave("generic-words")
    if made.origin != "." and is_below(joined, made.origin):
        made.leave("generic-origin")
        raise Refused
    return ["\\#", length, joined]


def is_below(digits, origin):
    """Whether RDATA ends with this name, which has no escapes."""
    name = b"".join(bytes([len(label)]) + label for label in
                    origin.lower().encode("latin-1").split(b"."))
    try:
        return bytes.fromhex(digits).lower().endswith(name)
    except ValueError:
        return False


def field(made, i, word, words):
    if i < NUMBERS[made.kind]:
        if "\\" in word and plain(word).isdigit():
            made.leave("number-escaped")
            return plain(word)
        return word
    if i == FIELDS[made.kind] - 1:
        return name(made, word)
    if re.search(r"\\(1(2[89]|[3-9]\d)|2([0-4]\d|5[0-5]))", word):
        return as_utf_8(made, word)
    return word


def name(made, word):
    if word.startswith('"'):
        made.leave("name-quoted")
        raise Refused
    if not word.isascii():
        made.leave("raw-octets")
    return word


def as_utf_8(made, word):
    """Octets from 128 on, written as escapes, become characters."""
    def two(match):
        number = match.group(1)
        if number is None or not 128 <= int(number) <= 255:
            return match.group()
        made.leave("escape-octet")
        return "".join("\\%03d" % octet for octet in chr(int(number)).encode())
    return ESCAPE.sub(two, word)


def plain(word):
    """A word without its escapes; what is wrong with them stays."""
    return ESCAPE.sub(lambda match: chr(int(match.group(1)))
                      if match.group(1) and int(match.group(1)) < 256 else
                      match.group(2) or match.group(3) or match.group(), word)


# --- ldns

QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
WORD = re.compile(r"(?:[^\\ \t]|\\.)+", re.DOTALL)
CONTROLS = "\x0b\x0c"  # where ldns ends a line


class Any(Exception):
    """What the library makes of this is not told here."""


def ldns(kind, text, without, origin):
    """A text, or the octets of generic RDATA and whether they are whole."""
    made = Text(kind, without, origin)
    if any(octet in text for octet in CONTROLS):
        made.leave("controls")
        raise Any(made.used)
    words = ldns_words(made, without_comment(text))
    if words is None:
        return None, made.used
    if "\\#" in words[1:]:
        made.leave("generic-token")
        raise Any(made.used)
    if words[:1] == ["\\#"]:
        return ldns_generic(made, words), made.used
    fields = " ".join(ldns_field(made, i, word) for i, word in enumerate(words))
    if ";" in text and {"adjacent", "quote-inside", "name-quoted"} & made.used:
        raise Any(made.used)  # whether a quote there hides a semicolon
    return fields, made.used


def without_comment(text):
    """A quote inside of a word hides a semicolon, too."""
    quoted, before = False, ""
    for at, octet in enumerate(text):
        if octet == '"' and before != "\\":
            quoted = not quoted
        if octet == ";" and before != "\\" and not quoted:
            return text[:at]
        before = "" if octet == before == "\\" else octet
    return text


def ldns_words(made, text):
    """Only where a string may stand a quote begins one; elsewhere, and inside
    of words, it is one of the characters."""
    words, at = [], 0
    while (at := past_blanks(text, at)) < len(text):
        may_quote = (NUMBERS[made.kind] <= len(words) < FIELDS[made.kind] - 1
                     and words[0] != "\\#")
        is_quoted = may_quote and text[at] == '"'
        match = (QUOTED if is_quoted else WORD).match(text, at)
        if match is None:
            return None
        words.append(match.group())
        at = match.end()
        if is_quoted and at < len(text) and text[at] not in " \t":
            made.leave("adjacent")
    return words


def past_blanks(text, at):
    while at < len(text) and text[at] in " \t":
        at += 1
    return at


def ldns_field(made, i, word):
    if i < NUMBERS[made.kind]:
        return ldns_number(made, word)
    if i == FIELDS[made.kind] - 1:
        return ldns_name(made, word)
    if word.startswith('"'):
        return word
    return escaped(made, word, "quote-inside")


def escaped(made, word, rule):
    """The word with its quotes and semicolons escaped."""
    if re.search(r'(?<!\\)(?:\\\\)*"', word):
        made.leave(rule)
    return re.sub(r'\\.|["; \t]', lambda match: match.group()
                  if len(match.group()) > 1 else "\\" + match.group(), word,
                  flags=re.DOTALL)


def ldns_number(made, word):
    """The low 16 bits of what strtol() reads."""
    match = re.fullmatch(r"([+-]?)([0-9]+)", word)
    if match is None:
        return word
    number = min(int(match.group(2)), 0x7fffffffffffffff)
    if match.group(1) and number < 0x10000 and not (
            match.group(1) == "-" and number > 0):
        made.leave("number-sign")
    elif match.group(1) or number > 0xffff:
        made.leave("number-16-bits")
    if match.group(1) == "-":
        number = -int(match.group(2))
        number = max(number, -0x8000000000000000)
    return str(number & 0xffff)


def ldns_name(made, word):
    if re.match(r"(\\?@|\\064)(\.|$)", word) and word != "@":
        made.leave("at-origin")
        return "@"
    name = escaped(made, word, "name-quoted" if word.startswith('"')
                   else "quote-inside")
    if not re.search(r"(?<!\\)(?:\\\\)*\.$", name) and made.origin != "." and \
            len(plain(name)) + len(plain(made.origin)) + 1 > 254:
        made.leave("name-255")
        raise Any(made.used)
    return name


def generic_size(word):
    """The low 16 bits of what atoi() reads."""
    match = re.match(r"[+-]?[0-9]+", word)
    return int(match.group()) & 0xffff if match else 0


def ldns_generic(made, words):
    """The octets, whose digits are paired across words; a digit that is none
    counts as -1. None where there are too few or too many."""
    size = generic_size(words[1]) if len(words) > 1 else 0
    digits, n = "", 2
    while n < len(words) and len(digits) < 2 * size:
        digits += words[n]
        n += 1
    if len(digits) != 2 * size:
        return None
    if n < len(words):
        made.leave("generic-fields")
        raise Any(made.used)
    if words[1] != str(size):
        made.leave("generic-length")
    if any(len(word) % 2 for word in words[2:]):
        made.leave("generic-words")
    if not re.fullmatch("[0-9A-Fa-f]*", digits):
        made.leave("generic-digits")
    values = ["0123456789abcdef".find(digit) for digit in digits.lower()]
    return bytes(high * 16 + low & 0xff
                 for high, low in zip(values[::2], values[1::2]))
