"""A season: many games together. Who won, the league, luck, time, and the units that fought best.

Of each save only what is needed is read, and no game is made of it. Who plays a side is the name of that side, unless
the folder's `season.toml` says which sides are whose.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict, ValidationError

from vedette.engine.dice import Roll
from vedette.engine.errors import CommandError, JournalError
from vedette.engine.facts import Rolled, read_fact, tag
from vedette.engine.long_work import uncollected
from vedette.engine.luck import throws_of
from vedette.engine.ruleset import Ruleset
from vedette.engine.save_file import read
from vedette.engine.text import visible
from vedette.engine.timeline import CommandEntry, Entry, GivenDice, RollEntry, SavedEvent
from vedette.view.clock import TimeSpent, seconds_counted, tell_time
from vedette.view.credit import Credit

WIN, DRAW = 3, 1
"""Points of the league for a game that was won, and for one that was drawn."""

ROLLED = tag(Rolled)
"""What a save calls a roll: the same in every game."""

PLAYERS = "season.toml"
"""The file in a folder of saves that says who played which sides."""


class PlayersFile(BaseModel):
    """Who played which sides, by the names of these."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    players: dict[str, list[str]] = {}


class Fought(Struct, frozen=True):
    """A unit in one game: what it brought down and hurt of the others, and whether it was lost."""

    name: str
    destroyed: int
    hurt: int
    lost: bool


class PlayedSide(Struct, frozen=True):
    """A side in one game. `vp` is None where the game counts none; `luck` is in successes, `seconds` its time."""

    name: str
    won: bool
    vp: int | None
    luck: Fraction
    rolls: int
    seconds: int
    units: tuple[Fought, ...]


class Played(Struct, frozen=True):
    """A game of the season. `key` is the same for copies and branches of one game, and `chain` for copies; of its `lines`, `way` lead to its head."""

    save: str
    key: str
    chain: str
    game: str
    title: str
    date: str
    round: int
    over: bool
    lines: int
    way: int
    sides: tuple[PlayedSide, ...]


class LeftOut(Struct, frozen=True):
    """A save that does not count, and why."""

    save: str
    why: str


class Standing(Struct):
    """A row of the league: a player with everything over the season."""

    player: str
    sides: list[str] = field(default_factory=list)
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    vp: int = 0
    vp_against: int = 0
    luck: Fraction = Fraction(0)
    rolls: int = 0
    seconds: int = 0

    @property
    def points(self) -> int:
        """The points of the league."""
        return WIN * self.won + DRAW * self.drawn


class Veteran(Struct):
    """A unit over the season."""

    name: str
    player: str
    games: int = 0
    destroyed: int = 0
    hurt: int = 0
    lost: int = 0


class Season(Struct, frozen=True):
    """Everything that is told of a season; the games in the order in which they were begun."""

    games: tuple[Played, ...]
    league: tuple[Standing, ...]
    units: tuple[Veteran, ...]
    left_out: tuple[LeftOut, ...]


def read_game(rulesets: Mapping[str, Ruleset[Any]], path: Path) -> Played | LeftOut:
    """What one save brings to the season."""
    try:
        with uncollected():
            return _game(rulesets, path)
    except JournalError as error:
        return _left_out(path, str(error))
    except (LookupError, TypeError, ValueError, AttributeError):
        return _left_out(path, f"{path.name} is not a valid game.")


def read_players(folder: Path) -> Mapping[str, str]:
    """Who played a side, by its name as it is compared. Raises DataError."""
    from vedette.engine.library import read_toml
    from vedette.engine.plain import data_error

    path = folder / PLAYERS
    if not path.is_file():
        return {}
    try:
        told = PlayersFile.model_validate(dict(read_toml(path)))
    except ValidationError as error:
        raise data_error(error, path.name) from error
    return {comparable(side): player for player, sides in told.players.items() for side in sides}


def comparable(name: str) -> str:
    """A name as it is compared with others: small letters, single blanks."""
    return " ".join(name.casefold().split())


def season_of(read: Iterable[Played | LeftOut], players: Mapping[str, str]) -> Season:
    """The season of these games. Of copies the one with most lines counts, of branches the longest, of equal ones the shortest name.

    Raises CommandError without any.
    """
    known = list(read)
    left_out = [one for one in known if isinstance(one, LeftOut)]
    copies = [one for one in known if isinstance(one, Played)]
    copies.sort(key=lambda one: (-one.lines, -one.way, len(one.save), one.save))
    fullest = {one.chain: one for one in reversed(copies)}
    games: dict[str, Played] = {}
    for game in sorted(
        copies, key=lambda one: (fullest[one.chain] is not one, -one.way, -one.lines, len(one.save), one.save)
    ):
        first = games.setdefault(game.key, game)
        if first is not game:
            is_copy = first.chain == game.chain
            longer = first.lines > game.lines if is_copy else first.way > game.way
            compared = "goes on longer" if longer else "is as long"
            left_out.append(
                LeftOut(game.save, f"{game.save} is the same game as {first.save}, which {compared}.")
            )
    if not games and not left_out:
        raise CommandError("There are no saves in this folder.")
    played = sorted(games.values(), key=lambda one: (one.date, one.save))
    return Season(
        tuple(played),
        tuple(_league(played, players)),
        tuple(_veterans(played, players)),
        tuple(sorted(left_out, key=lambda one: one.save)),
    )


def _league(games: Sequence[Played], players: Mapping[str, str]) -> list[Standing]:
    """Every player, the best first: points, then victory points against those of the others, then the name."""
    rows: dict[str, Standing] = {}
    for game in games:
        for side in game.sides:
            row = _of_player(rows, side, players)
            row.sides += [side.name] if side.name not in row.sides else []
            row.luck += side.luck
            row.rolls += side.rolls
            row.seconds += side.seconds
            if not game.over:
                continue
            row.games += 1
            row.won += side.won
            row.drawn += not any(other.won for other in game.sides)
            row.lost += any(other.won for other in game.sides if other is not side)
            row.vp += side.vp or 0
            row.vp_against += sum(other.vp or 0 for other in game.sides if other is not side)
    return sorted(
        rows.values(), key=lambda row: (-row.points, row.vp_against - row.vp, comparable(row.player))
    )


def _of_player(rows: dict[str, Standing], side: PlayedSide, players: Mapping[str, str]) -> Standing:
    name = comparable(side.name)
    player = players.get(name, side.name)
    return rows.setdefault(comparable(player), Standing(player))


def _veterans(games: Sequence[Played], players: Mapping[str, str]) -> list[Veteran]:
    """The units that brought somebody down or hurt somebody, the best first."""
    rows: dict[tuple[str, str], Veteran] = {}
    for game in games:
        for side in game.sides:
            player = players.get(comparable(side.name), side.name)
            for unit in side.units:
                row = rows.setdefault((comparable(unit.name), comparable(player)), Veteran(unit.name, player))
                row.games += 1
                row.destroyed += unit.destroyed
                row.hurt += unit.hurt
                row.lost += unit.lost
    fought = (row for row in rows.values() if row.destroyed or row.hurt)
    return sorted(fought, key=lambda row: (-row.destroyed, -row.hurt, row.lost, row.name))


def _left_out(path: Path, reason: str) -> LeftOut:
    return LeftOut(visible(path.name), visible(reason))


def _game(rulesets: Mapping[str, Ruleset[Any]], path: Path) -> Played | LeftOut:
    """Raises whatever a save may raise whose lines say what no game says."""
    saved = read(path, search=False)
    if saved.damage:
        raise JournalError(saved.damage)
    header, entries, way = saved.header, saved.entries, saved.timeline.path()
    if header.ruleset not in rulesets:
        return _left_out(path, f"The ruleset of {path.name} is not installed.")
    ruleset = rulesets[header.ruleset]
    sides = {str(side["id"]): side for side in header.setup["sides"]}
    if len(sides) < 2:
        return _left_out(path, f"{path.name} is not a battle: it has only one side.")
    last = _last_values(way, {"outcome", "round", *(f"sides.{side}.vp" for side in sides)})
    outcome = str(last.get("outcome", ""))
    counts_vp = any(f"sides.{side}.vp" in last for side in sides)
    luck, rolls, deeds = _Luck(), Counter[str](), _Deeds(ruleset, header.setup["sides"])
    for entry in way:
        deeds.hear(entry)
        for side, more in luck.of(entry):
            rolls[side] += 1
            luck.by_side[side] += more
    spent = _time_spent(entries, ruleset)
    return Played(
        save=visible(path.name),
        key=header.game,
        chain=f"{header.game} {header.origin or ''}",
        game=ruleset.title,
        title=str(header.setup.get("title", "")),
        date=header.created,
        round=int(last.get("round", 0)),
        over=bool(outcome),
        lines=len(entries),
        way=len(way),
        sides=tuple(
            PlayedSide(
                name=str(side.get("name") or id),
                won=outcome == id,
                vp=int(last.get(f"sides.{id}.vp", 0)) if counts_vp else None,
                luck=luck.by_side[id],
                rolls=rolls[id],
                seconds=spent[id],
                units=deeds.units_of(id),
            )
            for id, side in sides.items()
        ),
    )


def _last_values(way: Sequence[Entry], paths: Collection[str]) -> dict[str, Any]:
    """Some values of a state as the changes leave them; those that never changed are left out."""
    return {
        path: new
        for entry in way
        for event in entry.events
        for path, _, new in event.changes
        if path in paths
    }


def _time_spent(entries: Iterable[Entry], ruleset: Ruleset[Any]) -> Counter[str]:
    """Seconds by side, as the clock of a game counts them."""
    time = TimeSpent(ruleset)
    before = ""
    for entry in entries:
        tell_time(time, entry, seconds_counted(before, entry.time, entry.paused) if before else 0)
        before = entry.time
    return time.spent()


class _Luck:
    """The luck of the rolls of one game, in successes more than fair dice."""

    def __init__(self) -> None:
        self.by_side: defaultdict[str, Fraction] = defaultdict(Fraction)
        self._told: list[GivenDice] = []

    def of(self, entry: Entry) -> Iterator[tuple[str, Fraction]]:
        """Of each roll that succeeds or fails in an entry: the side, and its luck."""
        if isinstance(entry, RollEntry):
            self._told.append(entry.input)
        for event in entry.events:
            if event.tag == ROLLED:
                roll = _rolled(event).roll
                more = _luck_of(replace(roll, side="", why="", rules=()), tuple(self._told))
                self._told.clear()
                if more is not None:
                    yield roll.side, more
        if not entry.waits:
            self._told.clear()


def _rolled(event: SavedEvent) -> Rolled:
    """The fact of a roll; raises ValueError where it is none."""
    fact = read_fact({ROLLED: Rolled}, ROLLED, event.values)
    if not isinstance(fact, Rolled):
        raise ValueError("this is no roll")
    return fact


@lru_cache(maxsize=100_000)
def _luck_of(roll: Roll, told: tuple[GivenDice, ...]) -> Fraction | None:
    """How many more successes a roll had than fair dice; None of one that neither succeeds nor fails."""
    judged = [throw for throw in throws_of(roll, told) if throw.judged]
    return sum((throw.luck for throw in judged), Fraction(0)) if judged else None


class _Deeds:
    """What the units of a game did to those of other sides, and which were lost; credited as in the report."""

    def __init__(self, ruleset: Ruleset[Any], sides: Iterable[Mapping[str, Any]]) -> None:
        self._kinds = ruleset.facts
        self._sides: dict[str, str] = {}
        self._names: dict[str, str] = {}
        for side in sides:
            for unit in side.get("units", ()):
                self._sides[unit["id"]] = side["id"]
                self._names[unit["id"]] = str(unit.get("name") or unit["id"])
        self._done = {"lost": Counter[str](), "hurt": Counter[str]()}
        self._lost: set[str] = set()
        self._noted: set[tuple[str, str]] = set()
        self._credit = Credit(ruleset, self._sides)

    def hear(self, entry: Entry) -> None:
        """Take in an entry: a command says who acts and at whom, and what came of it stands there or at its answers."""
        if isinstance(entry, CommandEntry):
            self._credit.command(entry.input.root)
            self._noted.clear()
        for event in entry.events:
            fact = read_fact(self._kinds, event.tag, event.values)
            if isinstance(fact, Rolled):
                self._credit.rolled(fact.roll.why, fact.roll.successes)
            elif fact.moment in self._done:
                told = (getattr(fact, name, "") for name in ("target", "at", "unit", "group", "units"))
                named = next(filter(None, told), "")
                for unit in [named] if isinstance(named, str) else named:
                    if unit in self._sides:
                        self._note(fact.moment, unit)

    def _note(self, moment: str, unit: str) -> None:
        """A unit was hurt or lost: the deed of the one that is credited with it, once in a command. What was set by hand is no deed."""
        gone_before = unit in self._lost and ("lost", unit) not in self._noted
        if self._credit.by_hand or gone_before or (moment, unit) in self._noted:
            return
        self._noted.add((moment, unit))
        if moment == "lost":
            self._lost.add(unit)
        self._done[moment].update(self._credit.of(unit)[:1])

    def units_of(self, side: str) -> tuple[Fought, ...]:
        """Every unit with which a side began."""
        return tuple(
            Fought(self._names[unit], self._done["lost"][unit], self._done["hurt"][unit], unit in self._lost)
            for unit, of in self._sides.items()
            if of == side
        )
