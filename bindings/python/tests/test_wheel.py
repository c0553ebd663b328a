"""The wheel: what is in it, and that it works where nothing else of the project is."""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from conftest import ROOT

PROGRAM = """
import tn_elicit
message = '{"jsonrpc":"2.0","id":77,"method":"elicitation/create","params":{}}'
print(tn_elicit.server_request_response(lambda request: '{"ok":true,"data":{"a":1.0}}', message))
print(tn_elicit.__file__)
"""


def run(*command: object, **environment: str) -> str:
    """What it prints; it is told nothing of the project's library or sources."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    pip = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    ran = subprocess.run(
        [str(word) for word in command],
        env={**kept, **pip, **environment},
        capture_output=True,
        text=True,
        cwd="/",
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "-q", "-w", folder, ROOT / "bindings" / "python")
    [found] = folder.iterdir()
    return found


def test_tag_and_content(wheel: Path) -> None:
    [version] = re.findall(r'^version = "(.+)"$', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)
    assert re.fullmatch(rf"tn_elicit-{re.escape(version)}-py3-none-linux_\w+\.whl", wheel.name)
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if name.startswith("tn_elicit/")}
        metadata = archive.read(next(n for n in archive.namelist() if n.endswith("/METADATA")))
    sources = {path.name for path in (ROOT / "bindings/python/src/tn_elicit").glob("*.py")}
    assert names == {f"tn_elicit/{name}" for name in sources | {"py.typed", "libtn_elicit.so"}}
    assert b"License-Expression: MIT OR Apache-2.0" in metadata
    assert b"Requires-Python: >=3.10" in metadata
    assert b"Requires-Dist" not in metadata


def test_wheel_works_in_a_fresh_venv(wheel: Path, tmp_path: Path) -> None:
    venv = tmp_path / "venv"
    run(sys.executable, "-m", "venv", venv)
    python = venv / "bin" / "python"
    run(python, "-m", "pip", "install", "-q", "--no-index", wheel)
    reply, place = run(python, "-c", PROGRAM).splitlines()
    assert reply == '{"jsonrpc":"2.0","id":77,"result":{"action":"accept","content":{"a":1.0}}}'
    assert Path(place).is_relative_to(venv)
