"""Writes a file proxy, which is what the go command fetches modules from, with this module in it.

Usage: proxy.py FOLDER. The version is that of Cargo.toml. The same files give the same bytes, so
that what one machine has in its go.sum holds for another.
"""

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LICENCES = ["LICENSE-APACHE", "LICENSE-MIT"]


def files() -> dict[str, bytes]:
    """What is in the module, by name: what git knows of here, and the licences."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=HERE, check=True, capture_output=True, text=True)
    found = {name: HERE / name for name in set(names.stdout.splitlines())}
    found |= {name: ROOT / name for name in LICENCES}
    return {name: path.read_bytes() for name, path in sorted(found.items()) if path.exists()}


def main() -> None:
    content = files()
    [module] = re.findall(rb"^module (\S+)$", content["go.mod"], re.M)
    [number] = re.findall(r'^version = "(.+)"$', (ROOT / "Cargo.toml").read_text(), re.M)
    path, version = module.decode(), f"v{number}"
    folder = Path(sys.argv[1]) / path / "@v"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "list").write_text(f"{version}\n")
    (folder / f"{version}.info").write_text(json.dumps({"Version": version}))
    (folder / f"{version}.mod").write_bytes(content["go.mod"])
    with zipfile.ZipFile(folder / f"{version}.zip", "w") as archive:
        for name, data in content.items():
            # Made without a path it has a time of its own, always the same one.
            entry = zipfile.ZipInfo(f"{path}@{version}/{name}")
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    print(f"{path}@{version}")


if __name__ == "__main__":
    main()
