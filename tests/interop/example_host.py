"""An example host of any language, against real servers: `make setup` installs those.

Usage: example_host.py SERVERS HOST [ARGUMENT...]. The host is run as `HOST ARGUMENT... TOOL SERVER`
and asks its user in the same way in all languages: a line of JSON accepts with it, "no" declines,
an empty line cancels, and a user who is gone, or types no JSON, is a resolver that fails. It prints
the tool's result, or the response that it came in.
"""

import json
import subprocess
import sys
from pathlib import Path

SERVERS = Path(sys.argv[1]).resolve()
HOST = sys.argv[2:]
MUTHU = '{"name":"muthu"}'
# Tool, what the user types, the text of the tool's result, what the user is shown.
CASES = {
    "accepts": ("greet", MUTHU + "\n", "accept " + MUTHU, "What is your name?"),
    "declines": ("greet", "no\n", "decline", "What is your name?"),
    "cancels": ("greet", "\n", "cancel", "What is your name?"),
    "is gone": ("greet", "", "cancel", "What is your name?"),
    "types no JSON": ("greet", "muthu\n", "cancel", "What is your name?"),
    "agrees to open an address": ("connect", "{}\n", "accept", "https://example.test/oauth"),
    "declines to open an address": ("connect", "no\n", "decline", "https://example.test/oauth"),
    "answers twice": (
        "twice",
        MUTHU + '\n{"town":"Chennai"}\n',
        f'accept {MUTHU}; accept {{"town":"Chennai"}}',
        "Where do you live?",
    ),
}


def run(server: list[str], tool: str, typed: str) -> subprocess.CompletedProcess[str]:
    command = [*HOST, tool, *server]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=120)


def problem(server: str, tool: str, typed: str, says: str, shows: str) -> str | None:
    """What is wrong, if anything."""
    ran = run([str(SERVERS / server)], tool, typed)
    seen = f"status {ran.returncode}\n{ran.stdout}\n{ran.stderr}"
    if ran.returncode != 0 or shows not in ran.stderr:
        return seen
    response = json.loads(ran.stdout)
    result = response.get("result", response)
    return None if result["content"][0]["text"] == says else seen


def problem_when_the_server_ends() -> str | None:
    ran = run([sys.executable, "-c", "pass"], "greet", "")
    return None if ran.returncode != 0 and not ran.stdout else ran.stdout


def main() -> int:
    problems = {
        f"{server}: the user {what}": problem(server, *case)
        for server in ("mcp-1", "mcp-2")
        for what, case in CASES.items()
    }
    problems["a server that ends at once"] = problem_when_the_server_ends()
    for name, found in problems.items():
        print(f"ok {name}" if found is None else f"FAILED {name}: {found}")
    failed = sum(found is not None for found in problems.values())
    print(f"{len(problems) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
