"""The library under load: threads, fork, loading, memory that runs out, size, depth, and a soak.

Usage: run.py fast|long BUILD ROOT; tests/harness must be on PYTHONPATH. Prints what was seen.
"""

import math
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import suite

IS_LONG = sys.argv[1] == "long"
BUILD, ROOT = (Path(word).resolve() for word in sys.argv[2:4])
LIBRARY = ROOT / "target" / "release" / "libtn_elicit.so"
MIB = 2**20
TESTS: list[Callable[[], str]] = []


def test(function: Callable[[], str]) -> Callable[[], str]:
    TESTS.append(function)
    return function


def either(fast: int, long: int) -> int:
    return long if IS_LONG else fast


def run(program: str, *arguments: object, **environment: str) -> str:
    """What the program prints; it must end well and say nothing on standard error."""
    done = subprocess.run(
        [str(BUILD / program), *map(str, arguments)],
        env=os.environ | environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0 and not done.stderr, f"{done.returncode}: {done.stderr[-3000:]}"
    return done.stdout.strip()


# ---- Threads and processes


@test
def threads_with_resolvers_of_all_kinds() -> str:
    return run("threads", 16, either(10_000, 1_000_000))


@test
def threads_under_a_race_detector() -> str:
    return run("threads-tsan", 8, either(500, 20_000))


@test
def fork_beside_threads() -> str:
    return run("fork", either(300, 5_000))


@test
def loading_and_unloading() -> str:
    return run("reload", LIBRARY, either(500, 10_000))


# ---- Memory


@test
def malloc_that_fails_above_a_size() -> str:
    return run("exhaustion", LD_PRELOAD=str(BUILD / "limit.so"), LIMIT="262144")


def curve(kind: str, largest: int) -> str:
    """Six sizes, each four times the one before. Time is shown, memory is held to its limit."""
    sizes, times, ratios = [], [], []
    for step in range(5, -1, -1):
        size, peak, milliseconds = run("size", kind, largest // 4**step).split()
        sizes.append(int(size))
        times.append(float(milliseconds))
        ratios.append(int(peak) * 1024 / int(size))
        assert int(peak) * 1024 <= 3 * int(size) + 16 * MIB, f"{size} bytes took {peak} KiB"
    # The slope of a straight line through the logarithms: 1 is linear.
    xs, ys = [math.log(size) for size in sizes], [math.log(max(ms, 0.001)) for ms in times]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    slope = sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum(
        (a - x) ** 2 for a in xs
    )
    points = ", ".join(
        f"{size / MIB:.2f} MiB {ms:.2f} ms" for size, ms in zip(sizes, times, strict=True)
    )
    return f"{points}; time ~ size^{slope:.2f}; the last took {ratios[-1]:.2f} times its input"


@test
def size_of_a_message() -> str:
    return curve("message", either(64 * MIB, 1024 * MIB))


@test
def size_of_a_string() -> str:
    return curve("string", either(64 * MIB, 512 * MIB))


@test
def levels_of_nesting() -> str:
    return curve("depth", either(2 * 1_000_000, 2 * 10_000_000))


@test
def keys() -> str:
    # Two keys in 27 bytes.
    return curve("keys", either(27 * 100_000, 27 * 500_000))


@test
def pretty_printed() -> str:
    return curve("pretty", either(16 * MIB, 512 * MIB))


# ---- Soak


def resident_kib(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


@test
def many_elicitations_on_one_connection() -> str:
    count = either(20_000, 1_000_000)
    demo = ROOT / "target" / "debug" / "examples" / "demo_server"
    command = [str(ROOT / "build" / "host"), "--tool", "many", "--timeout", "100000"]
    command += ["--arguments", f'{{"count":{count}}}', "--accept", '{"name":"x"}', "--", str(demo)]
    start = time.monotonic()
    samples: list[tuple[int, int]] = []
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as host:
        while host.poll() is None:
            try:
                children = Path(f"/proc/{host.pid}/task/{host.pid}/children").read_text().split()
                if children:
                    samples.append((resident_kib(host.pid), resident_kib(int(children[0]))))
            except OSError:
                pass  # it has just ended
            time.sleep(0.05)
        assert host.stdout is not None
        output = host.stdout.read().decode()
    seconds = time.monotonic() - start
    assert host.returncode == 0, output
    assert f"{count} accepted, 0 declined, 0 cancelled, 0 stray" in output, output
    samples = [sample for sample in samples if all(sample)]
    quarter = len(samples) // 4
    assert quarter, "it was too short to be sampled"
    growth = []
    for process in (0, 1):
        kib = [sample[process] for sample in samples]
        growth.append(max(kib[-quarter:]) - max(kib[quarter : 2 * quarter]))
    assert max(growth) <= 2048, f"memory grew: {growth} KiB"
    return (
        f"{count} answered once each, {count / seconds:.0f} a second; in the last quarter "
        f"{growth[0]} KiB (host) and {growth[1]} KiB (server) more than in the second"
    )


def main() -> int:
    return suite.run(suite.named(TESTS))


if __name__ == "__main__":
    sys.exit(main())
