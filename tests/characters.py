"""A character for tests: as a file of TOML has him, and with a file of his own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import tomli_w

from vedette.campaign import new_career
from vedette.engine.session import Session
from vedette.games.close_quarters.ruleset import RULESET
from vedette.games.close_quarters.view.building import BUILDER

BRUCE: dict[str, Any] = {
    "name": "Bruce Corr",
    "str": 9,
    "dex": 14,
    "int": 9,
    "skills": ["knife", "sidearms", "swimming", "marksmanship", "thrown-weapons", "climbing"],
    "weapons": [
        {"id": "autopistol", "type": "semi-automatic-pistol", "ammo": 9, "grip": 2},
        {"id": "knife", "type": "fighting-knife"},
    ],
    "ready": ["autopistol"],
    "belt": ["knife"],
    "armor": "leather-vest",
    "helmet": "projectile-cloth-helmet",
    "items": ["reload-semi-automatic-pistol", "reload-semi-automatic-pistol"],
}
"""The pistol of the sample characters (CH 18): 198 credits, 5 kg, 9 slots."""


def written(path: Path, **changes: Any) -> Path:
    """A file of him, with something changed."""
    path.write_text(tomli_w.dumps({**BRUCE, **changes}), encoding="utf-8")
    return path


def own_file(name: str = "bruce") -> None:
    """Make his own file."""
    beginning = BUILDER.beginning(BUILDER.read(BRUCE), name)
    new_career(RULESET, beginning.setup, beginning.words, name).close()


def arena(path: Path | None = None, **more: Any) -> Session[Any]:
    """A game of the arena that he joins as `b1`, against nobody in particular; `more` of its set-up."""
    from vedette.engine.session import new_session

    setup = {
        "ruleset": "close-quarters",
        "title": "The sands",
        "sides": [
            {"id": "red", "name": "Red", "units": [{"id": "b1", "profile": "@bruce"}]},
            {"id": "blue", "name": "Blue", "units": [{"id": "kuro", "profile": "kuro"}]},
        ],
        **more,
    }
    return new_session(RULESET, setup, seed=1, path=path)
