"""Runs the suites by name (`make test-NAME` each), goes on after a failure, and adds up the tests.

Usage: run.py SUITE... [--beside SUITE...]. Those behind `--beside` run one by one beside the
others. The output of the others is shown as it comes, theirs when each is done.

The last line is `N passed, M failed`; the exit status is 1 when anything failed.
"""

import re
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

# What cargo test prints for each binary; these add up.
CARGO = re.compile(r"^test result: \w+\. (\d+) passed; (\d+) failed;", re.M)
# What every other suite closes with; the last one counts.
PLAIN = re.compile(r"^(\d+) passed, (\d+) failed$", re.M)


class Result(NamedTuple):
    suite: str
    output: bytes
    passed: int
    failed: int
    seconds: float


def show(output: bytes) -> None:
    sys.stdout.buffer.write(output)
    sys.stdout.flush()


def run(suite: str, live: bool) -> Result:
    """Runs one suite, and shows its output as it comes if it is to be live."""
    start = time.monotonic()
    lines = []
    make = ["make", "--no-print-directory", f"test-{suite}"]
    with subprocess.Popen(make, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        for line in process.stdout:
            if live:
                show(line)
            lines.append(line)
    output = b"".join(lines)
    text = output.decode(errors="replace")
    counts = CARGO.findall(text) + PLAIN.findall(text)[-1:]
    passed = sum(int(count) for count, _ in counts)
    failed = sum(int(count) for _, count in counts)
    if failed == 0 and (process.returncode != 0 or passed == 0):
        # It broke down before it could count, or it ran nothing.
        failed = 1
    return Result(suite, output, passed, failed, time.monotonic() - start)


def run_all(suites: list[str], beside: list[str]) -> list[Result]:
    results: list[Result] = []

    def collect(future: Future) -> None:
        result = future.result()
        print(f"\n=== {result.suite}, beside the others", flush=True)
        show(result.output)
        results.append(result)

    with ThreadPoolExecutor(max_workers=1) as lane:
        waiting = [lane.submit(run, suite, False) for suite in beside]
        for suite in suites:
            print(f"\n=== {suite}", flush=True)
            results.append(run(suite, True))
            while waiting and waiting[0].done():
                collect(waiting.pop(0))
        for future in waiting:
            collect(future)
    return results


def main() -> int:
    suites, beside = sys.argv[1:], []
    if "--beside" in suites:
        at = suites.index("--beside")
        suites, beside = suites[:at], suites[at + 1 :]
    results = run_all(suites, beside)
    print("\n=== summary")
    for result in results:
        counts = f"{result.passed:6} passed {result.failed:4} failed"
        print(f"{result.suite:12} {counts} {result.seconds:6.0f} s")
    failed = sum(result.failed for result in results)
    print(f"{sum(result.passed for result in results)} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
