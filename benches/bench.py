"""Measures the library through its ABI beside its peers, in one run, for docs/performance.md.

Usage: bench.py BUILD [--check]. The peers are programs that take ENGINE JOB FILE MILLISECONDS and
print the median nanoseconds a call and an output; they take turns, and what counts is the median of
their turns. Their outputs must be ours but for the id. --check looks at the outputs alone.
"""

import json
import platform
import subprocess
import sys
from math import log
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent
PEERS = Path(__file__).parent / "peers"
PAGE = ROOT / "docs" / "performance.md"
PLOT = ROOT / "docs" / "performance.svg"
BUDGET = json.loads((Path(__file__).parent / "budget.json").read_text())

BUILD = Path(sys.argv[1]).resolve()
PROGRAMS, INPUTS = BUILD / "peers", BUILD / "inputs"
PYTHON = [str(PROGRAMS / "python/bin/python"), str(PEERS / "python/peer.py")]
OURS, FLOOR = "tn_elicit", "memcpy and malloc"
# Name, command, what the command calls it.
ENGINES = {
    OURS: [str(PROGRAMS / "ours"), "tn_elicit"],
    "sonic-rs, lazy values": [str(PROGRAMS / "cargo/release/peers"), "sonic-rs"],
    "serde_json, values": [str(PROGRAMS / "cargo/release/peers"), "serde_json"],
    "yyjson": [str(PROGRAMS / "with_yyjson"), "yyjson"],
    "Go, raw messages": [str(PROGRAMS / "with_go"), "go"],
    "Node.js": ["node", str(PEERS / "node/peer.mjs"), "node"],
    "Python, orjson": [*PYTHON, "orjson"],
    "Python, json": [*PYTHON, "json"],
    FLOOR: [str(PROGRAMS / "ours"), "copy"],
}
CASES = [("params", "S"), ("params", "M"), ("params", "M-pretty"), ("params", "L")]
CASES += [("answer", "answer")]
SIZES = [f"size-{2 * 4**power}" for power in range(8)]
ROUNDS, MILLISECONDS = 5, 150


def run(engine: str, job: str, text: str, milliseconds: int) -> tuple[float, str]:
    command = [*ENGINES[engine], job, str(INPUTS / f"{text}.json"), str(milliseconds)]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode()
    nanoseconds, _, result = output.partition("\n")
    return float(nanoseconds), result


def check() -> int:
    """Whether all peers do the same job: how many do not."""
    failed = 0
    cases = [*CASES, *(("params", size) for size in SIZES[:4])]
    for job, text in cases:
        results = {}
        for engine in ENGINES:
            if engine != FLOOR:
                results[engine] = json.loads(run(engine, job, text, 1)[1])
                results[engine].pop("id", None)
        for engine, result in results.items():
            same = result == results[OURS]
            failed += not same
            print(f"{'ok     ' if same else 'FAILED '} {engine} on {text}")
    print(f"{len(cases) * (len(ENGINES) - 1) - failed} passed, {failed} failed")
    return 1 if failed else 0


def measure(cases: list[tuple[str, str]]) -> dict[str, dict[str, float]]:
    """Nanoseconds a call by engine and input."""
    turns: dict[str, dict[str, list[float]]] = {engine: {} for engine in ENGINES}
    for turn in range(ROUNDS):
        for job, text in cases:
            print(f"\rround {turn + 1} of {ROUNDS}: {text:12}", end="", file=sys.stderr, flush=True)
            for engine in ENGINES:
                nanoseconds, _ = run(engine, job, text, MILLISECONDS)
                turns[engine].setdefault(text, []).append(nanoseconds)
    print(file=sys.stderr)
    return {
        engine: {text: median(times) for text, times in by_text.items()}
        for engine, by_text in turns.items()
    }


def readable(nanoseconds: float) -> str:
    if nanoseconds < 1000:
        return f"{nanoseconds:.0f} ns"
    unit, number = ("µs", nanoseconds / 1e3) if nanoseconds < 1e6 else ("ms", nanoseconds / 1e6)
    return f"{number:.3g} {unit}"


def ratio(nanoseconds: float, ours: float) -> str:
    times = nanoseconds / ours
    return f"{times:.0f}" if times >= 10 else f"{times:.1f}" if times >= 1 else f"{times:.2g}"


def table(measured: dict[str, dict[str, float]], texts: list[str]) -> list[str]:
    """Each engine's time, and how many times ours it is."""
    rows = ["| | " + " | ".join(texts) + " |", "| --- |" + " ---: |" * len(texts)]
    for engine, times in measured.items():
        cells = [readable(times[text]) for text in texts]
        if engine != OURS:
            ours = measured[OURS]
            cells = [
                f"{cell} ({ratio(times[text], ours[text])}x)"
                for cell, text in zip(cells, texts, strict=True)
            ]
        rows.append(f"| {engine} | " + " | ".join(cells) + " |")
    return rows


def loading() -> list[str]:
    """Size and load time beside those of a shared library of Rust's with nothing in it."""
    libraries = {
        OURS: ROOT / "target/release/libtn_elicit.so",
        "nothing": PROGRAMS / "empty/release/libempty.so",
    }
    times: dict[str, list[float]] = {name: [] for name in libraries}
    for _ in range(301):
        for name, path in libraries.items():
            command = [str(PROGRAMS / "load"), str(path)]
            output = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
            times[name].append(float(output))
    rows = ["| | size | load time |", "| --- | ---: | ---: |"]
    for name, path in libraries.items():
        rows.append(f"| {name} | {path.stat().st_size:,} bytes | {readable(median(times[name]))} |")
    sizes = [path.stat().st_size for path in libraries.values()]
    loads = [median(times[name]) for name in libraries]
    rows.append(f"| ratio | {sizes[0] / sizes[1]:.2f} | {loads[0] / loads[1]:.2f} |")
    return rows


def instructions() -> list[str]:
    counts = {job: count for job, count in BUDGET.items() if job != "library"}
    rows = ["| " + " | ".join(counts) + " |", "|" + " ---: |" * len(counts)]
    rows.append("| " + " | ".join(f"{count:,}" for count in counts.values()) + " |")
    return rows


def growth(times: dict[str, float]) -> str:
    """The exponent of the size with which the time grows, over the larger half of the sizes."""
    small, large = SIZES[len(SIZES) // 2], SIZES[-1]
    bytes_ = [(INPUTS / f"{size}.json").stat().st_size for size in (small, large)]
    return f"{log(times[large] / times[small]) / log(bytes_[1] / bytes_[0]):.2f}"


def plot(measured: dict[str, dict[str, float]]) -> None:
    # Only this needs it, and it takes a while to load.
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "tn_elicit", "font.size": 11})
    from matplotlib import pyplot

    bytes_ = [(INPUTS / f"{size}.json").stat().st_size for size in SIZES]
    figure, axes = pyplot.subplots(figsize=(9, 6))
    for engine, times in measured.items():
        style = {"linewidth": 3, "color": "black"} if engine == OURS else {"linewidth": 1.4}
        if engine == FLOOR:
            style = {"linewidth": 1.4, "color": "grey", "linestyle": "--"}
        microseconds = [times[size] / 1e3 for size in SIZES]
        axes.loglog(bytes_, microseconds, label=engine, marker=".", **style)
    axes.set_xlabel("params, bytes")
    axes.set_ylabel("one call, microseconds")
    axes.set_title("params to Request")
    axes.grid(True, which="major", alpha=0.3)
    axes.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(PLOT, metadata={"Date": None})


def write(name: str, rows: list[str]) -> None:
    """Puts rows between the page's marks of this name."""
    begin, end = f"<!-- begin: {name} -->\n", f"<!-- end: {name} -->"
    before, rest = PAGE.read_text().split(begin)
    _, after = rest.split(end)
    PAGE.write_text(before + begin + "\n".join(rows) + "\n" + end + after)
    print("\n".join(rows), end="\n\n")


def main() -> int:
    if "--check" in sys.argv:
        return check()
    measured = measure([*CASES, *(("params", size) for size in SIZES)])
    machine = f"Measured on {platform.machine()}, {platform.system()}, two cores."
    write("times", [machine, "", *table(measured, [text for _, text in CASES])])
    write("loading", loading())
    write("instructions", instructions())
    exponents = ", ".join(f"{engine} {growth(times)}" for engine, times in measured.items())
    write("growth", [f"Time grows with the size to the power of: {exponents}."])
    plot(measured)
    return 0


if __name__ == "__main__":
    sys.exit(main())
