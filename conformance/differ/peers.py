"""Whom the differential asks: libsnarp for its answers, and `snarp check`
whether a subject gives what is expected of it.

An expectation is {"value": ...} or {"reject": reason} or {"reject": None} for
any refusal.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""

import json
import shutil
import subprocess

TIMEOUT = "30"  # seconds for one answer of a subject
WORDS_MOST = 300


class Broken(Exception):
    """What is asked does not work: libsnarp, the runner, a subject's start."""


def run(command, **options):
    return subprocess.run([str(word) for word in command], check=False,
                          capture_output=True, **options)


def last_words(ended):
    lines = (ended.stderr or ended.stdout).decode("utf-8", "replace")
    return (lines.strip() or "it said nothing")[-WORDS_MOST:]


class Peers:
    def __init__(self, snarp, vectors, work):
        self.snarp, self.work = snarp, work
        shutil.copy(vectors / "rules.json", work)
        self.rules = {}
        self.twins = {}
        for path in sorted(vectors.glob("*/*.json")):
            document = json.loads(path.read_text())
            for vector in document.get("vectors", []):
                self.remember(document["op"], vector)

    def remember(self, op, vector):
        """A rule for each op, and a twin: the first that must be accepted, and
        that has the policy which all know."""
        given, value = vector["in"], vector["expect"].get("value")
        self.rules.setdefault(op, vector["rules"][0])
        whole = {**given, **value} if value else {}
        if value and whole.get("policy", "RR") == "RR" and \
                "message" not in given and "parameters" not in given:
            twin = {**vector, "id": f"{op}/twin-{len(self.twins)}"}
            self.twins.setdefault((op, dialect_of(given)), twin)

    # --- libsnarp

    def answers(self, inputs):
        """Its expectations, in the order of the inputs."""
        lines = [json.dumps({"id": i, **request(*one)}) + "\n"
                 for i, one in enumerate(inputs)]
        ended = run([self.snarp, "adapter", "ref"],
                    input="".join(lines).encode())
        if ended.returncode != 0:
            raise Broken(f"snarp adapter ref: {last_words(ended)}")
        out = [None] * len(inputs)
        for line in ended.stdout.splitlines():
            answer = json.loads(line)
            out[answer["id"]] = expectation(answer)
        return out

    # --- a subject

    def judge(self, subject, asked):
        """The results of the runner for (op, in, expectation), in order: the
        verdict and, where it is not "pass", what came."""
        if not asked:
            return []
        files = {}
        for i, one in enumerate(asked):
            files.setdefault(one[0], []).append((i, *one[1:]))
        folder = self.work / "asked"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for op, ones in files.items():
            (folder / f"{op}.json").write_text(self.document(op, ones))
        out = [None] * len(asked)
        ended = self.check(subject, folder)
        for line in ended.stdout.splitlines():
            result = json.loads(line)
            if result["type"] == "result":
                out[int(result["id"].partition("/g")[2])] = result
        if None in out:
            raise Broken(f"snarp check {subject}: {last_words(ended)}")
        return out

    def try_one(self, subject, op):
        """Broken, with the reason, where the subject cannot be asked."""
        twin = [twin for key, twin in self.twins.items() if key[0] == op][-1]
        self.judge(subject, [(op, twin["in"], twin["expect"])])

    def document(self, op, ones):
        rules = [self.rules[op]]
        used = {dialect_of(one[1]) for one in ones}
        vectors = [twin for (at, dialect), twin in self.twins.items()
                   if at == op and dialect in used]
        for i, given, expect in ones:
            vectors.append({"id": f"{op}/g{i}", "title": "generated",
                            "rules": rules, "in": given, "origin": "fuzz",
                            "expect": self.expect(op, given, expect)})
        return json.dumps({"format": "snarp-vectors/1", "op": op,
                           "topic": "generated", "vectors": vectors})

    def expect(self, op, given, expect):
        """A value stands twice so that nothing is derived from it."""
        if "value" in expect:
            return {"one_of": [expect, expect]}
        twin = self.twins[op, dialect_of(given)]
        return {"reject": [expect["reject"] or "refused"], "twin": twin["id"]}

    def check(self, subject, folder):
        known = self.work / "known.json"
        known.write_text(json.dumps({
            "format": "snarp-known/1", "implementation": "none",
            "version": "0", "expected": []}))
        return run([self.snarp, "check", subject, "--vectors", folder,
                    "--known", known, "--only", "*/g*", "--timeout", TIMEOUT,
                    "--format", "jsonl"])


def dialect_of(given):
    return given.get("dialect")


def request(op, given):
    """What a printed text must say is the RDATA of the record."""
    request = {"vector": "generated", "op": op.replace(".print", ".encode"),
               **given}
    if op.endswith(".scan"):
        request.setdefault("origin", ".")
    return request


def expectation(answer):
    if "ok" in answer:
        return {"value": answer["ok"]}
    return {"reject": answer.get("reason")} if "reject" in answer else None
