"""The oracle's pools: what a name server selects (3 and 4 of
draft-ietf-rserpool-policies-01, 4 and 5 of RFC 5356), and what a pool user does
with the answer. An element is a dictionary, a pool a list of them.
"""

import random
from collections import Counter
from fractions import Fraction

import oracle_policies
from oracle_records import Refusal, refuse


class Fault(Exception):
    """The request cannot be performed, whoever is asked."""


# --- Chance

class Chance:
    """The draws of a request, or random numbers where it has none."""

    def __init__(self, draws):
        self.draws = None if draws is None else list(draws)

    def below(self, bound):
        if self.draws is None:
            return random.randrange(bound)
        if not self.draws or not 0 <= self.draws[0] < bound:
            raise Fault("draws: expected a number below %d" % bound)
        return self.draws.pop(0)

    def end(self):
        if self.draws:
            raise Fault("draws: %d numbers too many" % len(self.draws))


# --- Name servers

class Pool:
    """What all pools have; each policy has its way to select."""

    def __init__(self, dialect, name, chance):
        self.dialect = dialect
        self.name = name
        self.most = 256 ** dialect["value"] - 1
        self.chance = chance
        self.elements = []

    def find(self, number):
        for element in self.elements:
            if element["id"] == number:
                return element
        return None

    def register(self, number, policy):
        if number == 0:
            refuse("element-id", "0 identifies no element")
        if policy["policy"] != self.name:
            refuse("policy-inconsistent", "the pool has " + self.name)
        oracle_policies.check(self.dialect, policy)
        element = self.find(number)
        if element is None:
            self.enter({**policy, "id": number, "counter": 0})
        else:
            self.update(element, policy)

    def deregister(self, number):
        element = self.find(number)
        if element is None:
            refuse("element-unknown", "no element %d" % number)
        self.leave(element)

    def enter(self, element):
        self.elements.append(element)

    def update(self, element, policy):
        element.update(policy, counter=0)

    def leave(self, element):
        self.elements.remove(element)

    def select(self, most):
        """The numbers of the elements selected, `most` or fewer."""
        if most == 0:
            return []
        return [element["id"] for element in self.selected(most)]


class RoundRobin(Pool):
    """The list begins with the head."""

    def selected(self, most):
        answer = self.elements[:most]
        self.elements = self.elements[1:] + self.elements[:1]
        return answer


class WeightedRoundRobin(Pool):
    """An element is in the circular list as often as its weight. Of all that
    have not had more than their part of the turns so far, the next one is that
    whose next turn, in a list as even as can be, would be over first."""

    def enter(self, element):
        """What has passed of the cycle has passed for it, too."""
        passed = self.passed()
        self.elements.append(element)
        element["taken"] = int(passed * element["weight"])

    def update(self, element, policy):
        old = element["weight"]
        if old == 0 and policy["weight"] > 0:
            self.elements.remove(element)
            self.enter({**element, **policy})
            return
        element.update(policy)
        if old > 0:
            element["taken"] = element["taken"] * element["weight"] // old
        self.end_cycle()

    def leave(self, element):
        self.elements.remove(element)
        self.end_cycle()

    def passed(self):
        """How much of the cycle has passed."""
        turns = sum(element["weight"] for element in self.elements)
        taken = sum(element["taken"] for element in self.elements)
        return Fraction(taken, turns) if turns > 0 else Fraction(0)

    def end_cycle(self):
        if all(element["taken"] == element["weight"]
               for element in self.elements):
            for element in self.elements:
                element["taken"] = 0

    def order(self, passed, element):
        """For who may have a turn when it would be over, for who may not yet
        from when it may; who has had all, in the next cycle."""
        if element["taken"] == element["weight"]:
            return 1 + Fraction(1, element["weight"]), 0
        begin = Fraction(element["taken"], element["weight"])
        if begin > passed:
            return begin, 1
        return begin + Fraction(1, element["weight"]), 0

    def selected(self, most):
        passed = self.passed()
        order = {element["id"]: self.order(passed, element)
                 for element in self.elements if element["weight"] > 0}
        elements = sorted((element for element in self.elements
                           if element["weight"] > 0),
                          key=lambda element: order[element["id"]])
        for element in elements:
            if order[element["id"]][1] == 0:
                elements.remove(element)
                elements.insert(0, element)
                element["taken"] += 1
                break
        self.end_cycle()
        return elements[:most]


class LeastUsed(Pool):
    """Sorted, and of equals in the order of the list, to the end of which goes
    who comes to another value and who is the first of an answer."""

    def key(self, element):
        return element["load"]

    def to_end(self, element):
        self.elements.remove(element)
        self.elements.append(element)

    def update(self, element, policy):
        before = self.key(element)
        super().update(element, policy)
        if self.key(element) != before:
            self.to_end(element)

    def selected(self, most):
        answer = sorted(self.elements, key=self.key)[:most]
        if answer:
            self.to_end(answer[0])
        return answer


class LeastUsedWithDegradation(LeastUsed):
    def key(self, element):
        return element["load"] + element["counter"] * element["degradation"]

    def selected(self, most):
        answer = super().selected(most)
        for element in answer:
            element["counter"] += 1
            if element["degradation"] > 0:
                self.to_end(element)
        return answer


class PriorityLeastUsed(LeastUsed):
    def key(self, element):
        return element["load"] + element["degradation"]


class Priority(LeastUsed):
    """Equals need not be in turn."""

    def key(self, element):
        return -element["priority"]

    def selected(self, most):
        return sorted(self.elements, key=self.key)[:most]


class Random(Pool):
    def leave(self, element):
        """The last one takes its place."""
        place = self.elements.index(element)
        last = self.elements.pop()
        if last is not element:
            self.elements[place] = last

    def selected(self, most):
        answer = []
        while len(answer) < min(most, len(self.elements)):
            first = len(answer)
            other = first + self.chance.below(len(self.elements) - first)
            element = self.elements[other]
            self.elements[other] = self.elements[first]
            self.elements[first] = element
            answer.append(element)
        return answer


class WeightedRandom(Random):
    def weight(self, element):
        return element["weight"]

    def selected(self, most):
        answer = []
        left = list(self.elements)
        weights = [self.weight(element) for element in left]
        while len(answer) < most and sum(weights) > 0:
            number = self.chance.below(sum(weights))
            place = 0
            while number >= weights[place]:
                number -= weights[place]
                place += 1
            answer.append(left.pop(place))
            del weights[place]
        return answer


class RandomizedLeastUsed(WeightedRandom):
    def weight(self, element):
        return self.most - element["load"]


POOLS = {"RR": RoundRobin, "WRR": WeightedRoundRobin, "RAND": Random,
         "WRAND": WeightedRandom, "PRIO": Priority, "LU": LeastUsed,
         "LUD": LeastUsedWithDegradation, "PLU": PriorityLeastUsed,
         "RLU": RandomizedLeastUsed}


def pool_for(request, chance):
    dialect = oracle_policies.DIALECTS[request["dialect"]]
    if request["policy"] not in POOLS:
        refuse("policy-unsupported", "no such policy")
    if request["policy"] not in dialect["policies"]:
        refuse("policy-dialect", "no " + request["policy"])
    return POOLS[request["policy"]](dialect, request["policy"], chance)


def perform(pool, step):
    if "select" in step:
        return perform_select(pool, step)
    try:
        if "register" in step:
            pool.register(step["register"], {"policy": pool.name, **step})
        else:
            pool.deregister(step["deregister"])
    except Refusal as refusal:
        return {"refused": str(refusal), "reason": refusal.reason}
    return "ok"


def perform_select(pool, step):
    most = step["select"]
    if most == "all":
        most = len(pool.elements)
    if "times" in step:
        return {"answers": [pool.select(most) for _ in range(step["times"])]}
    if "count" in step:
        return counted(pool.select(most) for _ in range(step["count"]))
    return pool.select(most)


def counted(answers):
    beginnings = Counter(tuple(answer[:2]) for answer in answers)
    first = Counter()
    pairs = Counter()
    for beginning, times in beginnings.items():
        if len(beginning) > 0:
            first[str(beginning[0])] += times
        if len(beginning) > 1:
            pairs["%d %d" % beginning] += times
    return {"first": first, "pairs": pairs}


# --- Pool users

class User:
    """The elements of a list that have not failed, the next one first. One is
    a pair of its place in the list and its identifier."""

    def __init__(self, name, chance):
        self.name = name
        self.chance = chance
        self.elements = []
        self.used = None

    def receive(self, identifiers):
        self.elements = list(enumerate(identifiers))
        self.used = None
        return "ok"

    def expire(self, _):
        self.elements = []
        return "ok"

    def use(self, times):
        """The identifiers of those used one after the other."""
        answer = []
        while len(answer) < times and self.elements:
            self.used = self.choose()
            answer.append(self.used[1])
        if len(answer) < times:
            self.used = None
        return answer

    def choose(self):
        if self.name in ("RAND", "WRAND", "RLU"):
            return self.elements[self.chance.below(len(self.elements))]
        element = self.elements[0]
        if self.name in ("RR", "WRR"):
            self.elements = self.elements[1:] + [element]
        return element

    def fail(self, _):
        """Where it is drawn, the last of the list takes its place."""
        if self.used is None:
            raise Fault("steps: failed without an element that was used")
        if self.used in self.elements:
            place = self.elements.index(self.used)
            if self.name in ("RAND", "WRAND", "RLU"):
                self.elements[place] = self.elements[-1]
                place = -1
            del self.elements[place]
        return self.use(1)


USES = {"list": User.receive, "next": User.use, "failed": User.fail,
        "expire": User.expire}


# --- What the protocol asks for

def ask_pool(request):
    chance = Chance(request.get("draws"))
    pool = pool_for(request, chance)
    results = [perform(pool, step) for step in request["steps"]]
    chance.end()
    return {"steps": results}


def ask_user(request):
    chance = Chance(request.get("draws"))
    if request["policy"] not in POOLS:
        refuse("policy-unsupported", "no such policy")
    user = User(request["policy"], chance)
    results = [USES[verb](user, value) for step in request["steps"]
               for verb, value in step.items()]
    chance.end()
    return {"steps": results}


OPS = {"policy.decode": (oracle_policies.ask_decode, ["sequence"]),
       "policy.encode": (oracle_policies.ask_encode, []),
       "pool.run": (ask_pool, ["draws", "count"]),
       "pooluser.run": (ask_user, ["draws"])}


def caps():
    return [cap for op, (_, options) in OPS.items()
            for cap in [op, *(op + "/" + option for option in
                              [*options, *oracle_policies.DIALECTS])]]


def answer(request):
    try:
        return {"ok": OPS[request["op"]][0](request)}
    except Refusal as refusal:
        return {"reject": str(refusal), "reason": refusal.reason}
    except Fault as fault:
        return {"error": str(fault)}
