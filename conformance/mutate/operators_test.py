#!/usr/bin/python3
"""What the operators make of a small source.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import unittest

import operators

SOURCE = """
static const int table[] = {1, 2}; /* not inside a function */

int f(struct s *s, const uint8_t *base, int a) {
  int rv = 0; // a < b
  struct v none = {NULL, 0};

  while (a < SIZE) {
    a++;
  }
  if (!rv && s->order == (uint8_t)-1) {
    return SNARP_ERR_SHORT;
  }
  s->len = wire_lower(base[1]);
  s->cap = align_up(a << 8 | 3);
  put_lower(s, true);
  return rv != 0 ? rv : a;
}
"""


def found(source=SOURCE):
    return {(operator, source[start:end], text)
            for _, start, end, operator, text in operators.edits(source)}


class Operators(unittest.TestCase):
    def test_each_kind(self):
        for edit in [("relational", "<", "<="), ("relational", "<", ">="),
                     ("relational", "==", "!="), ("logical", "&&", "||"),
                     ("arithmetic", "++", "--"), ("negation", "!", ""),
                     ("constant", "SIZE", "(SIZE + 1)"),
                     ("constant", "1", "2"), ("constant", "1", "0"),
                     ("swapped field", "order", "preference"),
                     ("swapped field", "len", "cap"),
                     ("status", "SNARP_ERR_SHORT", "SNARP_ERR_ORIGIN"),
                     ("case fold", "wire_lower", ""), ("sign", "-", ""),
                     ("dropped loop guard", "a < SIZE", "1"),
                     ("loop left out", "a < SIZE", "0"),
                     ("statement left out", "a++", ""),
                     ("alignment", "align_up", ""),
                     ("case fold", "put_lower", "put_octets"),
                     ("truth", "true", "false"),
                     ("arithmetic", "<<", ">>"), ("arithmetic", "|", "&"),
                     ("constant", "8", "7"),
                     ("statement left out", "put_lower(s, true)", ""),
                     ("tie rule", "rv : a", "rv : rv"),
                     ("tie rule", "rv : a", "a : a")]:
            self.assertIn(edit, found())
        condition = "!rv && s->order == (uint8_t)-1"
        self.assertIn(("deleted check", condition, "0"), found())
        self.assertIn(("forced check", condition, "1"), found())

    def test_only_inside_functions(self):
        function = SOURCE.index("int f")
        for name, start, _, _, _ in operators.edits(SOURCE):
            self.assertEqual(name, "f")
            self.assertGreater(start, function)

    def test_neither_comments_nor_declarators(self):
        texts = {text for operator, text, _ in found()
                 if operator in ("relational", "arithmetic")}
        self.assertEqual(texts, {"<", "==", "!=", "++", "<<", "|"})


if __name__ == "__main__":
    unittest.main()
