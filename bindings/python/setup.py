"""Puts the shared library inside the wheel, which is then for one platform and any Python 3.

The library is the one at TN_ELICIT_LIBRARY if that is set; otherwise it is built here, with cargo,
from the checkout that this folder is in.
"""

import os
import platform
import re
import shutil
import subprocess
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parents[2]
SUFFIXES = {"Darwin": ("lib", ".dylib"), "Windows": ("", ".dll")}
PREFIX, SUFFIX = SUFFIXES.get(platform.system(), ("lib", ".so"))
FILE = f"{PREFIX}tn_elicit{SUFFIX}"


def shared_library() -> Path:
    chosen = os.environ.get("TN_ELICIT_LIBRARY")
    if chosen:
        return Path(chosen)
    subprocess.run(["cargo", "build", "--release", "--lib", "--locked"], cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return ROOT / target / "release" / FILE


def version() -> str:
    """The library's: the two are released together."""
    found = re.search(r'^version = "(.+)"$', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)
    assert found
    return found[1]


class BuildPy(build_py):
    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            shutil.copyfile(shared_library(), Path(self.build_lib, "tn_elicit", FILE))


class BdistWheel(bdist_wheel):
    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", super().get_tag()[2]


class Platform(Distribution):
    """What has an extension module is for one platform; a shared library is treated as one."""

    def has_ext_modules(self) -> bool:
        return True


setup(
    version=version(), distclass=Platform, cmdclass={"build_py": BuildPy, "bdist_wheel": BdistWheel}
)
