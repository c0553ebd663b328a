"""docs/conformance.md: every test that it names is there, and what the library keeps has one."""

import json
import re
import runpy
import sys
from collections.abc import Iterator
from unittest import mock

import suite
from blocks import Wrong
from pages import INLINE, ROOT

PAGE = ROOT / "docs/conformance.md"
HEADER = ["section", "", "rule", "who", "shown by"]


def of_vectors() -> Iterator[str]:
    for file in (ROOT / "tests/vectors").rglob("*.json"):
        yield from (vector["name"] for vector in json.loads(file.read_text()))


def of_script(path: str) -> dict[str, object]:
    """What a suite in Python defines; none of its tests is run."""
    with mock.patch.object(sys, "argv", [path, "HOST", "SERVER"]):
        return runpy.run_path(str(ROOT / path), run_name="suite")


def of_c() -> Iterator[str]:
    for file in (ROOT / "tests/c").glob("*.c"):
        yield from re.findall(r"\bRUN\((\w+)\)", file.read_text())


def names() -> set[str]:
    """Of all tests, each behind its suite's."""
    host = suite.named(of_script("tests/host/run.py")["TESTS"])
    interop = of_script("tests/interop/run.py")["cases"]()
    return {
        *(f"vector: {name}" for name in of_vectors()),
        *(f"host: {name}" for name, _ in host),
        *(f"interop: {name}" for name, _ in interop),
        *(f"c: {name}" for name in of_c()),
    }


def rules() -> Iterator[tuple[str, str, str]]:
    """Of each: the rule, who keeps it, and what shows it."""
    is_rule = False
    for line in PAGE.read_text().splitlines():
        if not line.startswith("|"):
            is_rule = False
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if is_rule and len(cells) != len(HEADER):
            raise Wrong(f"not {len(HEADER)} cells: {line}")
        if is_rule and not set(line) <= set("| -"):
            yield cells[2], cells[3], cells[4]
        is_rule = is_rule or cells == HEADER


def each_test_exists() -> None:
    known = names()
    named = {span.strip("`") for *_, shown in rules() for span in INLINE.findall(shown)}
    if missing := named - known:
        raise Wrong(f"there are no such tests: {sorted(missing)}")
    if not named:
        raise Wrong("no test is named")


def what_the_library_keeps_is_tested() -> None:
    kept = [(rule, shown) for rule, who, shown in rules() if who.startswith("library")]
    untested = [rule for rule, shown in kept if not INLINE.search(shown)]
    if untested:
        raise Wrong(f"these name no test: {untested}")
