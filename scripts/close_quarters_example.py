"""The examples of Close Quarters: a duel, and a boarding action, each with what makes an evening of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from close_quarters_player import QuartersPlayer
from evening import Evening, example, must_show
from seat import Words

from vedette.engine.facts import Fact
from vedette.engine.session import Session
from vedette.games.close_quarters.attacks.grenades import GrenadeThrown
from vedette.games.close_quarters.attacks.guarding import Aims, Dodges
from vedette.games.close_quarters.attacks.hitting import Bullets
from vedette.games.close_quarters.attacks.shooting import Drew
from vedette.games.close_quarters.damage.blow import WentOff
from vedette.games.close_quarters.damage.harm import Wounded
from vedette.games.close_quarters.handling.hand_to_hand import Grappled
from vedette.games.close_quarters.near import is_out
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.turn.beginning import ForcedBack
from vedette.games.close_quarters.turn.ending import CombatWon

TYPED = "colony"
"""The Colony's player has dice of his own; Vedette rolls for the rebels."""


FORGIVEN = {"shoot": "CQ-ACT-4", "ready": "CQ-ACT-5"}
"""What is waved through after a step too many, and the rule that is set aside for it."""

A_STEP_TOO_MANY = 3
"""Hexes moved, at most, after which it is."""


@dataclass(frozen=True)
class Plan:
    """One example: the game file, the seed, what is wished for, and what is said.

    `before` is given before the combat, `by_hand` what is set by hand at the beginning of a turn. `shown` is what
    somebody who looks at it should see once at least. `slip` is the typed pool of which a die is read wrongly,
    `second_thought` the move that is taken back.
    """

    game: str
    seed: int
    moves: dict[tuple[int, str], Words]
    actions: dict[tuple[int, str], Words]
    remarks: dict[int, tuple[str, str]]
    by_hand: dict[int, Words]
    agreement: str
    last: tuple[str, str]
    shown: frozenset[type[Fact]]
    before: tuple[Words, ...] = ()
    slip: int = 3
    second_thought: int = 2


DUEL = Plan(
    game="duel",
    seed=130,
    before=({"do": "equip", "by": "bruce", "ready": [], "belt": ["autopistol", "knife"]},),
    moves={
        (1, "bruce"): {"to": "0506", "steps": 3},
        (2, "bruce"): {"to": "0506", "steps": 0},
        (3, "bruce"): {"to": "0504", "steps": 2},
        (1, "zorgo"): {"to": "1106", "steps": 3},
        (2, "zorgo"): {"to": "1106", "steps": 0},
    },
    actions={
        (1, "bruce"): {"do": "dodge"},
        (1, "zorgo"): {"do": "dodge"},
        (2, "bruce"): {"do": "shoot", "weapon": "autopistol", "target": "zorgo", "quick": True},
        (2, "zorgo"): {"do": "aim", "weapon": "rifle", "target": "bruce"},
    },
    remarks={
        1: ("colony", "Bruce has his hands empty and the autopistol on his belt: a duel as in the books."),
        3: ("rebels", "Tea. Both barricades have seen better days."),
    },
    by_hand={
        2: {"path": "units.zorgo.wealth", "value": 2, "reason": "A credit for the boy who rakes the sand"}
    },
    agreement="Two hexes, but the first was hardly one: we let the shot go",
    last=("rebels", "Well drawn. Next time with a second for each."),
    shown=frozenset({Drew, Aims, Dodges, Wounded, CombatWon}),
)

BOARDING = Plan(
    game="boarding-action",
    seed=78,
    moves={
        (1, "mira"): {"to": "0807", "steps": 6},
        (1, "hanne"): {"to": "0505", "steps": 0},
        (1, "sigrun"): {"to": "0506", "steps": 3},
        (2, "sigrun"): {"to": "0506", "steps": 0},
        (3, "sigrun"): {"to": "0506", "steps": 0},
        (1, "kuro"): {"to": "1708", "steps": 3},
        (1, "vesna"): {"to": "1607", "steps": 5},
        (2, "kuro"): {"to": "1607", "steps": 1},
        (2, "vesna"): {"to": "1407", "steps": 2},
    },
    actions={
        (1, "kuro"): {"do": "ready", "weapon": "smoke"},
        (2, "kuro"): {"do": "throw_grenade", "weapon": "smoke", "hex": "1207", "fuse": "turn"},
    },
    remarks={
        1: ("colony", "The doors stand open, the crates in the gangway are a metre high."),
        3: ("rebels", "Smoke in the gangway: now it is Kuro's turn."),
        5: ("colony", "Biscuits. The dice of the Colony are on probation."),
    },
    by_hand={
        2: {"path": "map.terrain.1107", "value": "broken", "reason": "Somebody's crate has burst: bad footing there"}
    },
    agreement="He said before he went that the grenade was in his hand: we let it stand",
    last=("colony", "Good game. The deck wants scrubbing."),
    shown=frozenset({
        GrenadeThrown, Bullets, WentOff, ForcedBack, Grappled, Wounded,
        CombatWon,
    }),
)  # fmt: skip


@dataclass
class QuartersEvening(Evening, QuartersPlayer):
    """A combat with a misread die, a second thought, an agreement and a value that was set by hand."""

    agreement: str = ""
    slip: int = 3
    second_thought: int = 2
    done: set[str] = field(default_factory=set)
    _moves: int = 0

    def go(self, name: str, words: Words) -> bool:
        """Sometimes another way looks better, and the first one is taken back."""
        path = words.get("path", [])
        self._moves += bool(path)
        if self._moves == self.second_thought and len(path) > 1 and "second thought" not in self.done:
            self.done.add("second thought")
            if self.give("move", name, **{**words, "path": path[:-1]}):
                self.session.undo(self.one(name).side)
        return super().go(name, words)

    def carry_out(self, name: str, words: Words) -> bool:
        """Once a step too many is waved through."""
        if super().carry_out(name, words):
            return True
        if "agreement" in self.done or words["do"] not in FORGIVEN or self.one(name).moved > A_STEP_TOO_MANY:
            return False
        refusal = self.session.do({**words, "by": name}).refusal
        if refusal is None or refusal.rule != FORGIVEN[words["do"]]:
            return False
        if self.give(by=name, override=self.agreement, **words) is None:
            return False
        self.done.add("agreement")
        return True


def make_close_quarters(plan: Plan, folder: Path, clock: Callable[[], str]) -> Path:
    """Play an example to its end and save it."""
    path = folder / f"close-quarters-{plan.game.removesuffix('-action')}.vedette"
    with example("close-quarters", plan.game, plan.seed, path, clock) as opened:
        game = played(plan, opened)
    must_show(game, ("slip", "second thought", "agreement", "by hand"), plan.shown)
    return path


def played(plan: Plan, opened: Session[Fight]) -> QuartersEvening:
    """The whole evening."""
    game = QuartersEvening(
        opened,
        Random(plan.seed),
        typed=TYPED,
        moves=plan.moves,
        actions=plan.actions,
        agreement=plan.agreement,
        slip=plan.slip,
        second_thought=plan.second_thought,
    )
    for words in plan.before:
        game.give(**words)
    for number in game.play():
        if number in plan.remarks:
            side, text = plan.remarks[number]
            game.give("note", side, text=text)
        if number in plan.by_hand and game.give("adjust", TYPED, **plan.by_hand[number]):
            game.done.add("by hand")
    _settle(game)
    game.give("note", plan.last[0], text=plan.last[1])
    return game


def _settle(game: QuartersEvening) -> None:
    """The scenario is settled, and the first of the winners takes something of the spoils."""
    won = game.game.outcome
    game.give("settle", TYPED, winner=won)
    spoils = game.game.sides[won].spoils if won in game.game.sides else ()
    taker = next((name for name in game.game.of(won) if not is_out(game.game, name)), "") if spoils else ""
    if taker:
        game.give("claim", taker, spoil=spoils[0])
