#!/usr/bin/python3
"""The part of the kit in C for RSerPool, asked as the runner asks it."""

import json
import signal
import subprocess
import sys
import unittest

FAKE = sys.argv.pop(1)


def ask(*requests):
    """The answers by id, and the status."""
    lines = "".join(json.dumps({"id": i, "dialect": "rfc5356", **request})
                    + "\n" for i, request in enumerate(requests))
    done = subprocess.run([FAKE], input=lines, capture_output=True, text=True,
                          timeout=60)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for i, answer in enumerate(answers):
        assert answer.pop("id") == i
    return answers, done


def run(*steps, policy="WRR"):
    return {"op": "pool.run", "policy": policy, "steps": list(steps)}


class Kit(unittest.TestCase):
    def one(self, request):
        answers, done = ask(request)
        self.assertEqual(done.returncode, 0, done.stderr)
        return answers[0]

    def test_hello(self):
        self.assertEqual(self.one({"op": "hello", "proto": 1}), {
            "proto": 1, "name": "fake", "version": "1", "caps": [
                "policy.decode", "policy.decode/rfc5356", "policy.encode",
                "policy.encode/rfc5356", "pool.run", "pool.run/rfc5356",
                "pool.run/count"]})

    def test_decode(self):
        def decode(octets):
            return self.one({"op": "policy.decode", "parameter": octets})
        self.assertEqual(decode("01"), {"ok": {"policy": "RR"}})
        self.assertEqual(decode("02"), {"ok": {"policy": "WRR",
                                               "weight": 4294967295}})
        self.assertEqual(decode("07a1"), {"ok": {"policy": 7, "data": "a1"}})
        self.assertEqual(decode(""), {"reject": "nothing there"})

    def test_encode(self):
        def encode(**policy):
            return self.one({"op": "policy.encode", **policy})
        self.assertEqual(encode(policy="LUD", load=3, degradation=4),
                         {"ok": {"parameter": "07"}})
        self.assertEqual(encode(policy="PRIO", priority=9),
                         {"ok": {"parameter": "09"}})
        self.assertEqual(encode(policy=7, data="a1a2"),
                         {"ok": {"parameter": "a1a2"}})
        self.assertEqual(encode(policy="LU", load=0),
                         {"reject": "not this one"})

    def test_pool(self):
        self.assertEqual(self.one(run(
            {"select": "all"}, {"register": 7, "weight": 2},
            {"register": 4294967295, "weight": 2}, {"select": 1},
            {"select": 2, "times": 2}, {"select": 2, "count": 3},
            {"register": 0, "weight": 2}, {"deregister": 9},
            {"deregister": 7}, {"select": "all"},
            {"register": 8, "weight": 2}, {"select": "all"})),
            {"ok": {"steps": [
                [], "ok", "ok", [4294967295],
                {"answers": [[4294967295, 7], [4294967295, 7]]},
                {"first": {"4294967295": 3}, "pairs": {"4294967295 7": 3}},
                {"refused": "no zero", "reason": "element-id"},
                {"refused": "not nine"}, "ok", [7], "ok", [8, 7]]}})

    def test_a_request_leaves_nothing(self):
        answers, _ = ask(run({"register": 7, "weight": 2}),
                         run({"select": "all"}))
        self.assertEqual(answers[1], {"ok": {"steps": [[]]}})

    def test_unsupported(self):
        self.assertEqual(self.one(run({"register": 7, "weight": 1})),
                         {"unsupported": "no weight of one"})
        self.assertIn("unsupported", self.one(run(policy="NONE")
                                              | {"dialect": "draft-01"}))
        self.assertIn("unsupported", self.one(run() | {"draws": [1]}))

    def test_crash(self):
        good = run({"register": 7, "weight": 2}, {"select": 1})
        for bad, number in ((run({"register": 7, "weight": 2}, {"select": 0}),
                             signal.SIGABRT),
                            ({"op": "policy.encode", "policy": "PLU",
                              "load": 1, "degradation": 1}, signal.SIGKILL)):
            answers, done = ask(good, bad, good)
            self.assertEqual(done.returncode, -number)
            self.assertEqual(answers, [{"ok": {"steps": ["ok", [7]]}}])

    def test_broken_requests(self):
        for bad in (run({"register": -1, "weight": 2}),
                    run({"register": 7, "weight": "2"}),
                    run({"select": 1, "times": 1001}), run({}),
                    {"op": "policy.decode", "parameter": "0"}):
            answers, done = ask(bad)
            self.assertEqual((answers, done.returncode), ([], 1))
            self.assertRegex(done.stderr, r"^kit: .+\n$")


unittest.main()
