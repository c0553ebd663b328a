"""What the tests share, and the closing line that the project's other suites have, too."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def resident_memory() -> int:
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * 4096


def pytest_unconfigure(config: pytest.Config) -> None:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None:
        count = {kind: len(reports) for kind, reports in reporter.stats.items()}
        # Nothing here may be skipped: a test that did not run has not passed.
        failed = sum(count.get(kind, 0) for kind in ("failed", "error", "skipped"))
        print(f"{count.get('passed', 0)} passed, {failed} failed")
