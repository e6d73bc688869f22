"""The signs of the screens: each has one meaning everywhere, and help lists them all; and plainer ones for fonts that lack them."""

from __future__ import annotations

import os
import sys
from typing import Literal

from vedette.engine.system import few_signs

CURSOR = "▸"
TARGET = "◎"
CHOSEN = "◉"
BEFORE = "~"
GONE, SENSELESS = "†", "‡"
HURT = "▼"
SUCCESS, FAILURE, CRITICAL = "✔", "✘", "★"
CARE = "!"
TAKEN_BACK = "↶"
BOOKMARK = "⚑"
PLACE, PERIOD = "●", "┿"
IN, OUT = "☒", "☐"
DONE = "☑"
OBJECTIVE, FREE_OBJECTIVE = "■", "□"
PLAYED, TO_COME = "▰", "▱"
LEFT, LOST = "▆", "▁"
HANGING, HANGING_LOST = "▀", "▔"
SHOT_LEFT, SHOT_FIRED = "▮", "▯"
ASKED = "?"
TOKEN, NO_TOKEN = "▲", "△"
SHARED = "◌"
ROLLED = "⚄"
HOUSE = "⌂"

FIRE, GAS, SMOKE, DENSE, ROCK = "^", "%", "░", "▓", "▒"
THING, GRENADE = "'", "¤"
LOW = "▄"
BARRIER, CLIMB, WALL, WOOD = "∧", "≡", "█", "♣"  # terrain on the sketch of a table
FIGURES = {
    "stunned": "✶", "held": "∞", "burning": FIRE, "dodging": "»", "defending": "∩", "aiming": "⊕",
    "watching": "⊙", "engaged": "×",
}  # fmt: skip
THREAT, SHOT = "╱", "⠶"
BREAST = 2  # the height of a wall, 1 to 4, up to which one shoots over it
LEVEL = {1: "┄", 2: "▔", 3: "▔", 4: "▀", 5: "█"}
BELOW = {1: "┄", 2: "▁", 3: "▁", 4: "▄", 5: "█"}
SLANTED = {1: "⢁⡈", 2: "╲╱", 3: "╲╱", 4: "▚▞", 5: "██"}
"""Walls by their height, 1 to 4; without colours those over the breast take the signs of the next one."""
GRAIN = {
    "wall": (ROCK * 3, ROCK * 3),
    "door": ("   ", "┄┄┄"),
    "broken": (". :", " . "),
    "water": ("≈ ≈", " ≈ "),
    "deep": ("≈≈≈", "≈≈≈"),
    "mud": (", ,", " , "),
    "snow": ("∙ ∙", " ∙ "),
    "ice": ("-- ", " --"),
    "pit": ("╲ ╱", "   "),
    "fire": ("^ ^", " ^ "),
    "gas": ("% %", " % "),
    "smoke": (SMOKE * 3, SMOKE * 3),
    "dense": (DENSE * 3, DENSE * 3),
    "threat": (THREAT * 3, THREAT * 3),
}
"""How grounds are filled on the map: two rows of three cells."""

STANDING = {"active": "◈", "ready": "◆", "done": "◇", "here": "◦", "away": "○", "gone": GONE}
STANDING_WORDS = {
    "active": "acting now", "ready": "still to act", "done": "has acted", "here": "on the table",
    "away": "off the table", "gone": "out of action",
}  # fmt: skip

LEGEND = (
    (CURSOR, "where Enter goes"),
    ("◀ ▶", "the side that decides now"),
    ("K│", "whose line of the log it is"),
    *((STANDING[standing], words) for standing, words in STANDING_WORDS.items()),
    (SENSELESS, "out of action, but alive: unconscious or subdued"),
    (TARGET, "the target"),
    (CHOSEN, "the chosen value"),
    (BEFORE, "as said before: still so?"),
    (HURT, "lost models, lives or hit points"),
    (SUCCESS, "success, or a gain"),
    (FAILURE, "failure, or a refusal"),
    (CRITICAL, "critical success"),
    (CARE, "care: read this first"),
    (TAKEN_BACK, "undone or corrected"),
    (f"{OBJECTIVE} {FREE_OBJECTIVE}", "an objective: held, free"),
    (f"{PLAYED} {TO_COME}", "rounds: played, to come"),
    (f"{LEFT} {LOST}", "hit points, left and lost; joined blocks are one model"),
    (f"{SHOT_LEFT} {SHOT_FIRED}", "shots, left and fired"),
    (ASKED, "a unit to choose from"),
    (f"{TOKEN} {NO_TOKEN}", "a token, such as stress; room for one more"),
    (ROLLED, "Vedette rolls the dice of this side"),
    ("°", "rolled by Vedette"),
    ("≠", "in place of another face"),
    ("↻", "may be rolled again"),
)
"""The signs of the table and what they mean, for the help."""

MORE_LEGEND = (
    (BOOKMARK, "a line with a bookmark, and its note"),
    (f"{PLACE} {PERIOD}", "a replay: this line; a round begins"),
    (f"{IN} {OUT}", "chosen, not chosen"),
    (DONE, "set-up: done"),
    (f"{BARRIER} {CLIMB}", "sketch: barrier, climbable"),
    (f"{WALL} {WOOD}", "sketch: wall, wood"),
    (SHARED, "how many others follow the page"),
    (HOUSE, "a house profile"),
)
"""Those of other screens."""

MAP_LEGEND = (
    (f"{FIRE} {GAS}", "fire, and gas, on the map or on somebody"),
    (f"{SMOKE} {DENSE}", "smoke, and smoke over smoke"),
    (ROCK, "a hex that nobody can be in"),
    ("≈ ≈≈", "water, and deep water"),
    (". :", "broken ground"),
    (",", "mud"),
    ("∙", "snow"),
    ("--", "ice"),
    ("╲", "a pit, and how deep it is in meters"),
    (f"{THING} {GRENADE}", "something that lies here, and a live grenade with the turns it has left"),
    (f"{LEVEL[1]} {SLANTED[1]}", "a wall of up to half a meter"),
    (f"{LEVEL[2]} ╲╱", "a wall of up to a meter in gold, a higher one in white"),
    (LEVEL[4], "a wall too high to climb"),
    (THREAT * 3, "a threat zone"),
    (SHOT, "a line of fire"),
    ("▐▌", "the side that a figure faces; on both sides: it acts now"),
    (LOW, "kneeling; of a figure that lies only the lower half is filled"),
    ("KO", "unconscious or subdued, on the map"),
    *((sign, f"this figure is {words}") for words, sign in FIGURES.items() if sign != FIRE),
)
"""The signs of the map."""

_PLAIN = """
    ▸> ◂< ▴↑ ▾↓ ▶► ◀◄ ◤╓ ◥╖  ◈♠ ◆♦ ◇◊ ◎◙ ◉◘ ◌☺  ✔√ ✘X ✗X ★☼  ↶⌐ ↷¬ ↻@ ↦╞ ⌫«  ⚑Γ ┿╪ ‖╫ ✎¶ ⚄#
    ☒▪ ☐▫ ☑Ø ∧Λ ▰▐ ▱| △∆ ▆▬ ▃= ▁_ ▮▌ ▯º  ✶§ ⊕Φ ⊙Θ  ↖╒ ↗╕ ↘╛ ↙╘  ╱/ ╲\\ ━═ ┃║ ┄÷ ┆¦ ┈─ ╌─ ╎¦ ▔‾ ┏╔ ┓╗ ┗╚ ┛╝
    ▂_ ▅▄ ▇█ ▉█ ▊█ ▋▌ ▍▌ ▎│ ▏│ ▙█ ▛█ ▚\\ ▞/
"""

PLAIN = {
    **{0x2800 + dots: "·" for dots in range(256)},
    **{ord(sign): " " for sign in "⢀⡀"},
    **{ord(pair[0]): pair[1] for pair in _PLAIN.split()},
}
"""What is drawn instead of a sign that the font lacks. The old console of Windows takes signs from one font alone, and all that is
sure of Consolas is Windows Glyph List 4, which has all of code page 437. Text (`·`, `–`, `×`, `“`) is in that list, and stays."""

_BARE = (
    "–- —- ‘' ’' “\" ”\" …. −- ·. ×x •* ●* °o ±+ ─- ═= │| ┃| ┌+ ┐+ └+ ┘+ █# ▀# ▄# ▌# ▐# ░# ▒# ▓# ←< ↑^ →> ↓v"
)

BARE = {ord(pair[0]): pair[1] for pair in _BARE.split()}
"""What is printed instead of text and lines that an encoding lacks."""


def plain_signs() -> bool:
    """Whether the terminal gets plain signs: as `VEDETTE_GLYPHS` says, `plain` or `full`, else by what the terminal says about itself."""
    wanted = os.environ.get("VEDETTE_GLYPHS")
    if wanted in ("plain", "full"):
        return wanted == "plain"
    return few_signs() or "utf" not in (getattr(sys.stdout, "encoding", None) or "utf")


# --- how what is shown is meant

Tone = Literal["plain", "dim", "good", "warn", "bad"]
"""How a piece of text is meant; screens add a sign to it, so that colour is never needed."""

Standing = Literal["active", "ready", "done", "here", "away", "gone"]
"""Where a unit stands in the round: acting now, still to act, acted, on the table while nobody acts, off the table, destroyed."""


Severity = Literal["", "warn", "bad"]


def severity(value: int, full: int) -> Severity:
    """How bad the loss of hit points is: calm until hurt, gold from two thirds down, red in the last third."""
    return "" if value * 3 > full * 2 else "warn" if value * 3 > full else "bad"


def lit_cells(value: int, full: int, cells: int) -> int:
    """How many cells of a bar are lit: all of them only when nothing is lost, none only when nothing is left, else by proportion."""
    if value <= 0 or value >= full:
        return cells if value > 0 else 0
    return min(max(1, (2 * value * cells + full) // (2 * full)), max(1, cells - 1))
