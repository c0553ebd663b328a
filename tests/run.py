"""Runs the suites by name (`make test-NAME` each), goes on after a failure, and adds up the tests.

The last line is `N passed, M failed`; the exit status is 1 when anything failed.
"""

import re
import subprocess
import sys
import time

# What cargo test prints for each binary; these add up.
CARGO = re.compile(r"^test result: \w+\. (\d+) passed; (\d+) failed;", re.M)
# What every other suite closes with; the last one counts.
PLAIN = re.compile(r"^(\d+) passed, (\d+) failed$", re.M)


def run(suite: str) -> tuple[int, int, float]:
    """Runs one suite, shows its output as it comes, and returns passed, failed and seconds."""
    print(f"\n=== {suite}", flush=True)
    start = time.monotonic()
    lines = []
    make = ["make", "--no-print-directory", f"test-{suite}"]
    with subprocess.Popen(make, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        for line in process.stdout:
            sys.stdout.buffer.write(line)
            sys.stdout.flush()
            lines.append(line.decode(errors="replace"))
    output = "".join(lines)
    counts = CARGO.findall(output) + PLAIN.findall(output)[-1:]
    passed = sum(int(count) for count, _ in counts)
    failed = sum(int(count) for _, count in counts)
    if failed == 0 and (process.returncode != 0 or passed == 0):
        # It broke down before it could count, or it ran nothing.
        failed = 1
    return passed, failed, time.monotonic() - start


def main() -> int:
    results = {suite: run(suite) for suite in sys.argv[1:]}
    print("\n=== summary")
    for suite, (passed, failed, seconds) in results.items():
        print(f"{suite:12} {passed:6} passed {failed:4} failed {seconds:6.0f} s")
    failed = sum(failed for _, failed, _ in results.values())
    print(f"{sum(passed for passed, _, _ in results.values())} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
