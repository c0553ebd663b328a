"""The example in README.md does what it says."""

import os
import re
import subprocess
import sys

from conftest import ROOT

PACKAGE = ROOT / "bindings" / "python"


ELICITATION = '"method":"elicitation/create","params":{"message":"Your name?"}'
RESULT = '{"action":"accept","content":{"name":"muthu"}}'


def run(program: str, stdin: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONPATH": str(PACKAGE / "src")},
        input=stdin,
        capture_output=True,
        text=True,
    )


def test_examples() -> None:
    readme = (PACKAGE / "README.md").read_text()
    loop, awaited = re.findall(r"^```python\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    ran = run(loop, f'{{"jsonrpc":"2.0","id":77,{ELICITATION}}}\n{{"jsonrpc":"2.0","id":1}}\n')
    assert (ran.returncode, ran.stderr) == (0, "Your name?\n")
    assert ran.stdout == f'{{"jsonrpc":"2.0","id":77,"result":{RESULT}}}\n'
    ran = run(awaited, "")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == f'{{"jsonrpc":"2.0","id":1,"result":{RESULT}}}\n'
