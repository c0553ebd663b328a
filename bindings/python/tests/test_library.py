"""Which library is loaded, and what an import says when it is the wrong one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

SOURCE = ROOT / "bindings" / "python" / "src"
LIBRARY = Path(os.environ["TN_ELICIT_LIBRARY"])
IMPORT = "import tn_elicit; print(tn_elicit.version())"


def run_python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Python with this environment alone."""
    return subprocess.run(
        [sys.executable, "-B", "-c", code], env=environment, capture_output=True, text=True
    )


def import_error(**environment: str) -> str:
    ran = run_python(IMPORT, PYTHONPATH=str(SOURCE), **environment)
    assert ran.returncode == 1 and not ran.stdout, ran
    last_line = ran.stderr.splitlines()[-1]
    assert last_line.startswith("ImportError: tn_elicit: "), ran.stderr
    return last_line


def version_of(source: Path = SOURCE, **environment: str) -> str:
    ran = run_python(IMPORT, PYTHONPATH=str(source), **environment)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


@pytest.fixture(scope="module")
def other_version(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with all the symbols, of another version: compiled from the list of exports."""
    folder = tmp_path_factory.mktemp("other")
    symbols = (ROOT / "tests" / "exported_symbols.txt").read_text().split()
    functions = [f"void {name}(void) {{}}" for name in symbols if name != "tn_version"]
    source = folder / "other.c"
    source.write_text("\n".join([*functions, 'const char *tn_version(void) { return "0.1.7"; }']))
    library = folder / "libtn_elicit.so"
    subprocess.run(["cc", "-shared", "-fPIC", source, "-o", library], check=True)
    return library


def test_environment_comes_first(tmp_path: Path, other_version: Path) -> None:
    package = tmp_path / "tn_elicit"
    shutil.copytree(SOURCE / "tn_elicit", package)
    shutil.copy(other_version, package / "libtn_elicit.so")
    assert version_of(tmp_path, TN_ELICIT_LIBRARY=str(LIBRARY)).startswith("0.2.")


def test_inside_the_package_comes_second(tmp_path: Path, other_version: Path) -> None:
    package = tmp_path / "tn_elicit"
    shutil.copytree(SOURCE / "tn_elicit", package)
    shutil.copy(LIBRARY, package / "libtn_elicit.so")
    loader = tmp_path / "loader"
    loader.mkdir()
    shutil.copy(other_version, loader / "libtn_elicit.so.0.2")
    assert version_of(tmp_path, LD_LIBRARY_PATH=str(loader)).startswith("0.2.")


def test_system_loader_comes_last(tmp_path: Path) -> None:
    shutil.copy(LIBRARY, tmp_path / "libtn_elicit.so.0.2")
    assert version_of(LD_LIBRARY_PATH=str(tmp_path)).startswith("0.2.")
    assert version_of(LD_LIBRARY_PATH=str(tmp_path), TN_ELICIT_LIBRARY="").startswith("0.2.")


def test_no_library() -> None:
    error = import_error()
    assert "libtn_elicit.so.0.2: cannot open shared object file" in error
    assert "TN_ELICIT_LIBRARY" in error


def test_path_that_leads_nowhere() -> None:
    assert "/nowhere/x.so" in import_error(TN_ELICIT_LIBRARY="/nowhere/x.so")


def test_path_that_is_chosen_is_not_replaced(tmp_path: Path) -> None:
    shutil.copy(LIBRARY, tmp_path / "libtn_elicit.so.0.2")
    import_error(TN_ELICIT_LIBRARY="/nowhere/x.so", LD_LIBRARY_PATH=str(tmp_path))


def test_something_else(tmp_path: Path) -> None:
    text = tmp_path / "text.so"
    text.write_text("no library")
    assert str(text) in import_error(TN_ELICIT_LIBRARY=str(text))
    assert "tn_version" in import_error(TN_ELICIT_LIBRARY="libc.so.6")


def test_another_version(other_version: Path) -> None:
    error = import_error(TN_ELICIT_LIBRARY=str(other_version))
    assert "has version 0.1.7, and this package needs 0.2" in error
