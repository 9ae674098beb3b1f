"""What a mutant changes: every single-site edit of a C source, by operator.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import re

TOKEN = re.compile(r"""
    (?P<space>\s+|/\*.*?\*/|//[^\n]*|^[ \t]*\#(?:[^\n\\]|\\.)*)
  | (?P<string>"(?:\\.|[^"\\\n])*")
  | (?P<char>'(?:\\.|[^'\\\n])+')
  | (?P<number>0[xX][0-9a-fA-F]+[uUlL]*|[0-9]+[uUlL]*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<op><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)
""", re.X | re.S | re.M)

RELATIONAL = {"<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="],
              ">=": [">", "<"], "==": ["!="], "!=": ["=="]}
LOGICAL = {"&&": ["||"], "||": ["&&"]}
ARITHMETIC = {"+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"],
              "+=": ["-="], "-=": ["+="], "*=": ["/="], "/=": ["*="],
              "<<": [">>"], ">>": ["<<"], "|": ["&"], "&": ["|"],
              "|=": ["&=", "="], "&=": ["|="], "++": ["--"], "--": ["++"]}
# Fields that are easily taken for one another.
SWAPPED = [("order", "preference"), ("priority", "weight"), ("weight", "port"),
           ("flags", "services"), ("services", "regexp"), ("len", "cap"),
           ("load", "degradation"), ("n", "at"), ("a", "b")]
# Calls that give up a property when their argument takes their place.
DROPPED = {"wire_lower": "case fold", "align_up": "alignment"}
LOWER = {"put_lower": "put_octets", "wire_compare_lower": "wire_compare"}


class Token:
    def __init__(self, kind, text, start):
        self.kind, self.text, self.start = kind, text, start
        self.end = start + len(text)


def tokens(source):
    """All tokens but blanks, comments and directives."""
    found = []
    for match in TOKEN.finditer(source):
        if match.lastgroup != "space":
            found.append(Token(match.lastgroup, match.group(), match.start()))
    return found


def closing(toks, i):
    """The index of the bracket that closes the one at i."""
    pairs = {"(": ")", "{": "}", "[": "]"}
    opens, closes, depth = toks[i].text, pairs[toks[i].text], 0
    for j in range(i, len(toks)):
        depth += (toks[j].text == opens) - (toks[j].text == closes)
        if depth == 0:
            return j
    raise ValueError("a bracket is not closed")


def bodies(toks):
    """The spans of tokens inside functions, with the functions' names."""
    i = 0
    while i < len(toks):
        if toks[i].text == "{" and i > 0 and toks[i - 1].text == ")":
            depth, j = 1, i - 2
            while depth > 0:
                depth += (toks[j].text == ")") - (toks[j].text == "(")
                j -= 1
            end = closing(toks, i)
            yield toks[j].text, i + 1, end
            i = end
        elif toks[i].text == "{":
            i = closing(toks, i)
        i += 1


def is_binary(toks, i):
    """Whether an operator stands between two operands."""
    before = toks[i - 1]
    if before.text == ")":  # the end of a cast, or of an operand?
        depth, j = 1, i - 2
        while depth > 0:
            depth += (toks[j].text == ")") - (toks[j].text == "(")
            j -= 1
        inner = toks[j + 2:i - 1]
        types = {"uint8_t", "uint16_t", "uint32_t", "uint64_t", "int", "size_t",
                 "unsigned", "char", "void", "struct", "enum", "const"}
        return not (inner and inner[0].text in types)
    return before.kind in ("word", "number", "char") and before.text not in (
        "return", "case", "sizeof") or before.text == "]"


def is_declarator(toks, i):
    """Whether a * belongs to a declaration, as in `struct x *y`."""
    return (toks[i].text == "*" and toks[i - 1].kind == "word" and
            (toks[i - 2].text in ("struct", "const", "enum", "union") or
             toks[i - 1].text in ("uint8_t", "uint32_t", "uint64_t", "char",
                                  "void", "const")))


def number_edits(token):
    text = token.text.rstrip("uUlL")
    value = int(text, 0) if text != "0" else 0
    yield "constant", str(value + 1)
    if value > 0:
        yield "constant", str(value - 1)


def named_constant(token):
    text = token.text
    return token.kind == "word" and re.fullmatch(r"[A-Z][A-Z0-9_]+", text) \
        and not text.startswith(("SNARP_ERR", "SNARP_OK", "SNARP_END", "NULL"))


def token_edits(toks, i):
    """Edits of one token: (operator, replacement)."""
    token = toks[i]
    if token.kind == "number":
        yield from number_edits(token)
    elif named_constant(token) and toks[i - 1].text not in ("case", ",", "{"):
        yield "constant", f"({token.text} + 1)"
        yield "constant", f"({token.text} - 1)"
    elif token.kind == "word" and token.text.startswith("SNARP_ERR_"):
        yield "status", "SNARP_ERR_ORIGIN"
    elif token.kind == "word" and token.text in ("true", "false"):
        yield "truth", "false" if token.text == "true" else "true"
    elif token.kind == "word" and token.text in LOWER:
        yield "case fold", LOWER[token.text]
    elif token.kind == "word" and token.text in DROPPED:
        yield DROPPED[token.text], ""
    elif token.text in RELATIONAL and is_binary(toks, i):
        for other in RELATIONAL[token.text]:
            yield "relational", other
    elif token.text in LOGICAL:
        for other in LOGICAL[token.text]:
            yield "logical", other
    elif token.text in ARITHMETIC and (token.text in ("++", "--") or (
            is_binary(toks, i) and not is_declarator(toks, i))):
        for other in ARITHMETIC[token.text]:
            yield "arithmetic", other
    elif token.text == "!":
        yield "negation", ""
    elif token.text == "-" and not is_binary(toks, i):
        yield "sign", ""


def field_edits(toks, i):
    """A member taken for another one, or a weight for 1."""
    if toks[i].text not in (".", "->") or toks[i + 1].kind != "word":
        return
    name = toks[i + 1]
    for one, other in SWAPPED:
        if name.text in (one, other):
            yield name.start, name.end, "swapped field", \
                other if name.text == one else one


def begins_statement(toks, i, begin):
    """Whether a statement begins with this word."""
    before = toks[i - 1].text
    if toks[i].kind != "word":
        return False
    if before == "{":
        return i == begin or toks[i - 2].text in (")", "else", "do", ":")
    if before == ":":
        return toks[i - 2].kind == "word" and "?" not in [
            token.text for token in toks[max(begin, i - 12):i]]
    return before in (";", "}") and not in_for_head(toks, i, begin)


def in_for_head(toks, i, begin):
    depth = 0
    for j in range(i - 1, begin, -1):
        depth += (toks[j].text == ")") - (toks[j].text == "(")
        if depth < 0:
            return True
        if toks[j].text in "{}":
            return False
    return False


def statement_edits(toks, begin, end):
    """Statements left out, conditions forced, guards dropped."""
    i = begin
    while i < end:
        text = toks[i].text
        if text in ("if", "while") and toks[i + 1].text == "(":
            close = closing(toks, i + 1)
            inner = (toks[i + 1].end, toks[close].start)
            if text == "if":
                yield *inner, "deleted check", "0"
                yield *inner, "forced check", "1"
            else:
                yield *inner, "dropped loop guard", "1"
                yield *inner, "loop left out", "0"
        if begins_statement(toks, i, begin) and text not in (
                "if", "while", "for", "do", "switch", "case", "default", "else",
                "struct", "const", "static", "enum", "size_t", "int", "bool",
                "return", "uint8_t", "uint16_t", "uint32_t", "uint64_t",
                "unsigned", "union"):
            j = i
            while toks[j].text != ";":
                j = closing(toks, j) + 1 if toks[j].text in "([{" else j + 1
            yield toks[i].start, toks[j].start, "statement left out", ""
        i += 1


def tie_edits(source, toks, begin, end):
    """`return rv != 0 ? rv : other` without the other."""
    for i in range(begin, end):
        if toks[i].text == "?" :
            depth, j = 0, i + 1
            while depth > 0 or toks[j].text not in (":",):
                depth += (toks[j].text in "([") - (toks[j].text in ")]")
                j += 1
            first = source[toks[i + 1].start:toks[j - 1].end]
            k, depth = j + 1, 0
            while depth > 0 or toks[k].text not in (";", ",", ")", "}", "?"):
                depth += (toks[k].text in ("(", "[")) - (toks[k].text in (")",
                                                                         "]"))
                k += 1
            second = source[toks[j + 1].start:toks[k - 1].end]
            if "?" not in first and toks[k].text != "?":
                yield toks[i + 1].start, toks[k - 1].end, "tie rule", \
                    f"{first} : {first}"
                yield toks[i + 1].start, toks[k - 1].end, "tie rule", \
                    f"{second} : {second}"


def edits(source):
    """All mutants: (function, start, end, operator, replacement)."""
    toks = tokens(source)
    for function, begin, end in bodies(toks):
        for i in range(begin, end):
            for operator, text in token_edits(toks, i):
                yield function, toks[i].start, toks[i].end, operator, text
            for start, stop, operator, text in field_edits(toks, i):
                yield function, start, stop, operator, text
        for start, stop, operator, text in statement_edits(toks, begin, end):
            yield function, start, stop, operator, text
        for start, stop, operator, text in tie_edits(source, toks, begin, end):
            yield function, start, stop, operator, text
