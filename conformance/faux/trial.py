"""One run of snarp check on a broken adapter, and what came of it."""

import json
import os
import pathlib
import subprocess
import tempfile

PASSED = {"pass"}
FAILED = {"fail", "crash", "timeout", "harness-error", "unexpected-pass"}
MEMORY_KIB = int(os.environ.get("SNARP_FAUX_MEMORY_KIB", 48 * 1024))


def left_behind(mark):
    """The processes that carry our mark in their environment."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if mark in (folder / "environ").read_bytes():
                found.append((folder / "cmdline").read_bytes())
        except OSError:
            continue
    return found


class Trial:
    """`options` of snarp check, then the command. Afterwards: the exit
    `status`, the `last` line, the peak `memory`, what was `left` behind, and
    the `entries` of the report."""

    def __init__(self, snarp, options, command, timeout=1):
        mark = "%d-%s" % (os.getpid(), command[-1])
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder) / "report"
            with open(pathlib.Path(folder) / "output", "w+b") as output:
                child = subprocess.Popen(
                    [snarp, "check", "--jobs", "1", "--timeout", str(timeout),
                     "--format", "jsonl", "--output", report, *options, "--",
                     *command],
                    stdin=subprocess.DEVNULL, stdout=output,
                    stderr=subprocess.STDOUT,
                    env={**os.environ, "SNARP_FAUX": mark})
                _, status, usage = os.wait4(child.pid, 0)
                child.returncode = os.waitstatus_to_exitcode(status)
                output.seek(0)
                lines = output.read().decode(errors="replace").splitlines()
            text = report.read_text() if report.exists() else ""
        self.status = child.returncode
        self.last = lines[-1] if lines else ""
        self.memory = usage.ru_maxrss
        self.left = left_behind(("SNARP_FAUX=" + mark).encode())
        self.entries = [json.loads(line) for line in text.splitlines()]

    def verdicts(self):
        """The count of each verdict, without those that are 0."""
        count = {}
        for entry in self.entries:
            if entry["type"] == "summary":
                for level in entry["levels"].values():
                    for verdict, n in level.items():
                        count[verdict] = count.get(verdict, 0) + n
        return {verdict: n for verdict, n in count.items() if n > 0}

    def faults(self, expected):
        """What differs from an entry of a file of expectations, a line each:
        the exit status, the count of each verdict, and the closing line that
        follows from these."""
        want = {k: v for k, v in expected.items() if k not in ("exit", "why")}
        passed = sum(n for v, n in want.items() if v in PASSED)
        failed = sum(n for v, n in want.items() if v in FAILED)
        skipped = sum(want.values()) - passed - failed
        closing = f"snarp: {passed} passed, {failed} failed, {skipped} skipped"

        if self.status != expected["exit"]:
            yield f"exit {self.status}, expected {expected['exit']}"
        if self.last != closing:
            yield f"closing line {self.last!r}, expected {closing!r}"
        if self.verdicts() != want:
            yield f"verdicts {self.verdicts()}, expected {want}"
        if self.left:
            yield f"left behind: {self.left}"
        if self.memory > MEMORY_KIB:
            yield f"{self.memory} KiB of memory, at most {MEMORY_KIB} expected"
