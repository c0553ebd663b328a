"""Every page of the project tells the truth: its code runs, its links lead somewhere, its commands
are there; and what is generated for the pages is current. Run it after `make lib`.

With names of pages, it tests only those. tests/harness must be on PYTHONPATH.
"""

import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import blocks
import conformance
import suite
from pages import ROOT, Page, pages


def must_succeed(*command: str) -> None:
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if ran.returncode != 0:
        raise blocks.Wrong(ran.stdout + ran.stderr)


@cache
def targets_in(folder: Path) -> set[str]:
    """What make can make there, phony or by a file's name."""
    command = ["make", "-C", str(folder), "--print-data-base", "--question", "-R"]
    database = subprocess.run(command, capture_output=True, text=True).stdout
    return set(re.findall(r"^([\w/.-]+):", database, re.M))


def links_lead_somewhere(page: Page, all_pages: dict[str, Page]) -> None:
    broken = []
    for link in page.links:
        path, _, anchor = link.partition("#")
        target = (page.path.parent / path).resolve() if path else page.path
        linked = all_pages.get(str(target))
        if not target.exists() or (anchor and (not linked or anchor not in linked.anchors)):
            broken.append(link)
    if broken:
        raise blocks.Wrong(f"these lead nowhere: {broken}")


def make_targets_exist(page: Page) -> None:
    """In the folder of the page, or at the root."""
    missing = [
        (folder, target)
        for folder, target in page.make_targets
        if not any(target in targets_in(start / folder) for start in (page.path.parent, ROOT))
    ]
    if missing:
        raise blocks.Wrong(f"make cannot make these: {missing}")


def the_reference_is_whole() -> None:
    """It can be made without a warning, and its links lead somewhere."""
    must_succeed("make", "docs")
    folder = ROOT / "build/docs/html"
    broken = set()
    for file in folder.glob("*.html"):
        links = re.findall(r'(?:href|src)="([^"#:]+)["#]', file.read_text())
        broken |= {f"{file.name}: {link}" for link in links if not (folder / link).exists()}
    if broken:
        raise blocks.Wrong(f"these lead nowhere: {sorted(broken)}")


def the_newest_change_is_of_this_version() -> None:
    version = re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.M)[1]
    newest = re.search(r"^## \[?([\d.]+)", (ROOT / "CHANGELOG.md").read_text(), re.M)[1]
    if version != newest:
        raise blocks.Wrong(f"Cargo.toml says {version}, CHANGELOG.md {newest}")


def tests(names: list[str]) -> list[tuple[str, Callable[[], None]]]:
    all_pages = {str(page.path): page for page in pages()}
    found: list[tuple[str, Callable[[], None]]] = []
    for page in all_pages.values():
        if names and page.name not in names:
            continue
        found.append(
            (f"{page.name}: links", lambda page=page: links_lead_somewhere(page, all_pages))
        )
        found.append((f"{page.name}: commands", lambda page=page: make_targets_exist(page)))
        found += blocks.tests(page)
    if not names:
        found += [
            ("the version of CHANGELOG.md", the_newest_change_is_of_this_version),
            ("the diagrams are current", lambda: must_succeed("make", "diagrams", "CHECK=--check")),
            ("the reference of both headers", the_reference_is_whole),
            ("the tests of conformance.md exist", conformance.each_test_exists),
            (
                "what conformance.md says of the library is tested",
                conformance.what_the_library_keeps_is_tested,
            ),
        ]
    return found


def main() -> int:
    return suite.run(tests(sys.argv[1:]), explain=str)


if __name__ == "__main__":
    sys.exit(main())
