"""Takes the pictures of the documents anew: `python scripts/make_pictures.py [FOLDER]`. Always the same ones for the same examples."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from functools import partial
from itertools import accumulate
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.moments import ATTACK, DEFENCE, MOMENTS, Moment, battle, picture  # noqa: E402 - it stands beside

STILLS = {
    "table": "20-result",
    "company": "35-company-chain",
    "company-card": "47b-site-card",
    "company-taunt": "47c-site-taunt",
    "company-builder": "48b-site-builder",
    "napoleonic": "36-napoleonic-exchange",
    "close-quarters": "30-map-shot",
}
"""The moments that the documents show."""

FILM = (
    ("", 2.5),
    ("a b", 2.0),
    ("7", 3.0),
    ("enter", 1.5),
    (" ".join(ATTACK.split()[:5]), 1.0),
    (" ".join(ATTACK.split()[5:]), 2.0),
    (" ".join(DEFENCE.split()[:2]), 2.0),
    (" ".join(DEFENCE.split()[2:5]), 1.5),
    (" ".join(DEFENCE.split()[5:]), 4.0),
)
"""The keys of an attack from the table at rest to its result, and for how many seconds each frame stays."""

SIZE = (110, 34)  # of the film, which a README shows at half of it


def taken(moment: Moment) -> str:
    """What is shown at a moment."""
    with tempfile.TemporaryDirectory() as saves:
        return asyncio.run(picture(moment, Path(saves), "dark"))


def film() -> str:
    """An SVG that moves: all frames lie on top of each other, and each is seen only in its time."""
    whole = sum(seconds for _, seconds in FILM)
    ends = [f"{100 * end / whole:.2f}" for end in accumulate(seconds for _, seconds in FILM)]
    style, frames, keys = "", "", ""
    for number, ((pressed, _), end) in enumerate(zip(FILM, ends, strict=True)):
        keys = f"{keys} {pressed}"
        frames += f'<g id="p{number}">{taken(Moment("film", partial(battle, 77), keys, SIZE))}</g>'
        before = f"0%,{ends[number - 1]}%{{opacity:0}}{ends[number - 1]}1%," if number else "0%,"
        style += f"@keyframes k{number}{{{before}{end}%{{opacity:1}}{end}1%,100%{{opacity:0}}}}"
        style += f"#p{number}{{opacity:0;animation:k{number} {whole}s infinite step-end}}"
    style += (
        f"@media (prefers-reduced-motion:reduce){{[id^=p]{{animation:none}}#p{len(FILM) - 1}{{opacity:1}}}}"
    )
    head = frames[frames.index("<svg") : frames.index(">", frames.index("<svg")) + 1]
    return (
        f"{head}<title>An attack, from its form to the last die</title><style>{style}</style>{frames}</svg>"
    )


def main(folder: Path) -> None:
    """Write every picture."""
    os.environ["COLORTERM"] = "truecolor"
    named = {moment.name: moment for moment in reversed(MOMENTS)}
    for name, moment in STILLS.items():
        (folder / f"{name}.svg").write_text(taken(named[moment]), encoding="utf-8")
    (folder / "attack.svg").write_text(film(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "docs" / "pictures")
