"""Draws sequence diagrams: each TEXT file becomes an SVG beside it.

    sequence.py [--check] TEXT...

With --check nothing is written, and a picture that is not current is an error. A text is lines:

    title: WORDS                what it shows, for those who cannot see it
    lanes: NAME, NAME           from left to right
    A -> B: WORDS               a message; lines indented below it are what it holds
    A --> B: WORDS              the same, as an answer: dashed
    A ->+ B: …, A -->- B: …     B is busy from here on; A is no longer
    note A: WORDS               beside a lane, or across several: note A, B: WORDS
    part: WORDS                 a line across, where something else begins
"""

import re
import sys
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

MARGIN = 20
HEAD = 30
GAP = 150  # between two lanes, at least
# The width of a character in the two sizes of a fixed-width font.
WIDE, NARROW = 7.25, 6.65
LINE = 15

STEP = re.compile(r"(\w[\w ]*?) (-->-|->\+|-->|->) (\w[\w ]*): (.*)")
NOTE = re.compile(r"note ([\w ,]+): (.*)")

STYLE = """
text { font: 12px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #1f2328; }
.held { font-size: 11px; fill: #57606a; }
.lane { font: bold 14px ui-sans-serif, "DejaVu Sans", Helvetica, Arial, sans-serif; fill: #fff; }
.part { font: bold 12px ui-sans-serif, "DejaVu Sans", Helvetica, Arial, sans-serif; fill: #57606a; }
.message { stroke: #1f2328; stroke-width: 1.4; fill: none; }
.answer { stroke-dasharray: 6 4; }
.life { stroke: #8c959f; stroke-dasharray: 2 3; }
.busy { fill: #ddf4ff; stroke: #0969da; }
.under { fill: #fff; }
.note { fill: #fff8c5; stroke: #d4a72c; }
.across { stroke: #8c959f; }
.head { fill: #0550ae; }
"""


@dataclass
class Item:
    kind: str  # message, note or part
    words: str
    lanes: list[int] = field(default_factory=list)
    arrow: str = ""
    held: list[str] = field(default_factory=list)

    @property
    def width(self) -> float:
        return max([len(self.words) * WIDE, *(len(line) * NARROW for line in self.held)])


@dataclass
class Diagram:
    title: str = ""
    lanes: list[str] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)


def parse(text: str) -> Diagram:
    diagram = Diagram()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        if line[0] == " ":
            diagram.items[-1].held.append(line.strip())
        elif line.startswith("title: "):
            diagram.title = line.removeprefix("title: ")
        elif line.startswith("lanes: "):
            diagram.lanes = line.removeprefix("lanes: ").split(", ")
        elif line.startswith("part: "):
            diagram.items.append(Item("part", line.removeprefix("part: ")))
        elif match := NOTE.fullmatch(line):
            lanes = sorted(diagram.lanes.index(name) for name in match[1].split(", "))
            diagram.items.append(Item("note", match[2], lanes))
        elif match := STEP.fullmatch(line):
            lanes = [diagram.lanes.index(match[1]), diagram.lanes.index(match[3])]
            diagram.items.append(Item("message", match[4], lanes, match[2]))
        else:
            raise ValueError(f"line {number} says nothing that can be drawn: {line}")
    return diagram


def columns(diagram: Diagram) -> tuple[list[float], float]:
    """The middle of each lane, and the width of it all: every text has room, from left to right."""
    at = [MARGIN + 60.0]
    for lane in range(1, len(diagram.lanes)):
        x = at[-1] + GAP
        for item in diagram.items:
            if item.kind != "part" and max(item.lanes) == lane and min(item.lanes) < lane:
                x = max(x, at[min(item.lanes)] + item.width + 44)
            elif item.kind != "part" and set(item.lanes) == {lane - 1}:
                # It stands on the right of its lane; a note is around it.
                x = max(x, at[lane - 1] + (item.width / 2 + 24 if item.kind == "note" else 0))
        for item in diagram.items:
            if item.kind == "note" and set(item.lanes) == {lane}:
                x = max(x, at[-1] + item.width / 2 + 24)
        at.append(x)
    right = at[-1] + 60
    for item in diagram.items:
        if item.kind == "note" and min(item.lanes) == max(item.lanes):
            right = max(right, at[item.lanes[0]] + item.width / 2 + 10)
            at_left = at[item.lanes[0]] - item.width / 2 - 10
            if at_left < MARGIN:
                shift = MARGIN - at_left
                at = [x + shift for x in at]
                right += shift
    return at, right + MARGIN


def draw(diagram: Diagram) -> str:
    at, width = columns(diagram)
    shapes: list[str] = []  # the messages, notes and parts
    bars: list[str] = []  # behind them
    busy: dict[int, float] = {}

    def text(x: float, y: float, words: str, kind: str, anchor: str = "middle") -> None:
        attributes = f' class="{kind}"' if kind else ""
        shapes.append(
            f'<text{attributes} x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}">'
            f"{escape(words)}</text>"
        )

    def clear(x: float, y: float, words: str, size: float) -> None:
        """Room for a text that stands across the lanes."""
        width = len(words) * size + 4
        shapes.append(
            f'<rect class="under" x="{x:.0f}" y="{y - 11:.0f}" width="{width:.0f}" height="14"/>'
        )

    y = MARGIN + HEAD + 24.0
    for item in diagram.items:
        if item.kind == "part":
            shapes.append(f'<path class="across" d="M{MARGIN} {y + 8:.0f}H{width - MARGIN:.0f}"/>')
            clear(MARGIN, y + 2, item.words, WIDE)
            text(MARGIN, y + 2, item.words, "part", "start")
            y += 34
        elif item.kind == "note":
            middle = (at[item.lanes[0]] + at[item.lanes[-1]]) / 2
            half = max(item.width / 2 + 10, (at[item.lanes[-1]] - at[item.lanes[0]]) / 2 + 20)
            height = LINE * (1 + len(item.held)) + 10
            shapes.append(
                f'<rect class="note" x="{middle - half:.0f}" y="{y - 12:.0f}" rx="3"'
                f' width="{2 * half:.0f}" height="{height}"/>'
            )
            text(middle, y + 4, item.words, "")
            for number, line in enumerate(item.held, 1):
                text(middle, y + 4 + LINE * number, line, "held")
            y += height + 16
        else:
            start, end = (at[lane] for lane in item.lanes)
            way = 1 if end > start else -1
            for number, line in enumerate([item.words, *item.held]):
                size, kind = (NARROW, "held") if number else (WIDE, "")
                middle = (start + end) / 2
                clear(middle - len(line) * size / 2 - 2, y + LINE * number, line, size)
                text(middle, y + LINE * number, line, kind)
            y += LINE * len(item.held) + 7
            start_at, end_at = start + 5 * way, end - 5 * way
            kind = "message answer" if item.arrow.startswith("--") else "message"
            shapes.append(
                f'<path class="{kind}" d="M{start_at:.0f} {y:.0f}H{end_at:.0f}"/>'
                f'<path class="message" d="M{end_at - 8 * way:.0f} {y - 4:.0f}'
                f'L{end_at:.0f} {y:.0f}L{end_at - 8 * way:.0f} {y + 4:.0f}"/>'
            )
            if item.arrow.endswith("+"):
                busy[item.lanes[1]] = y
            elif item.arrow.endswith("-"):
                begin = busy.pop(item.lanes[0])
                bars.append(
                    f'<rect class="busy" x="{start - 5:.0f}" y="{begin:.0f}" width="10"'
                    f' height="{y - begin:.0f}"/>'
                )
            y += 27
    bottom = y - 6
    heads = []
    for x, name in zip(at, diagram.lanes, strict=True):
        half = max(len(name) * 4.6 + 14, 44)
        heads.append(
            f'<path class="life" d="M{x:.0f} {MARGIN + HEAD}V{bottom:.0f}"/>'
            f'<rect class="head" x="{x - half:.0f}" y="{MARGIN}" rx="4" width="{2 * half:.0f}"'
            f' height="{HEAD}"/>'
            f'<text class="lane" x="{x:.0f}" y="{MARGIN + 20}" text-anchor="middle">{name}</text>'
        )
    height = bottom + MARGIN
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:.0f}"'
            f' height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}">',
            f"<title>{escape(diagram.title)}</title>",
            f"<style>{STYLE}</style>",
            # Its own background, so that it can be read on any page.
            f'<rect fill="#fff" stroke="#d0d7de" x="0.5" y="0.5" rx="6" width="{width - 1:.0f}"'
            f' height="{height - 1:.0f}"/>',
            *heads,
            *bars,
            *shapes,
            "</svg>\n",
        ]
    )


def main() -> int:
    check = "--check" in sys.argv
    stale = []
    for name in sys.argv[1:]:
        if name == "--check":
            continue
        source = Path(name)
        target = source.with_suffix(".svg")
        picture = draw(parse(source.read_text()))
        if not check:
            target.write_text(picture)
        elif not target.exists() or target.read_text() != picture:
            stale.append(str(target))
    if stale:
        print(f"not current, run `make diagrams`: {', '.join(stale)}")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
