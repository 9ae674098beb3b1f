#!/usr/bin/python3
"""libsnarp and the oracle agree on random parameters, pools and lists.

    oracle_test.py SNARP [SEED [TIMES]]

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import collections
import json
import pathlib
import random
import subprocess
import sys
import unittest
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import oracle_policies
import oracle_pools

SNARP = ""
SEED = 5356
TIMES = 1
RANDOM = ("RAND", "WRAND", "RLU")
VALUES = ("weight", "priority", "load", "degradation")


def reference(requests):
    """The answers of libsnarp."""
    lines = [{"id": 0, "op": "hello", "proto": 1}]
    lines += [{"id": i + 1, **request} for i, request in enumerate(requests)]
    run = subprocess.run([SNARP, "adapter", "ref"], check=True,
                         input="".join(json.dumps(line) + "\n"
                                       for line in lines),
                         capture_output=True, text=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()[1:]]
    for number, answer in enumerate(answers):
        assert answer.pop("id") == number + 1
    return answers


def plain(answer):
    """An answer without what is told in words."""
    if "reject" in answer:
        return answer["reason"]
    result = answer["ok"]
    if "steps" in result:
        return [{"refused": step.get("reason", step["refused"])}
                if isinstance(step, dict) and "refused" in step else step
                for step in result["steps"]]
    return result


def last_turns(answer, turns):
    return answer["ok"]["steps"][-1]["answers"][-turns:]


class Tape(oracle_pools.Chance):
    """Random draws, which are kept."""

    def __init__(self, chance):
        super().__init__(None)
        self.chance = chance
        self.taken = []

    def below(self, bound):
        self.taken.append(self.chance.choice(
            [0, bound - 1, *[self.chance.randrange(bound)] * 4]))
        return self.taken[-1]


class Source:
    """Random requests."""

    def __init__(self, name):
        self.chance = random.Random("%d %s" % (SEED, name))

    def one_of(self, *choices):
        return self.chance.choice(choices)

    def number(self, most):
        """One of few, one near an end, or any."""
        return self.one_of(self.chance.randint(0, 3), self.chance.randint(0, 3),
                           most - self.chance.randint(0, 3),
                           self.chance.randint(0, 20),
                           self.chance.randint(0, most))

    def octets(self, most):
        return bytes(self.chance.choices([0, 1, 2, 5, 9, 64, 128, 255],
                                         k=self.chance.randint(0, most)))

    def dialect(self):
        return self.one_of("draft-01", "rfc5356")

    def values(self, dialect):
        most = 256 ** oracle_policies.DIALECTS[dialect]["value"] - 1
        values = {value: self.number(most) for value in VALUES}
        if self.chance.random() < 0.05:
            values[self.one_of(*VALUES)] = self.one_of(most, 2 ** 24,
                                                       2 ** 32 - 1)
        return values

    def policy(self, dialect):
        if self.chance.random() < 0.8:
            return {"policy": self.one_of(*oracle_policies.NAMES),
                    **self.values(dialect)}
        return {"policy": self.one_of(
                    0, 8, 9, 10, 255, 256, 2 ** 30, 2 ** 30 + 4, 2 ** 30 + 5,
                    2 ** 31, 2 ** 32 - 1),
                "data": self.octets(9).hex()}

    # --- Parameters

    def parameter(self, dialect):
        """A policy, or what is not quite one."""
        asked = {"op": "policy.encode", "dialect": dialect,
                 **self.policy(dialect)}
        answer = oracle_pools.answer(asked)
        octets = bytearray.fromhex(answer.get("ok", {}).get("parameter", ""))
        for _ in range(self.one_of(0, 0, 0, 1, 2)):
            self.spoil(octets)
        return bytes(octets)

    def spoil(self, octets):
        place = self.chance.randint(0, len(octets))
        kind = self.one_of("cut", "more", "in", "set", "length", "type")
        if kind == "cut":
            del octets[place:]
        elif kind == "more":
            octets += self.octets(8)
        elif kind == "in":
            octets[place:place] = self.octets(4)
        elif kind == "set":
            octets[place:place + 1] = self.octets(1)
        elif kind == "length":
            octets[2:4] = bytes([0, self.chance.randint(0, 20)])
        else:
            octets[0:2] = self.one_of(b"\0\6", b"\0\7", b"\0\x08", b"\x80\x08",
                                      b"\xff\xff", b"\x40\x06")

    def other(self):
        """A parameter of a type that is no policy, mostly one to skip."""
        value = self.octets(9)
        kind = self.one_of(b"\x80", b"\xc0", b"\xc0", b"\x40", b"\0")
        octets = (kind + self.one_of(b"\x06", b"\x07", b"\x08", b"\x3f")
                  + bytes([0, 4 + len(value)]) + value)
        return octets + self.octets(3) + b"\0" * (-len(octets) % 4)

    def sequence(self, dialect):
        return b"".join(self.one_of(self.parameter(dialect), self.other())
                        for _ in range(self.chance.randint(0, 5)))

    # --- Steps

    def identifier(self):
        few = [self.chance.randint(1, 12)] * 12
        return self.one_of(*few, 0, 2 ** 32 - 1, 2 ** 31)

    def register(self, dialect, name):
        step = {"register": self.identifier(), **self.values(dialect)}
        if self.chance.random() < 0.05:
            step["policy"] = self.one_of(name, *oracle_policies.NAMES)
        return step

    def change(self, dialect, name):
        if self.chance.random() < 0.3:
            return {"deregister": self.identifier()}
        return self.register(dialect, name)

    def select(self):
        step = {"select": self.one_of(0, 1, 2, 3, 5, 20, "all")}
        if self.chance.random() < 0.5:
            step["times"] = self.chance.randint(1, 20)
        return step

    def steps(self, dialect, name):
        """WRR: changes only before the first turn. What one in the middle of a
        cycle does to who is next, nobody says."""
        steps = [self.change(dialect, name)
                 for _ in range(self.chance.randint(0, 20))]
        for _ in range(self.chance.randint(1, 15)):
            if name == "WRR" or self.chance.random() < 0.5:
                steps.append(self.select())
            else:
                steps.append(self.change(dialect, name))
        return steps

    def turns(self):
        """Changes in the middle of cycles, then three cycles; and what weights
        there are in these."""
        weights = {1: 1}
        steps = [{"register": 1, "weight": 1}]
        for _ in range(self.chance.randint(1, 20)):
            number, weight = self.chance.choices(range(1, 8), k=2)
            kind = self.one_of("register", "deregister", "select", "select")
            steps.append({kind: number})
            if kind == "register":
                steps[-1]["weight"] = weights[number] = weight - 1
            elif kind == "deregister":
                weights.pop(number, None)
        steps.append({"select": 3, "times": 3 * max(1, sum(weights.values()))})
        return {"op": "pool.run", "dialect": "rfc5356", "policy": "WRR",
                "steps": steps}, weights

    def pool(self, name):
        dialect = self.dialect()
        return {"op": "pool.run", "dialect": dialect, "policy": name,
                "steps": self.steps(dialect, name)}

    def user_step(self, failable):
        kind = self.one_of("next", "next", "failed", "failed", "other")
        if kind == "failed" and failable:
            return {"failed": True}
        if kind == "other":
            return self.one_of({"expire": True}, {"list": self.identifiers()})
        return {"next": self.one_of(1, 2, self.chance.randint(1, 9))}

    def identifiers(self):
        return self.chance.choices(range(1, 9), k=self.chance.randint(0, 8))

    def user(self, name):
        """Only what was used can fail."""
        user = oracle_pools.User(name, oracle_pools.Chance(None))
        steps = [{"list": self.identifiers()}]
        for _ in range(self.chance.randint(1, 20)):
            for verb, value in steps[-1].items():
                oracle_pools.USES[verb](user, value)
            steps.append(self.user_step(user.used is not None))
        return {"op": "pooluser.run", "dialect": self.dialect(),
                "policy": name, "steps": steps}

    # --- Draws

    def drawn(self, request):
        """The request with the draws that it takes."""
        tape = Tape(self.chance)
        with mock.patch.object(oracle_pools, "Chance", lambda draws: tape):
            oracle_pools.answer(request)
        return {**request, "draws": tape.taken}


class Oracle(unittest.TestCase):
    def agree(self, requests, least):
        """Their answers are the same; so many at least are no refusals."""
        accepted = 0
        for request, answer in zip(requests, reference(requests)):
            expected = json.loads(json.dumps(oracle_pools.answer(request)))
            self.assertEqual(plain(answer), plain(expected), request)
            accepted += "ok" in answer
        self.assertGreater(accepted, least * len(requests))

    def test_decode(self):
        source = Source("decode")
        requests = []
        for _ in range(2000 * TIMES):
            dialect = source.dialect()
            requests.append({"op": "policy.decode", "dialect": dialect,
                             "parameter": source.parameter(dialect).hex()})
        self.agree(requests, 0.3)

    def test_decode_sequences(self):
        source = Source("sequences")
        requests = []
        for _ in range(2000 * TIMES):
            dialect = source.dialect()
            requests.append({"op": "policy.decode", "dialect": dialect,
                             "parameters": source.sequence(dialect).hex()})
        self.agree(requests, 0.3)

    def test_encode(self):
        source = Source("encode")
        requests = []
        for _ in range(1000 * TIMES):
            dialect = source.dialect()
            requests.append({"op": "policy.encode", "dialect": dialect,
                             **source.policy(dialect)})
        self.agree(requests, 0.5)

    def test_pools(self):
        for name in oracle_policies.NAMES:
            with self.subTest(policy=name):
                source = Source("pools " + name)
                requests = [source.pool(name) for _ in range(100 * TIMES)]
                if name in RANDOM:
                    requests = [source.drawn(request) for request in requests]
                self.agree(requests, 0.4)

    def test_weighted_turns_after_changes(self):
        """Cycles have exact counts, and are the same but for where the last
        change left them."""
        source = Source("turns")
        runs = [source.turns() for _ in range(100 * TIMES)]
        answers = reference([request for request, _ in runs])
        for (request, weights), answer in zip(runs, answers):
            turns = sum(weights.values())
            cycle = last_turns(answer, turns)
            same = last_turns(oracle_pools.answer(request), turns)
            if turns == 0:
                self.assertEqual((cycle, same), ([[]] * 3, [[]] * 3))
                continue
            self.assertEqual(
                collections.Counter(ids[0] for ids in cycle),
                {number: weight for number, weight in weights.items()
                 if weight > 0}, request)
            self.assertIn(same, [cycle[i:] + cycle[:i]
                                 for i in range(turns)], request)

    def test_pool_users(self):
        for name in oracle_policies.NAMES:
            with self.subTest(policy=name):
                source = Source("users " + name)
                requests = [source.user(name) for _ in range(100 * TIMES)]
                if name in RANDOM:
                    requests = [source.drawn(request) for request in requests]
                self.agree(requests, 0.9)

    def test_draws_that_do_not_fit(self):
        asked = {"dialect": "rfc5356", "policy": "RAND"}
        pool = {**asked, "op": "pool.run", "steps": [
            {"register": 1}, {"register": 2}, {"select": 2}]}
        user = {**asked, "op": "pooluser.run", "steps": [
            {"list": [1, 2]}, {"next": 1}, {"failed": True}]}
        for request in (pool, user):
            self.agree([{**request, "draws": [1, 0]}], 0)
            for draws in ([], [1], [1, 0, 0], [1, 1], [2, 0]):
                wrong = {**request, "draws": draws}
                self.assertIn("draws", oracle_pools.answer(wrong)["error"])
                with self.assertRaises(subprocess.CalledProcessError) as run:
                    reference([wrong])
                self.assertIn("draws", run.exception.stderr)


if __name__ == "__main__":
    SNARP = sys.argv[1]
    SEED = int(sys.argv[2]) if len(sys.argv) > 2 else SEED
    TIMES = int(sys.argv[3]) if len(sys.argv) > 3 else TIMES
    unittest.main(argv=sys.argv[:1])
