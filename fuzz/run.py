"""Runs the fuzz targets: run.py PROGRAMS BUILD SECONDS JOBS TARGET…

Each starts from its committed corpus, the seeds and what earlier runs found. A finding stays in
BUILD/findings; it is shown with the command that runs it again.
"""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PROGRAMS, BUILD = (Path(word) for word in sys.argv[1:3])
SECONDS, JOBS = (int(word) for word in sys.argv[3:5])
TARGETS = sys.argv[5:]
HERE = Path(__file__).resolve().parent


def run(target: str) -> bool:
    """Whether nothing was found."""
    corpora = [BUILD / "corpus" / target, HERE / "corpus" / target, BUILD / "seeds" / target]
    for folder in (*corpora, BUILD / "findings"):
        folder.mkdir(parents=True, exist_ok=True)
    command = [
        str(PROGRAMS / target),
        f"-max_total_time={SECONDS}",
        "-max_len=4096",
        "-rss_limit_mb=4096",
        "-timeout=30",
        "-print_final_stats=1",
        f"-dict={HERE / 'json.dict'}",
        f"-artifact_prefix={BUILD / 'findings' / target}-",
        *map(str, corpora),
    ]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    log = done.stderr
    executions = re.findall(r"stat::number_of_executed_units: (\d+)", log)
    documents = re.findall(r"stat::documents: (\d+)", log)
    coverage = re.findall(r"cov: (\d+) ft: (\d+)", log)
    covered, features = coverage[-1] if coverage else ("no", "no")
    runs = int(executions[-1]) if executions else 0
    is_fine = done.returncode == 0 and runs > 0
    print(
        f"{'ok     ' if is_fine else 'FAILED '} {target:26} {runs:12,} executions "
        f"{covered:>6} edges {features:>6} features"
        + (f" {int(documents[-1]):12,} documents" if documents else ""),
        flush=True,
    )
    if not is_fine:
        print(f"{log[-6000:]}\nagain: {command[0]} {BUILD / 'findings'}/{target}-…", flush=True)
    return is_fine


def main() -> int:
    with ThreadPoolExecutor(JOBS) as pool:
        results = list(pool.map(run, TARGETS))
    failed = results.count(False)
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
