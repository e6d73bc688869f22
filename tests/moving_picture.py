"""The moving picture of README.md, filmed from a real attack: `python -m tests.moving_picture` takes it anew."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.snapshots.battle import GAMES, Battle
from tests.tui.rooms import rooms

PICTURE = Path(__file__).resolve().parent.parent / "docs/pictures/attack.svg"
SIZE = (110, 32)

SCENES: tuple[tuple[float, tuple[str, ...]], ...] = (
    (2.5, ()),
    (2.0, ("a",)),
    (3.0, ("a", "a", *"18", "n", "a")),
    (1.5, ("enter",)),
    (1.0, ("9", "t", "3")),
    (1.5, ("8", "2")),
    (2.0, ("w", "8", "1")),
    (2.0, tuple("99992")),
    (4.0, ("1",)),
)
"""For how many seconds each picture stands, and the keys that lead to it."""


FONTS = re.compile(r"@font-face \{.*?\}", re.DOTALL)
"""Fonts out of the network: the reader's own will do."""

CLIPS = re.compile(r"<clipPath.*?</clipPath>| clip-path=\"[^\"]*\"", re.DOTALL)
"""Each row within its bounds: a third of the file, and no text leaves its row."""


async def filmed() -> list[str]:
    """The pictures, one after the other."""
    with TemporaryDirectory() as folder:
        path = Battle(Path(folder) / "tuesday.vedette").to_first_relief()
        async with rooms(path.parent, GAMES, path, size=SIZE) as at:
            shots = []
            for _, keys in SCENES:
                for key in keys:
                    await at.press(key)
                await asyncio.sleep(0.4)  # the odds come a moment later
                await at.settled()
                shots.append(FONTS.sub("", CLIPS.sub("", at.app.export_screenshot(title="Vedette"))))
            return shots


def joined(shots: list[str]) -> str:
    """All in one, each shown for its time, over and over; who wants no motion sees the last one."""
    whole = sum(seconds for seconds, _ in SCENES)
    head = re.search(r"<svg[^>]*>", shots[0])
    assert head
    rules, parts, begun = [], [], 0.0
    for number, ((seconds, _), shot) in enumerate(zip(SCENES, shots, strict=True)):
        name = re.search(r"terminal-[\w-]+?(?=-matrix)", shot)
        assert name
        inner = shot[shot.index(">", shot.index("<svg")) + 1 : shot.rindex("</svg>")].replace(
            name[0], f"s{number}"
        )
        first, last = 100 * begun / whole, 100 * (begun + seconds) / whole
        begun += seconds
        steps = f"0%,{first:.2f}%{{opacity:0}}{first + 0.01:.2f}%,{last:.2f}%{{opacity:1}}{last + 0.01:.2f}%,100%{{opacity:0}}"
        if number == 0:
            steps = f"0%,{last:.2f}%{{opacity:1}}{last + 0.01:.2f}%,100%{{opacity:0}}"
        rules.append(
            f"@keyframes k{number}{{{steps}}}#p{number}{{opacity:0;animation:k{number} {whole:g}s infinite step-end}}"
        )
        parts.append(f'<g id="p{number}">{inner}</g>')
    still = (
        f"@media (prefers-reduced-motion:reduce){{[id^=p]{{animation:none}}#p{len(shots) - 1}{{opacity:1}}}}"
    )
    return f"{head[0]}<title>An attack, from its form to the last die</title><style>{''.join(rules)}{still}</style>{''.join(parts)}</svg>\n"


if __name__ == "__main__":
    PICTURE.write_text(joined(asyncio.run(filmed())), encoding="utf-8")
