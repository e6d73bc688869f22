"""A season: many games together. Who won, the league, luck, time, and the units that fought best.

Of each save only what is needed is read, and no game is made of it. Who plays a side is the name of that side, unless
the folder's `season.toml` says which sides are whose.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, ValidationError

from vedette.engine.data import Row
from vedette.engine.errors import CommandError, JournalError
from vedette.engine.facts import LOSSES
from vedette.engine.library import read_toml
from vedette.engine.long_work import uncollected
from vedette.engine.plain import data_error
from vedette.engine.played import PlayedCommand, PlayedGame
from vedette.engine.ruleset import Ruleset
from vedette.engine.save_file import read
from vedette.engine.state import GameState
from vedette.engine.text import visible
from vedette.view.clock import time_of
from vedette.view.effects import Credit

WIN, DRAW = 3, 1  # points of the league for a game that was won, and for one that was drawn
PLAYERS = "season.toml"  # the file in a folder of saves that says who played which sides


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


class SeasonSide(Struct, frozen=True):
    """A side in one game. `vp` is None where the game counts none; `luck` is in successes, `seconds` its time."""

    name: str
    won: bool
    vp: int | None
    luck: Fraction
    rolls: int
    seconds: int
    units: tuple[Fought, ...]


class SeasonGame(Struct, frozen=True):
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
    sides: tuple[SeasonSide, ...]


class LeftOut(Struct, frozen=True):
    """A save that does not count, and why."""

    save: str
    why: str


class Standing(Struct):
    """A row of the league: a player with everything over the season."""

    player: str
    sides: list[str] = []
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

    games: tuple[SeasonGame, ...]
    league: tuple[Standing, ...]
    units: tuple[Veteran, ...]
    left_out: tuple[LeftOut, ...]


def read_game(rulesets: Mapping[str, Ruleset[GameState]], path: Path) -> SeasonGame | LeftOut:
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


def season_of(read: Iterable[SeasonGame | LeftOut], players: Mapping[str, str]) -> Season:
    """The season of these games. Of copies the one with most lines counts, of branches the longest, of equal ones the shortest name.

    Raises CommandError without any.
    """
    known = list(read)
    left_out = [one for one in known if isinstance(one, LeftOut)]
    copies = [one for one in known if isinstance(one, SeasonGame)]
    copies.sort(key=lambda one: (-one.lines, -one.way, len(one.save), one.save))
    fullest = {one.chain: one for one in reversed(copies)}
    games: dict[str, SeasonGame] = {}
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
    veterans: dict[tuple[str, str], Veteran] = {}
    for side in (side for game in played for side in game.sides):
        player = players.get(comparable(side.name), side.name)
        for unit in side.units:
            row = veterans.setdefault((comparable(unit.name), comparable(player)), Veteran(unit.name, player))
            row.games += 1
            row.destroyed += unit.destroyed
            row.hurt += unit.hurt
            row.lost += unit.lost
    hurtful = (row for row in veterans.values() if row.destroyed or row.hurt)
    return Season(
        tuple(played),
        tuple(_league(played, players)),
        tuple(sorted(hurtful, key=lambda row: (-row.destroyed, -row.hurt, row.lost, row.name))),
        tuple(sorted(left_out, key=lambda one: one.save)),
    )


def _league(games: Sequence[SeasonGame], players: Mapping[str, str]) -> list[Standing]:
    """Every player, the best first: points, then victory points against those of the others, then the name."""
    rows: dict[str, Standing] = {}
    for game in games:
        for side in game.sides:
            player = players.get(comparable(side.name), side.name)
            row = rows.setdefault(comparable(player), Standing(player))
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


def _left_out(path: Path, reason: str) -> LeftOut:
    return LeftOut(visible(path.name), visible(reason))


def _game(rulesets: Mapping[str, Ruleset[GameState]], path: Path) -> SeasonGame | LeftOut:
    """Raises whatever a save may raise whose lines say what no game says."""
    saved = read(path, search=False)
    if saved.damage:
        raise JournalError(saved.damage)
    header, way = saved.header, saved.timeline.path()
    if header.ruleset not in rulesets:
        return _left_out(path, f"The ruleset of {path.name} is not installed.")
    ruleset = rulesets[header.ruleset]
    sides = {str(side["id"]): side for side in header.setup["sides"]}
    if len(sides) < 2:
        return _left_out(path, f"{path.name} is not a battle: it has only one side.")
    changes = (change for entry in way for event in entry.events for change in event.changes)
    wanted = {"outcome", "round", *(f"sides.{side}.vp" for side in sides)}
    last = {place: new for place, _, new in changes if place in wanted}
    outcome = str(last.get("outcome", ""))
    counts_vp = any(f"sides.{side}.vp" in last for side in sides)
    commands = PlayedGame(ruleset.facts, saved.timeline).way()
    luck, rolls = defaultdict[str, Fraction](Fraction), Counter[str]()
    for roll, throws in ((one.roll, one.throws) for command in commands for one in command.rolled):
        judged = [throw.luck for throw in throws if throw.judged]
        if judged:
            luck[roll.side] += sum(judged[1:], judged[0])
            rolls[roll.side] += 1
    spent, units = time_of(ruleset, saved.entries), _units(ruleset, header.setup["sides"], commands)
    return SeasonGame(
        save=visible(path.name),
        key=header.game,
        chain=f"{header.game} {header.origin or ''}",
        game=ruleset.title,
        title=str(header.setup.get("title", "")),
        date=header.created,
        round=int(last.get("round", 0)),
        over=bool(outcome),
        lines=len(saved.entries),
        way=len(way),
        sides=tuple(
            SeasonSide(
                name=str(side.get("name") or id),
                won=outcome == id,
                vp=int(last.get(f"sides.{id}.vp", 0)) if counts_vp else None,
                luck=luck[id],
                rolls=rolls[id],
                seconds=spent[id],
                units=tuple(units[id]),
            )
            for id, side in sides.items()
        ),
    )


def _units(
    ruleset: Ruleset[GameState], sides: Sequence[Row], commands: Iterable[PlayedCommand]
) -> Mapping[str, Sequence[Fought]]:
    """By side, what the units with which it began did to those of other sides, and which were lost; credited as in the report.

    A unit that is hurt or lost is so once in a command. What was set by hand is no deed.
    """
    troops = {unit["id"]: (side["id"], unit) for side in sides for unit in side.get("units", ())}
    credit = Credit(ruleset, {id: side for id, (side, _) in troops.items()})
    done = {"lost": Counter[str](), "hurt": Counter[str]()}
    gone: set[str] = set()
    for command in commands:
        credit.hear(command)
        noted: set[tuple[str, str]] = set()
        for fact in command.facts if not credit.by_hand else ():
            moment = "lost" if fact.moment in LOSSES else fact.moment
            if moment not in done:
                continue
            told = (getattr(fact, name, "") for name in ("target", "at", "unit", "group", "units"))
            named = next(filter(None, told), "")
            for unit in [named] if isinstance(named, str) else named:
                gone_before = unit in gone and ("lost", unit) not in noted
                if unit not in troops or gone_before or (moment, unit) in noted:
                    continue
                noted.add((moment, unit))
                if moment == "lost":
                    gone.add(unit)
                done[moment].update(credit.of(unit)[:1])
    fought: dict[str, list[Fought]] = {side["id"]: [] for side in sides}
    for id, (side, unit) in troops.items():
        name = str(unit.get("name") or id)
        fought[side].append(Fought(name, done["lost"][id], done["hurt"][id], id in gone))
    return fought
