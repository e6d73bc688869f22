"""The examples of Open Fire: the first battle, and a skirmish in the hanging yard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from evening import Evening, example, must_show
from seat import Words
from table_player import Player
from tabletop import Place

from vedette.games.open_fire.units import leader, profile


@dataclass
class FireEvening(Evening, Player):
    """A game with what makes it one: mistakes, second thoughts, remarks and an agreement.

    `slip` is the typed pool in which a die is read wrongly, `second_thought` the move that is taken back,
    `remarks` what is said at the beginning of a round.
    """

    slip: int = 4
    second_thought: int = 2
    remarks: dict[int, tuple[str, str]] = field(default_factory=dict)
    agreement: str = ""
    done: set[str] = field(default_factory=set)
    _moves: int = 0

    def go(self, unit: str, words: Words, short: float, to: Place) -> bool:
        """Sometimes the other way looks better, or a few tenths of an inch are waved through."""
        if 0 < short <= 1.5 and "agreement" not in self.done and self.agreement and not words.get("contacts"):
            self.done.add("agreement")
            longer = {**words, "inches": words["inches"] + round(short, 1)}
            return self.give("move", unit, override=self.agreement, **longer) is not None
        self._moves += 1
        if self._moves == self.second_thought and words["inches"] > 2:
            self.done.add("second thought")
            side = self.unit(unit).side
            self.give("move", unit, **{**words, "inches": words["inches"] - 2})
            self.session.undo(side)
        return super().go(unit, words, short, to)

    def secure(self, unit: str) -> None:
        """Somebody once ends an activation before securing, and may take it back."""
        wanted = [name for name, one in self.battle.objectives.items() if one.status == "open"]
        if "forgot" not in self.done and any(self.distance(unit, name) <= 1 for name in wanted):
            self.done.add("forgot")
            if self.give("end_activation", unit):
                self.session.undo(self.unit(unit).side)
        super().secure(unit)

    # Abilities, as their texts say

    def ability(self, unit: str) -> None:
        """Use the first ability that is worth it now."""
        self.quiet.discard(unit)
        for name in profile(self.battle, unit).abilities:
            use = _ABILITIES.get(name)
            if use and use(self, unit):
                return

    def use(self, unit: str, ability: str) -> bool:
        """Give the command."""
        return self.give("ability", unit, ability=ability) is not None

    def adjust_stress(self, unit: str, change: int, reason: str) -> None:
        """Set the stress of a unit by hand."""
        stress = min(3, max(0, self.unit(unit).stress + change))
        path = f"units.{unit}.stress"
        self.give("adjust", self.unit(unit).side, path=path, value=stress, reason=reason)

    def heal(self, unit: str, reason: str) -> None:
        """One hit point more for the leader."""
        number = self.unit(unit).leader
        path, hp = f"units.{unit}.models.{number}.hp", self.unit(unit).models[number].hp + 1
        self.give("adjust", self.unit(unit).side, path=path, value=hp, reason=reason)

    def friends(self, unit: str, within: float) -> list[str]:
        """Own units within so many inches."""
        own = self.on_table(self.unit(unit).side)
        return [name for name in own if name != unit and self.distance(unit, name) <= within]

    def stressed_friend(self, unit: str) -> str:
        """An own unit within 6 inches that has stress."""
        return next((name for name in self.friends(unit, 6) if self.unit(name).stress), "")


def _steady(game: FireEvening, unit: str) -> bool:
    friend = game.stressed_friend(unit)
    if not friend or not game.use(unit, "steady-the-line"):
        return False
    game.adjust_stress(friend, -1, "Steady the line")
    return True


def _shanty(game: FireEvening, unit: str) -> bool:
    friend = game.stressed_friend(unit)
    if not friend or not game.use(unit, "shanty"):
        return False
    for one in (friend, unit):
        if game.unit(one).stress:
            game.adjust_stress(one, -1, "Shanty")
    return True


def _war_drum(game: FireEvening, unit: str) -> bool:
    foe = next((name for name in game.foes(unit) if game.distance(unit, name) <= 8), "")
    if not foe or game.unit(foe).stress > 1 or not game.use(unit, "war-drum"):
        return False
    game.give("roll", game.unit(foe).side, what="1d12", why=f"War drum against {game.unit(foe).name}")
    if game.session.rolls[-1].total < leader(game.battle, foe).cmd:
        game.adjust_stress(foe, 1, "War drum")
    return True


def _volley_drill(game: FireEvening, unit: str) -> bool:
    foe = next(iter(game.foes(unit)), "")
    held = any(game.distance(unit, name) <= 1 for name in game.objectives)
    near = foe and not game.unit(unit).contacts and game.distance(unit, foe) <= 12
    if not near or not held or not game.use(unit, "volley-drill"):
        return False
    game.quiet.add(unit)
    game.bonus = 1
    return True


def _overcharge(game: FireEvening, unit: str) -> bool:
    foe = next(iter(game.foes(unit)), "")
    if not foe or game.unit(unit).stress or game.distance(unit, foe) > 14 or not game.use(unit, "overcharge"):
        return False
    game.adjust_stress(unit, 1, "Overcharged jars")
    return True


def _second_wind(game: FireEvening, unit: str) -> bool:
    hurt = game.unit(unit).hp < profile(game.battle, unit).models[0].hp
    if f"wind {unit}" in game.done or not hurt or not game.use(unit, "second-wind"):
        return False
    game.done.add(f"wind {unit}")
    game.heal(unit, "Second wind")
    game.adjust_stress(unit, 1, "Second wind")
    return True


def _steady_aim(game: FireEvening, unit: str) -> bool:
    foe = next(iter(game.foes(unit)), "")
    if not foe or game.unit(unit).contacts or game.distance(unit, foe) > 20:
        return False
    game.quiet.add(unit)
    return game.use(unit, "steady-aim")


_ABILITIES: dict[str, Callable[[FireEvening, str], bool]] = {
    "steady-the-line": _steady,
    "shanty": _shanty,
    "war-drum": _war_drum,
    "volley-drill": _volley_drill,
    "overcharge": _overcharge,
    "second-wind": _second_wind,
    "steady-aim": _steady_aim,
}


@dataclass(frozen=True)
class Plan:
    """One example: the game file, the seed, where things stand, and what is said."""

    game: str
    seed: int
    begin: datetime
    entries: dict[str, Place]
    objectives: dict[str, Place]
    remarks: dict[int, tuple[str, str]]
    last: tuple[str, str]
    agreement: str
    slip: int = 4
    second_thought: int = 2


FIRST_BATTLE = Plan(
    game="first-battle",
    seed=87,
    begin=datetime(2025, 3, 14, 19, 5, tzinfo=UTC),
    entries={"red-road": (18, 0), "blue-road": (18, 36)},
    objectives={"way-house": (18, 18), "well": (8, 18), "sledge": (28, 18)},
    remarks={
        1: ("red", "Terrain: the way house in the middle, two salt ridges, mud on the west side."),
        3: ("blue", "Half time. Tea."),
        4: ("red", "Last round: everything for the way house."),
    },
    last=("blue", "Good game. Next time with the wagons."),
    agreement="Less than an inch and a half on an old tape: we call it there",
)

HANGING_YARD = Plan(
    game="hanging-yard",
    seed=42,
    begin=datetime(2025, 3, 21, 20, 10, tzinfo=UTC),
    entries={"red-ground": (0, 15), "red-roof": (3, 3), "blue-ground": (30, 15), "blue-roof": (27, 27)},
    objectives={
        "north-locker": (15, 23),
        "middle-locker": (15, 15),
        "south-locker": (15, 7),
        "pay-chest": (12, 19),
    },
    remarks={
        1: ("blue", "Lark may use the ladder on the crane as a platform; we agreed before the game."),
        4: ("red", "Both players counted the lockers: the pay chest decides."),
    },
    last=("red", "Rematch on the Tide Bell on Friday."),
    agreement="The tape slipped on the railing: we call it there",
)


def make_open_fire(plan: Plan, folder: Path, clock: Callable[[], str]) -> Path:
    """Play an example to its end and save it."""
    path = folder / f"open-fire-{plan.game}.vedette"
    with example("open-fire", plan.game, plan.seed, path, clock) as opened:
        game = FireEvening(
            opened,
            Random(plan.seed),
            plan.entries,
            plan.objectives,
            typed="red",
            slip=plan.slip,
            second_thought=plan.second_thought,
            remarks=plan.remarks,
            agreement=plan.agreement,
        )
        for _ in game.play():
            said = game.remarks.pop(game.battle.round, None)
            if said:
                game.give("note", said[0], text=said[1])
        game.give("note", plan.last[0], text=plan.last[1])
    must_show(game, ("slip", "second thought", "forgot", "agreement"))
    return path
