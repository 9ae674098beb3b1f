; What heap.h.acsl says of heaps and of how many are listed, by induction: each
; is asked for the first number of which it is not true. The names are those of
; heap.h.acsl; `listed` and `counted` before and after stand for the two labels.
; Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
(set-logic UFLIA)
(declare-fun due (Int) Int) ; of what stands at a place
(declare-const size Int)
(define-fun child ((pos Int) (c Int)) Bool
  (or (= c (+ (* 2 pos) 1)) (= c (+ (* 2 pos) 2))))
(define-fun sorted () Bool
  (forall ((i Int) (c Int))
    (! (=> (and (<= 0 i) (child i c) (< c size)) (<= (due i) (due c)))
       :pattern ((due i) (due c)))))
(define-fun root ((k Int)) Bool (<= (due 0) (due k)))
(declare-const k Int)

(declare-fun listed (Int) Bool)
(declare-fun listed2 (Int) Bool)
(declare-fun count (Int) Int)
(declare-fun count2 (Int) Int)
(define-fun counts ((n Int)) Bool
  (and (= (count (+ n 1)) (+ (count n) (ite (listed n) 1 0)))
       (= (count2 (+ n 1)) (+ (count2 n) (ite (listed2 n) 1 0)))))
(define-fun start () Bool (and (= (count 0) 0) (= (count2 0) 0)))
(declare-const n Int)
(declare-const number Int)

; A claim holds at 0 and, where it holds at n, at n + 1.
(define-fun zero ((n Int)) Bool
  (=> (forall ((i Int)) (=> (and (<= 0 i) (< i n)) (not (listed i))))
      (= (count n) 0)))
(define-fun some ((n Int)) Bool
  (and (<= 0 (count n))
       (=> (and (<= 0 number) (< number n) (listed number))
           (<= 1 (count n)))))
(define-fun same ((n Int)) Bool
  (=> (forall ((i Int)) (=> (and (<= 0 i) (< i n)) (= (listed i) (listed2 i))))
      (= (count2 n) (count n))))
(define-fun alike_but ((n Int)) Bool
  (forall ((i Int)) (=> (and (<= 0 i) (< i n) (not (= i number)))
                        (= (listed i) (listed2 i)))))
(define-fun more ((n Int)) Bool
  (=> (and (alike_but n) (<= 0 number) (not (listed number)) (listed2 number))
      (= (count2 n) (+ (count n) (ite (< number n) 1 0)))))

(push)
(echo "root_is")
(assert (not (=> (and sorted (<= 0 k) (< k size)
                      (=> (< 0 k) (root (div (- k 1) 2))))
                 (root k))))
(check-sat)
(pop)
(push)
(echo "count_zero")
(assert (not (and (=> start (zero 0))
                  (=> (and (<= 0 n) (counts n) (zero n)) (zero (+ n 1))))))
(check-sat)
(pop)
(push)
(echo "count_some")
(assert (not (and (=> start (some 0))
                  (=> (and (<= 0 n) (counts n) (some n)) (some (+ n 1))))))
(check-sat)
(pop)
(push)
(echo "count_same")
(assert (not (and (=> start (same 0))
                  (=> (and (<= 0 n) (counts n) (same n)) (same (+ n 1))))))
(check-sat)
(pop)
(push)
(echo "count_more")
(assert (not (and (=> start (more 0))
                  (=> (and (<= 0 n) (counts n) (more n)) (more (+ n 1))))))
(check-sat)
(pop)
