"""The example in README.md does what it says."""

import os
import re
import subprocess
import sys

from conftest import ROOT

PACKAGE = ROOT / "bindings" / "python"


def test_example() -> None:
    readme = (PACKAGE / "README.md").read_text()
    [program] = re.findall(r"^```python\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    elicitation = '"method":"elicitation/create","params":{"message":"Your name?"}'
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONPATH": str(PACKAGE / "src")},
        input=f'{{"jsonrpc":"2.0","id":77,{elicitation}}}\n{{"jsonrpc":"2.0","id":1,"result":{{}}}}\n',
        capture_output=True,
        text=True,
    )
    assert (ran.returncode, ran.stderr) == (0, "Your name?\n")
    result = '{"action":"accept","content":{"name":"muthu"}}'
    assert ran.stdout == f'{{"jsonrpc":"2.0","id":77,"result":{result}}}\n'
