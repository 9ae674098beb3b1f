#!/usr/bin/python3
"""Adapters that ask their questions in a broken way.

    asks.py MODE

They are honest clients but for CULPRIT, a vector of the corpus in scenarios/:
there they do what their mode is named for.
"""

import os
import signal
import sys
import time

import client
from kit import snarp_kit

CULPRIT = "snaptr.resolve/culprit"

NAPTR = {"dns": ["culprit.example.", "NAPTR"]}
FAILED = {"ok": {"end": "failed"}}
SERVED = {"ok": {"end": "served", "host": "host.example.", "port": 0,
                 "protocol": "p"}}


def write(octets):
    sys.stdout.buffer.write(octets)
    sys.stdout.buffer.flush()


def read():
    if not sys.stdin.buffer.readline():
        sys.exit(0)


def say(request, **members):
    snarp_kit.write({"id": request["id"], **members})


def asks(question):
    """One question in place of all, and what the honest client answers."""
    def fault(request):
        say(request, ask=question)
        read()
        return None
    return fault


def answers(answer):
    """An answer, and no question."""
    return lambda request: answer


def asks_forever(request):
    while True:
        say(request, ask=NAPTR)
        read()


def asks_and_never_reads(request):
    while True:
        say(request, ask=NAPTR)


def asks_1000_times(request):
    """As often as is allowed: the honest client asks 3 more."""
    for _ in range(997):
        say(request, ask=NAPTR)
        read()


def asks_1001_times(request):
    asks_1000_times(request)
    say(request, ask=NAPTR)
    read()


def asks_after_its_answer(request):
    world = snarp_kit.World(request)
    say(request, ok=client.Honest(request, world).result())
    say(request, ask=NAPTR)
    time.sleep(3600)


def asks_for_another(request):
    snarp_kit.write({"id": request["id"] + 100000, "ask": NAPTR})
    time.sleep(3600)


def asks_and_hangs(request):
    say(request, ask=NAPTR)
    read()
    time.sleep(3600)


def asks_and_dies(request):
    say(request, ask=NAPTR)
    os.kill(os.getpid(), signal.SIGSEGV)


def asks_and_exits(request):
    say(request, ask=NAPTR)
    sys.exit(0)


def asks_half(request):
    write(b'{"id":%d,"ask":{"dns":["culprit' % request["id"])
    time.sleep(3600)


def asks_deep(request):
    write(b'{"id":%d,"ask":' % request["id"] + b"[" * 100000 + b"]" * 100000 +
          b"}\n")
    time.sleep(3600)


def goes_on_when_served(request):
    """Tries the host again though it served."""
    world = snarp_kit.World(request)
    world.dns("culprit.example.", "NAPTR")
    world.connect("host.example.", 0, "p")
    world.connect("other.example.", 0, "p")
    return SERVED


MODES = {
    "honest": lambda request: None,
    "asks-twice": asks(NAPTR),
    "asks-1000-times": asks_1000_times,
    "asks-1001-times": asks_1001_times,
    "asks-forever": asks_forever,
    "asks-and-never-reads": asks_and_never_reads,
    "asks-after-its-answer": asks_after_its_answer,
    "asks-for-another": asks_for_another,
    "asks-and-answers": answers({"ask": NAPTR, **FAILED}),
    "asks-and-hangs": asks_and_hangs,
    "asks-and-dies": asks_and_dies,
    "asks-and-exits": asks_and_exits,
    "asks-half": asks_half,
    "asks-deep": asks_deep,
    "asks-a-number": asks(5),
    "asks-nothing": asks({}),
    "asks-both": asks({**NAPTR, "connect": ["host.example.", 0, "p"]}),
    "dns-is-a-number": asks({"dns": 35}),
    "dns-without-type": asks({"dns": ["culprit.example."]}),
    "dns-of-no-type": asks({"dns": ["culprit.example.", "TEA"]}),
    "dns-type-is-a-number": asks({"dns": ["culprit.example.", 35]}),
    "dns-of-no-name": asks({"dns": ["culprit..example.", "NAPTR"]}),
    "dns-of-a-long-name": asks({"dns": ["a." * 200, "NAPTR"]}),
    "dns-name-is-a-number": asks({"dns": [1, "NAPTR"]}),
    "connects-to-nothing": asks({"connect": []}),
    "connects-to-a-text": asks({"connect": "host.example."}),
    "connects-without-protocol": asks({"connect": ["host.example.", 0]}),
    "connects-to-port-65536": asks({"connect": ["host.example.", 65536, "p"]}),
    "connects-to-port-text": asks({"connect": ["host.example.", "0", "p"]}),
    "answers-without-asking": answers(FAILED),
    "serves-without-asking": answers(SERVED),
    "goes-on-when-served": goes_on_when_served,
    "ends-otherwise": answers({"ok": {"end": "well"}}),
    "ends-without-end": answers({"ok": {}}),
    "serves-without-host": answers({"ok": {"end": "served", "protocol": "p"}}),
    "answers-another": answers({"id": 1, **FAILED}),
}


class Broken(client.Client):
    def __init__(self, mode):
        super().__init__("honest")
        self.name = "faux " + mode
        self.fault = MODES[mode]

    def answer(self, request):
        fault = None
        if request.get("vector") == CULPRIT:
            fault = self.fault(request)
        return fault or super().answer(request)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in MODES:
        sys.exit("asks.py: expected a mode: " + " ".join(MODES))
    Broken(sys.argv[1]).serve()
