"""The README's C example compiles, builds with the README's command, and prints what it says.

Run it after `make lib`.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent


def block(language: str, holding: str) -> str:
    """The one code block of the README in this language that holds this text."""
    readme = (ROOT / "README.md").read_text()
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", readme, re.M | re.S)
    (found,) = [block for block in blocks if holding in block]
    return found


def without_id(text: str) -> str:
    return re.sub(r"elc-\d+-\d+", "elc-ID", text)


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "example.c")
        program = Path(folder, "example")
        source.write_text(block("c", "int main"))
        strict = "cc -std=c99 -Wall -Wextra -Wpedantic -Werror"
        command = block("sh", "cc -Iinclude").replace("cc ", strict + " ", 1)
        command = command.replace("example.c", str(source)).replace("-o example", f"-o {program}")
        subprocess.run(command, shell=True, check=True, cwd=ROOT)
        run = subprocess.run([program], check=True, capture_output=True, text=True)
    expected = block("text", '"prompt":"What is your name?"')
    same = without_id(run.stdout) == without_id(expected)
    print(run.stdout if same else f"expected:\n{expected}\nprinted:\n{run.stdout}")
    print(f"{int(same)} passed, {int(not same)} failed")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
