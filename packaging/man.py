"""Makes the man pages, in section 3, from the comments in include/tn_elicit.h: a page for each
function, and tn_elicit.3 for what holds for all of them.

man.py FOLDER writes them there. man.py alone prints their names.
"""

import re
import sys
from pathlib import Path

HEADER = (Path(__file__).parent.parent / "include" / "tn_elicit.h").read_text(encoding="utf-8")
VERSION = ".".join(re.findall(r"#define TN_VERSION_\w+ (\d+)", HEADER))

COMMENT = r"^/\*\*(?P<comment>(?:(?!\*/).)*)\*/\n"
FUNCTION = re.compile(COMMENT + r"(?P<code>[^#{};]*?\b(?P<name>tn_\w+)\([^{};]*\);)$", re.M | re.S)
TYPE = re.compile(COMMENT + r"(?P<code>typedef (?:[^{};]|\{[^}]*\})*;)$", re.M | re.S)
CONSTANTS = re.compile(COMMENT + r"(?P<code>(?:#define TN_\w+ [^\n]*\n)+)", re.M | re.S)
MEMBER = re.compile(r" */\*\*(?P<comment>(?:(?!\*/).)*)\*/\n *(?P<code>[^\n]*);\n", re.S)
CONVENTION = re.compile(r"^- (\w[\w -]*)\. (.*(?:\n  .*)*)", re.M)
NAMES = {found["name"] for found in FUNCTION.finditer(HEADER)}

# The sections of a function's page, in their order, and how a paragraph begins that belongs to one.
SECTIONS = {
    "DESCRIPTION": "",
    "RETURN VALUE": "Returns ",
    "THREADS": "Threads: ",
    "EXAMPLES": "```c\n",
    "STANDARDS": "Source: ",
}
# As wide as a text can be that is indented on a terminal of 80 columns.
WIDTH = 72
# What begins a sentence about a parameter, or about two that belong together.
PARAMETERS = r"`\w+`(?:, `\w+`)*:\s"


def text_of(comment: str) -> str:
    """The comment without its stars."""
    return re.sub(r"^ *\* ?", "", comment, flags=re.M).strip()


def escaped(text: str) -> str:
    """As roff reads it: nothing in it is an escape, or a request at the start of a line."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    text = re.sub(r"[^\x00-\x7f]", lambda found: f"\\[u{ord(found[0]):04X}]", text)
    return re.sub(r"^\.", r"\\&.", text, flags=re.M)


def bold(text: str) -> str:
    return rf"\fB{escaped(text)}\fR"


def verbatim(code: str) -> list[str]:
    """At the left edge where it needs the room."""
    # The end of an example makes words divide again.
    lines = [".EX", *escaped(code).splitlines(), ".EE", ".nh"]
    is_wide = max(map(len, code.splitlines())) > WIDTH
    return [".in 0", *lines, ".in"] if is_wide else lines


def prose(text: str, page: str) -> str:
    """What is in backquotes, and the names of the library, are set off."""

    def set_off(found: re.Match[str]) -> str:
        if found["word"]:
            return rf"\fI{found['word']}\fR"
        name = found["name"] or found["code"]
        is_page = name in NAMES - {page} and text[found.end() : found.end() + 1] != "("
        return rf"\fB{name}\fR" + ("(3)" if is_page else "")

    # A hyphen between words, where a line may end.
    text = re.sub(r"(?<=[a-z])\\-(?=[a-z])", "-", escaped(text))
    return re.sub(r"`(?P<word>\w+)`|`(?P<code>[^`]+)`|\b(?P<name>(?:tn|TN)_\w*\w)\b", set_off, text)


def paragraph(text: str, page: str) -> list[str]:
    if fence := re.fullmatch(r"```\w+\n(.*)\n```", text, re.S):
        return [".PP", *verbatim(fence[1])]
    if not re.match(PARAMETERS, text):
        return [".PP", prose(text, page)]
    lines = []
    for sentence in re.split(rf"(?<=\.)\s(?={PARAMETERS})", text):
        about, said = re.split(r":\s", sentence, maxsplit=1)
        lines += [".TP", prose(about, page), prose(said, page)]
    return lines


def paragraphs(text: str) -> list[str]:
    """A paragraph each; what is in a fence is one, with the fence."""
    return re.findall(r"```\w+\n.*?\n```|(?:^[^\n]+$\n?)+(?<!\n)", text, re.M | re.S)


def head(page: str, summary: str, synopsis: list[str]) -> list[str]:
    return [
        f'.TH {page} 3 "" "tn_elicit {VERSION}" "tn_elicit"',
        *(".nh", ".ad l"),  # no name is divided, and no line is stretched
        *(".SH NAME", f"{page} \\- {escaped(summary)}"),
        *(".SH SYNOPSIS", ".nf", r"\fB#include <tn_elicit.h>\fR", *synopsis, ".fi"),
    ]


def summary_of(text: str) -> str:
    """The first sentence, as the NAME of a page has it."""
    sentence = re.split(r"\.(?:\s|$)", text, maxsplit=1)[0].replace("\n", " ").replace("`", "")
    return sentence[0].lower() + sentence[1:]


def prototype(code: str) -> list[str]:
    # TN_API is for Windows, which has no man pages.
    code = code.removeprefix("TN_API\n").replace("struct ", "")
    code = re.sub(r"(?<=[ *])(\w+)(?=[,)])", r"\\fI\1\\fB", code)
    return [rf"\fB{line}\fR" for line in code.splitlines()]


def section(title: str, lines: list[str]) -> list[str]:
    """A heading is no place for a paragraph to begin in another way."""
    return [f".SH {title}", *(lines[1:] if lines[0] == ".PP" else lines)]


def function_page(name: str, code: str, comment: str) -> list[str]:
    sections: dict[str, list[str]] = {title: [] for title in SECTIONS}
    for text in paragraphs(comment):
        title = next(title for title in reversed(SECTIONS) if text.startswith(SECTIONS[title]))
        if title in ("THREADS", "STANDARDS"):  # the title says it
            text = text.removeprefix(SECTIONS[title])
            text = text[0].upper() + text[1:]
        sections[title] += paragraph(text, name)
    lines = head(name, summary_of(comment), prototype(code))
    for title, body in sections.items():
        lines += section(title, body) if body else []
    return [*lines, ".SH SEE ALSO", r"\fBtn_elicit\fR(3)"]


def described(name: str, text: str) -> list[str]:
    return [".TP", bold(name), prose(text, "tn_elicit")]


def type_lines(code: str, comment: str) -> list[str]:
    """The definition without the comments in it, then what they and the one before it say."""
    bare = re.sub(r" */\*\*.*?\*/\n", "", code, flags=re.S)
    lines = [".PP", *verbatim(bare.replace("struct tn_answer *", "tn_answer *"))]
    for text in paragraphs(comment):
        lines += paragraph(text, "tn_elicit")
    for member in MEMBER.finditer(code):
        name = re.findall(r"[a-z]\w*", member["code"])[-1]
        lines += described(name, text_of(member["comment"]))
    return lines


def overview() -> list[str]:
    first = re.search(r"/\*\*\n \* @file\n(.*?)\n \*/", HEADER, re.S)[1]
    about, conventions = text_of(first).split("CONVENTIONS, ")
    title, *more = paragraphs(about)
    page, summary = title.rstrip(".").split(": ", 1)

    description, functions, types, constants = [], [], [], []
    for text in more:
        if not text.startswith("Generated"):
            description += paragraph(text, page)
    for found in FUNCTION.finditer(HEADER):
        summary_there = summary_of(text_of(found["comment"]))
        functions += [".TP", rf"\fB{found['name']}\fR(3)", prose(summary_there, found["name"])]
    for found in TYPE.finditer(HEADER):
        types += type_lines(found["code"], text_of(found["comment"]))
    for found in CONSTANTS.finditer(HEADER):
        names = ", ".join(re.findall(r"#define (.*)", found["code"]))
        constants += described(names, text_of(found["comment"]))
    return [
        *head(page, summary, []),
        *section("DESCRIPTION", description),
        *section("FUNCTIONS", functions),
        *section(
            "CONVENTIONS",
            [
                line
                for name, said in CONVENTION.findall(conventions)
                for line in described(name, said.replace("\n  ", "\n"))
            ],
        ),
        *section("TYPES", types),
        *section("CONSTANTS", constants),
        *(
            ".SH SEE ALSO",
            rf"\fBpkg\-config\fR(1), as in {bold('pkg-config --cflags --libs tn_elicit')}",
        ),
    ]


def pages() -> dict[str, list[str]]:
    functions = {
        found["name"]: function_page(found["name"], found["code"], text_of(found["comment"]))
        for found in FUNCTION.finditer(HEADER)
    }
    return {"tn_elicit": overview(), **functions}


def main() -> None:
    for name, lines in pages().items():
        if len(sys.argv) == 1:
            print(f"{name}.3")
        else:
            page = Path(sys.argv[1], f"{name}.3")
            page.write_text("\n".join([*lines, ""]), encoding="ascii")
            page.chmod(0o644)


if __name__ == "__main__":
    main()
