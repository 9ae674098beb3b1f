; What heap.h.acsl says of bits, of all words of 32: see sums.smt2.
; Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
(set-logic QF_BV)
(declare-const a (_ BitVec 32))
(declare-const b (_ BitVec 32))
(define-const most (_ BitVec 32) #x0000ffff)

(echo "wide")
(assert (not (= (bvule (bvor a b) most) (and (bvule a most) (bvule b most)))))
(check-sat)
