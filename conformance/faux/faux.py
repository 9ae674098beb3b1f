#!/usr/bin/python3
"""Adapters that are broken, each in its own way.

    faux.py MODE

`honest` decodes NAPTR RDATA as it should; every other mode is honest but for
the one fault of its name. Faults of the process come at the vector CULPRIT, the
third of the corpus beside this file, and come again when it is asked again;
`flaky` and `crashes-once` do not.
"""

import json
import os
import signal
import subprocess
import sys
import time

CULPRIT = "naptr.decode/zero-octet"


def is_vector(request):
    """False for the questions that only test the adapter."""
    return request.get("vector", "").startswith("naptr.decode/")


def string(rdata, at):
    """The character-string at an offset, and where it ends."""
    end = at + 1 + rdata[at]
    if end > len(rdata):
        raise ValueError("a string runs past the RDATA")
    return rdata[at + 1:end], end


def decode(rdata):
    order = int.from_bytes(rdata[0:2], "big")
    preference = int.from_bytes(rdata[2:4], "big")
    fields, at = [], 4
    for _ in range(3):
        octets, at = string(rdata, at)
        fields.append(octets)
    begin = at
    while rdata[at] != 0:
        _, at = string(rdata, at)
    if at + 1 != len(rdata):
        raise ValueError("octets behind the name")
    return record(order, preference, *fields, rdata[begin:])


def record(order, preference, flags, services, regexp, replacement):
    return {"order": order, "preference": preference, "flags": flags.hex(),
            "services": services.hex(), "regexp": regexp.hex(),
            "replacement": replacement.hex()}


def write(line):
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()


def dump(answer):
    return json.dumps(answer).encode() + b"\n"


def honest(request):
    """The right answer to any request."""
    if request["op"] == "hello":
        return {"proto": 1, "name": "faux", "version": "1",
                "caps": ["naptr.decode"]}
    if request["op"] == "echo":
        return {"id": request["id"], "ok": {"octets": request["octets"],
                                            "text": request["text"]}}
    try:
        return {"id": request["id"],
                "ok": decode(bytes.fromhex(request["rdata"]))}
    except (ValueError, IndexError) as refusal:
        return {"id": request["id"], "reject": str(refusal)}


# --- faults in what is said: each changes the honest answer to a vector

def accepts(request, answer):
    ok = record(1, 2, b"S", b"X:y", b"", b"\1a\0")
    return {"id": request["id"], "ok": answer.get("ok", ok)}


def refuses(request, answer):
    return {"id": request["id"], "reject": "no"}


def behind_the_smoke_test(fault):
    """A fault that the questions about the adapter do not see."""
    def says(request, answer):
        return fault(request, answer) if is_vector(request) else answer
    return says


def echoes(request, answer):
    return request


def constant(request, answer):
    return {"id": request["id"],
            "ok": record(1, 2, b"S", b"X:y", b"", b"\1a\0")}


def changes(change):
    """A fault in what an accepted record says, beside the smoke test."""
    def fault(request, answer):
        if "ok" in answer and is_vector(request):
            change(answer["ok"])
        return answer
    return fault


def swap(ok):
    ok["order"], ok["preference"] = ok["preference"], ok["order"]


def one_more(ok):
    ok["order"] += 1


def cut_at_zero(ok):
    services = bytes.fromhex(ok["services"])
    ok["services"] = services.split(b"\0")[0].hex()


def half_octets(ok):
    ok["services"] = ok["services"][:-1]


def wrong_reason(request, answer):
    if "reject" in answer:
        answer["reason"] = "label-long"
    return answer


def too_large(ok):
    ok["order"] += 65536


def far_too_large(ok):
    ok["order"] = 10 ** 30


def with_fraction(ok):
    ok["order"] = float(ok["order"])


def both_kinds(request, answer):
    return {**answer, "reject": "yes and no"} if is_vector(request) else answer


def no_such_field(ok):
    del ok["regexp"]


def nothing_supported(request, answer):
    if is_vector(request):
        return {"id": request["id"], "unsupported": "claimed it, cannot do it"}
    return answer


class Flaky:
    """Refuses CULPRIT behind other vectors, accepts it alone."""

    def __init__(self):
        self.seen = 0

    def __call__(self, request, answer):
        self.seen += is_vector(request)
        if request.get("vector") == CULPRIT and self.seen > 1:
            return {"id": request["id"], "reject": "this time not"}
        return answer


class CrashesOnce(Flaky):
    """Dies at CULPRIT behind other vectors, answers it alone."""

    def __call__(self, request, answer):
        self.seen += is_vector(request)
        if request.get("vector") == CULPRIT and self.seen > 1:
            crash(answer)
        return answer


SAYS = {
    "honest": lambda request, answer: answer,
    "accepts-everything": accepts,
    "refuses-everything": refuses,
    "accepts-every-vector": behind_the_smoke_test(accepts),
    "refuses-every-vector": behind_the_smoke_test(refuses),
    "echoes": echoes,
    "constant": constant,
    "swaps-two-fields": changes(swap),
    "off-by-one": changes(one_more),
    "cuts-at-zero": changes(cut_at_zero),
    "number-too-large": changes(too_large),
    "number-far-too-large": changes(far_too_large),
    "number-with-fraction": changes(with_fraction),
    "accepts-and-refuses": both_kinds,
    "half-an-octet": changes(half_octets),
    "leaves-out-a-field": changes(no_such_field),
    "wrong-reason": wrong_reason,
    "lies-about-its-abilities": nothing_supported,
    "flaky": Flaky(),
    "crashes-once": CrashesOnce(),
}


# --- faults in how it is said: each writes something in place of the answer
# to one vector

def hang(answer):
    time.sleep(3600)


def slow(answer):
    time.sleep(0.05)
    write(dump(answer))


def crash(answer):
    os.kill(os.getpid(), signal.SIGSEGV)


def half_line(answer):
    write(dump(answer)[:9])
    sys.exit(0)


def leave_child(answer):
    subprocess.Popen(["sleep", "3600"])
    sys.exit(0)


def close_output(answer):
    os.close(1)
    time.sleep(3600)


def flood_errors(answer):
    sys.stderr.write("a line that says nothing\n" * 200000)
    write(dump(answer))


def flood_output(answer):
    while True:
        write(b'{"id":999999,"ok":{}}\n' * 4096)


def endless_line(answer):
    while True:
        write(b"x" * 65536)


def again(answer):
    write(dump(answer) * 2)


def other_id(answer):
    answer["id"] += 100000
    write(dump(answer))


def text_id(answer):
    answer["id"] = str(answer["id"])
    write(dump(answer))


def asks(answer):
    write(dump({"id": answer["id"], "ask": {"dns": ["a.example.", "A"]}}))


def deep(answer):
    write(b"[" * 100000 + b"]" * 100000 + b"\n")


def deep_object(answer):
    write(b'{"id":%d,"ok":' % answer["id"] + b'{"a":' * 40 + b"1" +
          b"}" * 40 + b"}\n")


def ignore_end(answer):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(3600)


HOW = {
    "hangs": hang,
    "is-slow": slow,
    "crashes": crash,
    "exits-early": lambda answer: sys.exit(0),
    "exits-with-3": lambda answer: sys.exit(3),
    "aborts": lambda answer: os.abort(),
    "garbage": lambda answer: write(b"ha! \x01\x02 what?\n"),
    "half-a-line": half_line,
    "two-mebibytes": lambda answer: write(b" " * (2 << 20) + b"\n"),
    "endless-line": endless_line,
    "answers-twice": again,
    "unknown-id": other_id,
    "id-is-text": text_id,
    "id-is-huge": lambda answer: write(b'{"id":1e999,"ok":{}}\n'),
    "carriage-returns": lambda answer: write(dump(answer)[:-1] + b"\r\n"),
    "id-twice": lambda answer: write(dump(answer)[:-2] + b',"id":5}\n'),
    "not-utf-8": lambda answer: write(b'{"id":1,"reject":"\xff\xfe"}\n'),
    "zero-octets": lambda answer: write(b"\0" * 100 + b"\n"),
    "empty-lines": lambda answer: write(b"\n\n\n" + dump(answer)),
    "asks": asks,
    "deep": deep,
    "deep-object": deep_object,
    "floods-stderr": flood_errors,
    "floods-stdout": flood_output,
    "closes-stdout": close_output,
    "leaves-a-child": leave_child,
    "ignores-sigterm": ignore_end,
}


# --- faults before and around the vectors

def hello_wrong_proto():
    read()
    write(dump({"proto": 2, "name": "faux", "version": "1", "caps": []}))


def hello_garbage():
    read()
    write(b"good morning\n")


def hello_twice():
    write(dump(honest(json.loads(read()))) * 2)
    serve(lambda request, answer: answer, None)


def claims_nothing():
    write(dump({**honest(json.loads(read())), "caps": []}))
    serve(lambda request, answer: answer, None)


def claims_anything():
    caps = ["naptr.decode", "naptr.decode", "make.tea", 7, None, "x" * 9999]
    write(dump({**honest(json.loads(read())), "caps": caps}))
    serve(lambda request, answer: answer, None)


def never_reads():
    time.sleep(3600)


def reads_and_is_silent():
    while read():
        pass


def out_of_order():
    """Answers eight requests at a time, the last one first."""
    waiting = []
    while line := sys.stdin.buffer.readline():
        answer = honest(json.loads(line))
        if "id" not in answer or answer["id"] < 100:
            write(dump(answer))
            continue
        waiting.append(dump(answer))
        if len(waiting) == 8:
            write(b"".join(reversed(waiting)))
            waiting = []
    write(b"".join(reversed(waiting)))


def talks_first():
    write(b'{"id":1,"ok":{}}\n')
    serve(lambda request, answer: answer, None)


AROUND = {
    "wrong-proto": hello_wrong_proto,
    "hello-is-garbage": hello_garbage,
    "hello-twice": hello_twice,
    "claims-nothing": claims_nothing,
    "claims-anything": claims_anything,
    "never-reads": never_reads,
    "is-silent": reads_and_is_silent,
    "talks-first": talks_first,
    "out-of-order": out_of_order,
    "exits-at-once": lambda: sys.exit(0),
}


def read():
    return sys.stdin.buffer.readline()


def serve(says, how):
    while line := read():
        request = json.loads(line)
        answer = honest(request)
        if request["op"] not in ("hello", "echo"):
            answer = says(request, answer)
        if how is not None and request.get("vector") == CULPRIT:
            how(answer)
        else:
            write(dump(answer))


def main(mode):
    if mode in AROUND:
        AROUND[mode]()
    elif mode in HOW:
        serve(SAYS["honest"], HOW[mode])
    elif mode in SAYS:
        serve(SAYS[mode], None)
    else:
        sys.exit(f"faux.py: no mode {mode}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) == 2 else "")
