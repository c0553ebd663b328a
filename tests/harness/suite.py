"""Runs tests one by one, says of each how it went, and in the end `N passed, M failed`."""

import signal
import time
import traceback
from collections.abc import Callable, Iterable


def run(
    tests: Iterable[tuple[str, Callable[[], object]]],
    explain: Callable[[Exception], str] = lambda _: traceback.format_exc(),
    after_failure: Callable[[], object] = lambda: None,
) -> int:
    """Returns the exit status: 1 also if there was no test. What a test returns is what it saw."""
    # Behind nohup, or in a script's background, they are ignored, and whatever a test starts
    # inherits that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    passed = failed = 0
    for name, test in tests:
        start = time.monotonic()
        try:
            seen = test()
        except Exception as wrong:
            failed += 1
            print(f"FAILED  {name}\n{explain(wrong)}", flush=True)
            after_failure()
        else:
            passed += 1
            what = name if seen is None else f"{name}: {seen}"
            print(f"ok      {what} ({time.monotonic() - start:.1f} s)", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def named(functions: Iterable[Callable[[], object]]) -> list[tuple[str, Callable[[], object]]]:
    """Tests whose functions have their names, with spaces."""
    return [(function.__name__.replace("_", " "), function) for function in functions]
