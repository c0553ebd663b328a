"""Runs examples/http_host.py through scenarios of the conformance suite: run.py BIN ROOT.

Each check of a scenario counts; one that is missing is a failure, as a host that did nothing has
none. The last line is `N passed, M failed`.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

BIN, ROOT = (Path(word).resolve() for word in sys.argv[1:3])
# The scenario, and its checks.
SCENARIOS = {
    # A form on the stream that the host holds open, answered with its defaults.
    "elicitation-sep1034-client-defaults": 5,
    # MCP 2026-07-28: the state goes back as it came, under a new id, and nowhere else.
    "sep-2322-client-request-state": 5,
}


def run(scenario: str, checks: int) -> int:
    """How many of its checks did not pass."""
    environment = os.environ | {
        "PATH": f"{BIN}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "bindings/python/src"),
        "TN_ELICIT_LIBRARY": str(ROOT / "target/release/libtn_elicit.so"),
    }
    command = [str(BIN / "node"), str(BIN / "conformance"), "client", "--scenario", scenario]
    command += ["--command", f"{sys.executable} {ROOT / 'examples/http_host.py'}"]
    done = subprocess.run(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )
    passed = re.findall(r"^Passed: (\d+)/\d+, 0 failed, 0 warnings$", done.stdout, re.M)
    good = min(int(passed[0]), checks) if passed and done.returncode == 0 else 0
    print(f"{'ok     ' if good == checks else 'FAILED '} {scenario}: {good} of {checks}")
    if good < checks:
        print(done.stdout[-4000:])
    return checks - good


def main() -> int:
    failed = sum(run(scenario, checks) for scenario, checks in SCENARIOS.items())
    print(f"{sum(SCENARIOS.values()) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
