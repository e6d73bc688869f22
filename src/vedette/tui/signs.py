"""The signs of the screens: each has one meaning, everywhere, and help tells them all."""

from __future__ import annotations

CURSOR = "▸"
TARGET = "◎"
CHOSEN = "◉"
BEFORE = "~"
GONE = "†"
HURT = "▼"
SUCCESS, FAILURE, CRITICAL = "✔", "✘", "★"
TAKEN_BACK = "↶"
OBJECTIVE, FREE_OBJECTIVE = "■", "□"
PLAYED, TO_COME = "▰", "▱"
LEFT, LOST = "▆", "▁"
TOKEN, NO_TOKEN = "▲", "△"
TYPED, ROLLED = "✎", "⚄"

STANDING = {"active": "◈", "ready": "◆", "done": "◇", "away": "○", "gone": GONE}
STANDING_WORDS = {
    "active": "acting now",
    "ready": "still to act",
    "done": "has acted",
    "away": "off the table",
    "gone": "out of it",
}

LEGEND = (
    (CURSOR, "the cursor: where keys go"),
    *(
        (STANDING[standing], f"this unit is {words}" if standing != "done" else "this unit has acted")
        for standing, words in STANDING_WORDS.items()
    ),
    (TARGET, "the unit that is aimed at"),
    (CHOSEN, "the value that is chosen among those listed"),
    (BEFORE, "a value that was said before: is it still so?"),
    (HURT, "somebody is hurt"),
    (SUCCESS, "success, or a gain"),
    (FAILURE, "failure, or a rule's no"),
    (CRITICAL, "a critical success"),
    (TAKEN_BACK, "taken back"),
    (f"{OBJECTIVE} {FREE_OBJECTIVE}", "an objective that a side holds, with its initial, and a free one"),
    (f"{PLAYED} {TO_COME}", "rounds that are played, and rounds to come"),
    (f"{LEFT} {LOST}", "models or hit points that are left, and those that are lost"),
    (f"{TOKEN} {NO_TOKEN}", "a token that lies beside the unit, and room for one more"),
    (f"{TYPED} {ROLLED}", "this side types its dice, or Vedette rolls them"),
    ("°", "this face was rolled by Vedette"),
    ("≠", "this face was typed over after an undo"),
    ("↻", "this face was rolled afresh after an undo"),
)
"""Every sign and what it means, for the help."""
