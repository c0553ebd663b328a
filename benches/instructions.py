"""Counts a call's instructions with callgrind; holds them and the library's size to a budget.

Usage: instructions.py PROGRAM INPUTS [--write]. The budget is in budget.json, beside this file; a
count that is 3 % above it fails, --write makes the counts the budget. They are those of one call
with its allocation and free: two runs differ by a number of calls, and by nothing else.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

PROGRAM, INPUTS = (Path(word).resolve() for word in sys.argv[1:3])
BUDGET = Path(__file__).parent / "budget.json"
LIBRARY = Path(__file__).parents[1] / "target/release/libtn_elicit.so"
SIZE = "library"
# The C library copies and fills what is large by `rep movsb` and `rep stosb` where the processor is
# good at that, and callgrind counts each byte. With this it never does.
TUNABLES = [f"glibc.cpu.x86_rep_{name}_threshold=0x7fffffffffff" for name in ("movsb", "stosb")]
ENVIRONMENT = os.environ | {"GLIBC_TUNABLES": ":".join(TUNABLES)}
# Job, input, calls: the larger the input, the fewer.
JOBS = [
    ("params", "S", 200),
    ("params", "M", 50),
    ("params", "M-pretty", 20),
    ("params", "L", 4),
    ("message", "R", 200),
    ("answer", "answer", 200),
]


def run(job: str, text: str, calls: int) -> int:
    """The instructions of a whole run."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", str(PROGRAM)]
    command += [job, str(INPUTS / f"{text}.json"), str(calls)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=ENVIRONMENT)
    return int(re.findall(r"Collected : (\d+)", done.stderr)[0])


def count(job: str, text: str, calls: int) -> int:
    return (run(job, text, calls + 1) - run(job, text, 1)) // calls


def main() -> int:
    counts = {f"{job} {text}": count(job, text, calls) for job, text, calls in JOBS}
    counts[SIZE] = LIBRARY.stat().st_size
    if "--write" in sys.argv:
        BUDGET.write_text(json.dumps(counts, indent=2) + "\n")
    budget = json.loads(BUDGET.read_text())
    failed = 0
    for what, number in counts.items():
        is_fine = number <= budget[what] * 1.03
        failed += not is_fine
        verdict = "ok     " if is_fine else "FAILED "
        unit = "bytes" if what == SIZE else "instructions a call"
        print(f"{verdict} {what:16} {number:12,} {unit} (budget {budget[what]:,})")
    print(f"{len(counts) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
