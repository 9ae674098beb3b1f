#!/usr/bin/python3
"""Makes the seeds of all fuzz targets from the vectors.

    seeds.py VECTORS OUT

writes OUT/TARGET/ID, a file for each vector whose input suits the target. The
folder OUT is made anew.
"""

import json
import pathlib
import shutil
import sys


def text_octets(text):
    return text.encode("latin-1")


def answers(vector):
    """What an adapter might answer to a vector."""
    expect = vector["expect"]
    yield {"id": 1, "ok": expect.get("value") or expect.get("either") or {}}
    yield {"id": 1, "reject": "no", "reason": expect.get("reject", ["no"])[0]}
    yield {"id": 1, "unsupported": "no"}


def line_octets(*objects):
    lines = (json.dumps(o, separators=(",", ":")) + "\n" for o in objects)
    return "".join(lines).encode()


def seeds(op, vector):
    """The pairs of target and input that a vector gives."""
    given = vector["in"]
    kind = op.split(".")[0]
    srv = kind == "srv"
    if "rdata" in given:
        rdata = bytes.fromhex(given["rdata"])
        yield "ldns_diff", bytes([srv]) + rdata
        if srv:
            yield "srv", b"\0" + rdata
        else:
            yield "naptr_wire", rdata
    if "message" in given:
        yield "message", bytes.fromhex(given["message"])
    if "text" in given:
        text = text_octets(given["text"])
        if srv:
            yield "srv", b"\1" + text
        else:
            yield "naptr_text", text
    hello = {"proto": 1, "name": "a", "version": "1", "caps": [op]}
    ops = ["decode", "encode", "scan", "print"]
    asked = 2 * (ops.index(op.split(".")[1]) + 4 * srv) + ("message" in given)
    for i, answer in enumerate(answers(vector)):
        yield "adapter_output", bytes([255 - i, asked]) + line_octets(
            hello, answer)


def main(vectors, out):
    shutil.rmtree(out, ignore_errors=True)
    count = {}
    for path in sorted(pathlib.Path(vectors).glob("*/*.json")):
        document = json.loads(path.read_text())
        for vector in document.get("vectors", []):
            for n, (target, octets) in enumerate(seeds(document["op"],
                                                       vector)):
                folder = pathlib.Path(out, target)
                folder.mkdir(parents=True, exist_ok=True)
                name = vector["id"].replace("/", "-") + f"-{n}"
                (folder / name).write_bytes(octets)
                count[target] = count.get(target, 0) + 1
    for target in sorted(count):
        print(target, count[target], "seeds")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
