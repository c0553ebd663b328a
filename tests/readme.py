"""The README's C examples build with the README's command and print what it says.

Run it after `make lib`.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent


README = (ROOT / "README.md").read_text()
STRICT = "cc -std=c99 -Wall -Wextra -Wpedantic -Werror "


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.M | re.S)


def without_id(text: str) -> str:
    return re.sub(r"elc-\d+-\d+", "elc-ID", text)


def prints(source: str, expected: str) -> bool:
    """Whether the program prints that, built by the README's own command, but strictly."""
    (command,) = [block for block in blocks("sh") if "cc -Iinclude" in block]
    with tempfile.TemporaryDirectory() as folder:
        file, program = Path(folder, "example.c"), Path(folder, "example")
        file.write_text(source)
        command = command.replace("cc ", STRICT, 1)
        command = command.replace("example.c", str(file)).replace("-o example", f"-o {program}")
        subprocess.run(command, shell=True, check=True, cwd=ROOT)
        run = subprocess.run([program], check=True, capture_output=True, text=True)
    same = without_id(run.stdout) == without_id(expected)
    print(run.stdout if same else f"expected:\n{expected}\nprinted:\n{run.stdout}")
    return same


def main() -> int:
    programs = [block for block in blocks("c") if "int main" in block]
    results = [prints(*pair) for pair in zip(programs, blocks("text"), strict=True)]
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
