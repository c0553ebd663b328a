"""Measures in one run what a call costs through each binding, for bindings/README.md.

Run it after `make lib`. Each program prints `LABEL NANOSECONDS` lines; the labels end with
`-response` for the whole policy and with anything else for one mapping.
"""

import platform
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = ROOT / "bindings" / "README.md"
BEGIN, END = "<!-- begin: make bench-bindings -->\n", "<!-- end -->\n"
PROGRAMS = {
    "C": ["build/bench-bindings"],
    "C++": ["make", "--silent", "-C", "tests/cpp", "bench"],
    "Go": ["make", "--silent", "-C", "bindings/go", "bench"],
    "Python": ["make", "--silent", "-C", "bindings/python", "bench"],
    "Zig": ["make", "--silent", "-C", "bindings/zig", "bench"],
}


def measure(command: list[str]) -> dict[str, float]:
    """What the program prints, by label."""
    run = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    lines = [line.split() for line in run.stdout.splitlines()]
    return {words[0]: float(words[1]) for words in lines if len(words) == 2}


def main() -> int:
    results = {language: measure(command) for language, command in PROGRAMS.items()}
    floor = {
        "-response": results["C"]["c-response"],
        "": results["C"]["c-text"],
    }
    rows = ["| language | level | job | ns a call | times C |", "| --- | --- | --- | ---: | ---: |"]
    for language, measured in results.items():
        if not measured:
            sys.exit(f"{language} measured nothing")
        for label, nanoseconds in measured.items():
            whole = label.endswith("-response")
            job = "whole policy, with a resolver" if whole else "params to Request"
            ratio = nanoseconds / floor["-response" if whole else ""]
            rows.append(f"| {language} | `{label}` | {job} | {nanoseconds:.0f} | {ratio:.1f} |")
    table = "\n".join(rows) + "\n"
    print(table)
    readme = README.read_text()
    before, rest = readme.split(BEGIN)
    _, after = rest.split(END)
    machine = f"Measured on {platform.machine()}, {platform.system()}; medians of one run.\n\n"
    README.write_text(before + BEGIN + machine + table + END + after)
    return 0


if __name__ == "__main__":
    sys.exit(main())
