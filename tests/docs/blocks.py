"""What the fenced blocks of a page do when a reader does what the page says.

A block of c, cpp, python, go or zig is a whole program: it is built, without a warning, and run,
and prints the text block that follows. json is JSON. A comment on the line before says otherwise:

    <!-- from: FILE -->       it stands in that file as it is, but for indentation
    <!-- file: NAME -->       it is written to that file, for the blocks that follow
    <!-- run -->              sh: it is run, and prints the text block that follows
    <!-- run: TEXT -->        the same, and the user types that when asked: lines, with ⏎ between
    <!-- tested by: FILE -->  that test takes it from the page

Blocks run in a folder in which everything stands that stands at the project's root.
"""

import json
import os
import pty
import re
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import dedent

from pages import ROOT, Block, Page

LIBRARY = "target/release/libtn_elicit.so -Wl,-rpath,$PWD/target/release"
STRICT = "-Wall -Wextra -Wpedantic -Werror -Iinclude"
# A program's file, and how it is built and run.
PROGRAMS = {
    "c": ("example.c", f"cc -std=c99 {STRICT} example.c {LIBRARY} -o example && ./example"),
    "cpp": (
        "example.cpp",
        f"c++ -std=c++17 -pthread {STRICT} example.cpp {LIBRARY} -o example && ./example",
    ),
    "python": ("example.py", "python3 example.py"),
    "go": ("example.go", "folder=$PWD; cd bindings/go && go run $folder/example.go"),
    "zig": (
        "example.zig",
        "build/tools/bin/python -m ziglang build-exe --dep tn_elicit -Mroot=example.zig"
        " -Mtn_elicit=bindings/zig/src/tn_elicit.zig -lc"
        " -Ltarget/release -rpath $PWD/target/release -ltn_elicit -femit-bin=example && ./example",
    ),
}
# A page with one of these says that it is not tested.
UNTESTED = {"clojure"}
# A program that asks ends its line with one of these.
PROMPTS = ("> ", ": ")
SECONDS = 300  # a compiler may have to build its own library first


class Wrong(Exception):
    """What is not as the page says."""


class Folder:
    """A folder that looks like the project's root, in which a page's files can be written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        for entry in ROOT.iterdir():
            (path / entry.name).symlink_to(entry)
        self.environment = os.environ | {
            "PYTHONPATH": str(ROOT / "bindings/python/src"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "TN_ELICIT_LIBRARY": str(ROOT / "target/release/libtn_elicit.so"),
            "ZIG_GLOBAL_CACHE_DIR": str(ROOT / "build/zig/global-cache"),
            "ZIG_LOCAL_CACHE_DIR": str(ROOT / "build/zig/cache"),
        }

    def write(self, name: str, text: str) -> None:
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def run(self, commands: str, typed: Sequence[str] = ()) -> str:
        """What stands on the terminal when the commands have run; the user types when asked."""
        terminal, inside = pty.openpty()
        command = ["timeout", str(SECONDS), "bash", "-euo", "pipefail", "-c", commands]
        with subprocess.Popen(
            command,
            cwd=self.path,
            env=self.environment,
            stdin=inside,
            stdout=inside,
            stderr=inside,
            start_new_session=True,
        ) as process:
            os.close(inside)
            shown = ""
            lines = iter(typed)
            while data := read(terminal):
                shown += data
                if shown.endswith(PROMPTS) and (line := next(lines, None)) is not None:
                    os.write(terminal, line.encode() + b"\n")
        os.close(terminal)
        if process.returncode != 0:
            raise Wrong(f"exit status {process.returncode}:\n{shown}")
        return shown


def read(terminal: int) -> str:
    """What comes next, or nothing at the end, which Linux makes an error."""
    try:
        return os.read(terminal, 65536).decode(errors="replace").replace("\r\n", "\n")
    except OSError:
        return ""


def typed(block: Block) -> list[str]:
    return block.value.split("⏎") if block.value else []


def without_ids(text: str) -> str:
    return re.sub(r"elc-\d+-\d+", "elc-ID", text)


def must_print(shown: str, expected: str | None) -> None:
    if without_ids(shown) != without_ids(expected or ""):
        raise Wrong(f"printed:\n{shown}\nand not:\n{expected or 'nothing'}")


def must_stand_in(block: str, file: str) -> None:
    lines = (ROOT / file).read_text().splitlines()
    wanted = dedent(block).splitlines()
    starts = range(len(lines) - len(wanted) + 1)
    if not any(
        dedent("\n".join(lines[at : at + len(wanted)])).splitlines() == wanted for at in starts
    ):
        raise Wrong(f"it does not stand in {file}")


def must_be_tested_by(page: Page, file: str) -> None:
    if page.path.name not in (ROOT / file).read_text():
        raise Wrong(f"{file} does not read {page.path.name}")


def try_block(page: Page, block: Block, folder: Folder) -> None:
    """Raises if the block is not what the page says."""
    if block.remark == "from":
        must_stand_in(block.text, block.value)
    elif block.remark == "tested by":
        must_be_tested_by(page, block.value)
    elif block.remark == "file":
        folder.write(block.value, block.text)
    elif block.remark not in ("", "run"):
        raise Wrong(f"nobody knows the remark {block.remark!r}")
    elif block.language in PROGRAMS:
        name, command = PROGRAMS[block.language]
        folder.write(name, block.text)
        must_print(folder.run(command), block.output)
    elif block.language == "sh" and block.remark == "run":
        must_print(folder.run(block.text, typed(block)), block.output)
    elif block.language == "json":
        json.loads(block.text)
    elif block.language in UNTESTED:
        if "not tested" not in " ".join(page.prose.split()):
            raise Wrong("the page does not say that it is not tested")
    elif block.language not in ("sh", "text"):
        raise Wrong(f"nobody knows how to test {block.language!r}")


def tests(page: Page) -> list[tuple[str, Callable[[], None]]]:
    """A test for each block of a page, in its order; they share a folder."""
    temporary = tempfile.TemporaryDirectory()
    folder = Folder(Path(temporary.name))
    blocks = [block for block in page.blocks if block.language != "text"]
    return [
        (
            f"{page.name}:{block.line}, {block.language}",
            lambda block=block, keep=temporary: try_block(page, block, folder),
        )
        for block in blocks
    ]
