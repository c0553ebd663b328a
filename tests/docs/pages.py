"""Markdown, as far as the tests need it: blocks and what is said about them, links, anchors."""

import re
import subprocess
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.M | re.S)
# On the line before a block, unseen by readers.
REMARK = re.compile(r"<!-- ([\w ]+?)(?:: (.*))? -->\n\Z")
INLINE = re.compile(r"`[^`\n]+`")


@dataclass(frozen=True)
class Block:
    language: str
    text: str
    line: int
    remark: str  # "" if there is none
    value: str  # what stands behind the remark's colon
    output: str | None  # the text block that follows, if no other block comes first


@dataclass(frozen=True)
class Page:
    path: Path
    text: str

    @property
    def name(self) -> str:
        return str(self.path.relative_to(ROOT))

    @property
    def blocks(self) -> list[Block]:
        found = list(FENCE.finditer(self.text))
        if len(re.findall(r"^\s*(?:```|~~~)", self.text, re.M)) != 2 * len(found):
            raise ValueError(f"{self.name}: a block is not fenced as the others are")
        blocks = []
        for match, after in zip_longest(found, found[1:]):
            remark = REMARK.search(self.text[: match.start()])
            output = dedent(after[3]) if after and after[2] == "text" else None
            line = self.text.count("\n", 0, match.start()) + 1
            said = (remark[1], remark[2] or "") if remark else ("", "")
            blocks.append(Block(match[2], dedent(match[3]), line, *said, output))
        return blocks

    @property
    def prose(self) -> str:
        """The page without its blocks."""
        return FENCE.sub("", self.text)

    @property
    def links(self) -> list[str]:
        """The targets of links and images that are no addresses."""
        prose = INLINE.sub("", self.prose)
        targets = re.findall(r"\]\(([^)\s]+)\)", prose)
        targets += re.findall(r'(?:src|href|srcset)="([^"]+)"', prose)
        return [target for target in targets if not re.match(r"[a-z]+:", target)]

    @property
    def anchors(self) -> set[str]:
        """What GitHub makes of the headings."""
        anchors: set[str] = set()
        for heading in re.findall(r"^#+ (.*)$", self.prose, re.M):
            plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
            slug = re.sub(r"[^\w\- ]", "", plain).strip().replace(" ", "-")
            number = 0
            while (anchor := slug + (f"-{number}" if number else "")) in anchors:
                number += 1
            anchors.add(anchor)
        return anchors

    @property
    def make_targets(self) -> list[tuple[str, str]]:
        """Each `make TARGET` in code, with the folder that it is made in."""
        code = [span.strip("`") for span in INLINE.findall(self.prose)]
        code += [block.text for block in self.blocks if block.language == "sh"]
        targets = []
        for line in "\n".join(code).splitlines():
            # Comments and further commands are not targets.
            for command in re.findall(r"\bmake ((?:[^#;&|]|\B#)*)", line.split(" #")[0]):
                words = command.split()
                folder = words[words.index("-C") + 1] if "-C" in words else "."
                targets += [
                    (folder, word)
                    for word in words
                    if re.fullmatch(r"[a-z][\w/.-]*", word) and word != folder
                ]
        return targets


def pages() -> list[Page]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    paths = [ROOT / name for name in sorted(set(names.stdout.split()))]
    return [Page(path, path.read_text()) for path in paths if path.exists()]
