"""A little game on a map, for the tests of it: figures walk up to four hexes, and shoot at each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tests.tui.little import RULES
from vedette.engine.checks import Check, Refusal, check, refusals
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.facts import Fact, Names
from vedette.engine.patch import put
from vedette.engine.plain import to_plain
from vedette.engine.play import Play
from vedette.engine.requests import Option, Request
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Session, new_session
from vedette.view.board import Board, Cell, Edge, Figure, FireLine
from vedette.view.hexes import DIRECTIONS, Direction, direction_between, neighbour
from vedette.view.view import View
from vedette.view.vocabulary import Action, Badge, Card, Choice, Detail, Field, Form, Prompt, SideView, Table

ALLOWANCE = 4

CELLS = {
    "0304": Cell("broken", words="broken ground"),
    "0305": Cell("broken", words="broken ground"),
    "0403": Cell("broken", words="broken ground"),
    "0905": Cell("water", words="water to the knee"),
    "0906": Cell("water", words="water to the knee"),
    "1005": Cell("water", words="water to the knee"),
    "0705": Cell("pit", words="a pit 3 m deep"),
    "0606": Cell(fire=True, words="burning oil"),
    "0607": Cell(smoke=1, words="smoke"),
    "0707": Cell(smoke=1, words="smoke"),
    "0706": Cell(fire=True, smoke=1, words="burning oil, smoke"),
    "0802": Cell(grenade="explosive", words="a live grenade, due this turn"),
    "0203": Cell(thing="knife", words="a knife lies here"),
    "1102": Cell("wall", words="solid rock"),
    "1103": Cell("wall", words="solid rock"),
}
EDGES = (
    Edge("0404", "n", 2, "wall 1 m"),
    Edge("0404", "ne", 2, "wall 1 m"),
    Edge("0604", "n", 1, "wall 0.5 m"),
    Edge("0604", "nw", 1, "wall 0.5 m"),
    Edge("0804", "n", 3, "wall 3 m"),
    Edge("0804", "ne", 3, "wall 3 m"),
    Edge("0804", "se", 3, "wall 3 m"),
)


class Side(Struct, frozen=True):
    """A side."""

    name: str


class Man(Struct, frozen=True):
    """Somebody: where he stands, where he looks, what is left of him."""

    name: str
    side: str
    hex: str
    facing: Direction = "n"
    posture: str = "standing"
    hits: int = 11
    done: bool = False


class Skirmish(Struct, frozen=True):
    """The state."""

    units: Mapping[str, Man]
    sides: Mapping[str, Side]
    turn: str = "red"
    phase: str = "battle"
    outcome: str = ""
    mapped: bool = True
    round: int = 2


class Walked(Fact, frozen=True):
    """Somebody moved."""

    unit: str
    hexes: int

    def sentence(self, names: Names) -> str:
        """How far."""
        return f"{names(self.unit)} moves {self.hexes} hexes."


class Walk(Command):
    """A move."""

    path: list[str]
    facing: str = ""


class Shoot(Command):
    """A shot."""

    target: str


class Throw(Command):
    """A grenade."""

    hex: str


class Fall(Command):
    """Back to a hex that the player is asked for."""


@check("LG-MOV-1", reads=("path",))
def far(state: Skirmish, command: Walk) -> Refusal | None:
    """No more than four hexes, and into no wall."""
    here = state.units[command.by].hex
    for hex in command.path:
        way = direction_between(here, hex)
        if any((edge.hex, edge.side) == (here, way) for edge in EDGES):
            return Refusal("LG-WAL-1", "A wall is in the way.")
        if any(unit.hex == hex for unit in state.units.values()):
            return Refusal("LG-MOV-2", "Somebody stands there.", overridable=False)
        here = hex
    return (
        Refusal("LG-MOV-1", "Nobody walks further than 4 hexes.") if len(command.path) > ALLOWANCE else None
    )


async def walk(play: Play[Skirmish], command: Walk) -> None:
    """To the end of the path."""
    man = play.state.units[command.by]
    here = command.path[-1] if command.path else man.hex
    facing = next((way for way in DIRECTIONS if way == command.facing), man.facing)
    units = {**play.state.units, command.by: replace(man, hex=here, facing=facing)}
    play.commit(replace(play.state, units=units), Walked(command.by, len(command.path)))


async def shoot(play: Play[Skirmish], command: Shoot) -> None:
    """Nothing happens."""


async def throw(play: Play[Skirmish], command: Throw) -> None:
    """Nothing happens."""


async def fall(play: Play[Skirmish], command: Fall) -> None:
    """One hex, that the player picks."""
    man = play.state.units[command.by]
    options = tuple(Option(neighbour(man.hex, way), f"{way} {neighbour(man.hex, way)}") for way in DIRECTIONS)
    hex = str(await play.choose("where", side=man.side, options=options, why="Where does he fall?"))
    units = {**play.state.units, command.by: replace(man, hex=hex, posture="prone")}
    play.commit(replace(play.state, units=units), Walked(command.by, 1))


class Shown:
    """The little skirmish as the screens see it."""

    def table(self, state: Skirmish, request: Request | None) -> Table:
        """Everything."""
        sides = tuple(
            SideView(side, one.name, "2/3", side == state.turn) for side, one in state.sides.items()
        )
        prompt = Prompt(
            state.turn, "Movement: move your characters, then end the movement", "Al is next to act"
        )
        cards = tuple(self.card(state, unit) for unit in state.units)
        board = self.board(state, "r1") if state.mapped else None
        return Table("The Yard", "Turn 2", "Movement", sides, cards, (), prompt, "r1", board=board)

    def board(self, state: Skirmish, by: str, **more: Any) -> Board:
        """Everything on the map."""
        figures = tuple(self.figure(state, unit, by) for unit in state.units)
        zone = frozenset({"0703", "0803", "0704"})
        return Board(12, 10, CELLS, EDGES, figures, zone, **more)

    def figure(self, state: Skirmish, id: str, by: str) -> Figure:
        """One figure."""
        man = state.units[id]
        return Figure(
            id, man.name, man.hex, man.name[:2], man.side, self.standing(man, id, by), man.facing,
            man.posture in ("prone", "fallen"), man.posture, f"{man.hits}/11", left=man.hits, full=11,
        )  # fmt: skip

    def standing(self, man: Man, id: str, by: str) -> Any:
        """Out, acting, waiting."""
        return "gone" if man.hits <= 0 else "active" if id == by else "done" if man.done else "ready"

    def card(self, state: Skirmish, id: str) -> Card:
        """One card."""
        man = state.units[id]
        return Card(
            id, man.name, man.side, self.standing(man, id, "r1"), (), man.hits, 11,
            badges=(Badge(man.posture), Badge(f"{man.hex} {man.facing}")),
            stats=(("STR", f"{man.hits}/11"), ("eDEX", "10"), ("MOV", "0/10")),
        )  # fmt: skip

    def details(self, state: Skirmish, id: str) -> tuple[Detail, ...]:
        """What he carries."""
        return Detail("Pistol", "8 rounds · 2d6 · range 6"), Detail("Knife", "1d6−1")

    def actions(self, state: Skirmish, by: str) -> tuple[Action, ...]:
        """What somebody may do."""
        if by in state.sides:
            return ()
        return (
            Action("walk", by, "Move", "m", None, form=True),
            Action("shoot", by, "Shoot", "s", None, form=True),
            Action("throw", by, "Throw a grenade", "g", None, form=True),
            Action("fall", by, "Fall back", "f", None),
            Action("stand", by, "Stand up", "t", Refusal("LG-ACT-1", "He is standing already."), form=False),
        )

    def form(self, state: Skirmish, do: str, by: str, draft: Mapping[str, Any]) -> Form:
        """The form of a move, a shot or a throw."""
        fields = {"walk": self.walk_fields, "shoot": self.shoot_fields}.get(do, self.throw_fields)(
            state, by, draft
        )
        words = {"do": do, "by": by, **draft}
        refusal = self.refused(state, by, list(draft.get("path", ()))) if do == "walk" else None
        ready = all(field.value is not None for field in fields if field.required)
        lines = (Detail("Moved", f"{len(draft.get('path', ()))} of {ALLOWANCE}"),) if do == "walk" else ()
        return Form(
            do, by, do.capitalize(), fields, refusal, "", ready, lines, words,
            board=self.drafted(state, by, draft),
        )  # fmt: skip

    def drafted(self, state: Skirmish, by: str, draft: Mapping[str, Any]) -> Board:
        """The map as the draft would have it."""
        man, path = state.units[by], list(draft.get("path", ()))
        moved = replace(man, hex=path[-1] if path else man.hex, facing=draft.get("facing", man.facing))
        line = FireLine(("0504", "0603", "0704", "0803"), "0704") if draft.get("target") else None
        return self.board(replace(state, units={**state.units, by: moved}), by, line=line)

    def refused(self, state: Skirmish, by: str, path: list[str]) -> Refusal | None:
        """The first rule against a path."""
        return next(refusals((far,), state, Walk(do="walk", by=by, path=path)), None)

    def walk_fields(self, state: Skirmish, by: str, draft: Mapping[str, Any]) -> tuple[Field, ...]:
        """Step by step, and the facing at the end."""
        man, path = state.units[by], list(draft.get("path", ()))
        here, board = path[-1] if path else man.hex, self.board(state, by)
        steps = [(way, board.next(here, way)) for way in DIRECTIONS if board.next(here, way)]
        choices = tuple(
            Choice(
                hex,
                f"{way} {hex} · {len(path) + 1} of {ALLOWANCE}",
                self.refused(state, by, [*path, hex]),
            )
            for way, hex in steps
        )
        facings = tuple(Choice(way, way) for way in DIRECTIONS)
        hint = f"{len(path)} of {ALLOWANCE} spent"
        return (
            Field("path", "Path", "p", "path", path or None, choices, True, hint=hint, start=man.hex),
            Field("facing", "Facing", "f", "choice", draft.get("facing", man.facing), facings),
        )

    def shoot_fields(self, state: Skirmish, by: str, draft: Mapping[str, Any]) -> tuple[Field, ...]:
        """At whom."""
        foes = {
            id: man.name for id, man in state.units.items() if man.side != state.units[by].side and man.hits
        }
        choices = tuple(Choice(id, name) for id, name in foes.items())
        return (Field("target", "Target", "t", "choice", draft.get("target"), choices, required=True),)

    def throw_fields(self, state: Skirmish, by: str, draft: Mapping[str, Any]) -> tuple[Field, ...]:
        """Where to."""
        return (Field("hex", "Hex", "h", "hex", draft.get("hex"), required=True, start=state.units[by].hex),)


SHOWN = Shown()


def new_game(setup: Mapping[str, Any]) -> Skirmish:
    """Three against three."""
    units = {
        "r1": Man("Alice", "red", "0505", "ne"),
        "r2": Man("Bruce", "red", "0305", "n", "kneeling", 7, done=True),
        "r3": Man("Zork", "red", "0404", "ne", "prone", 4),
        "b1": Man("Rick", "blue", "0803", "sw"),
        "b2": Man("Ellen", "blue", "1006", "nw", "standing", 9),
        "b3": Man("Otto", "blue", "0702", "s", "fallen", 0),
    }
    sides = {"red": Side("Watch"), "blue": Side("Raiders")}
    return Skirmish(units, sides, mapped=bool(setup.get("mapped", True)))


SKIRMISH: Ruleset[Skirmish] = Ruleset(
    id="skirmish",
    title="A little skirmish",
    revision=1,
    commands={
        "walk": CommandSpec(walk, Walk, "Move", checks=(far,)),
        "shoot": CommandSpec(shoot, Shoot, "Shoot"),
        "throw": CommandSpec(throw, Throw, "Throw"),
        "fall": CommandSpec(fall, Fall, "Fall back"),
    },
    resolve=dict,
    new_game=new_game,
    phase_check=Check((), (), lambda state, command: None),
    paths=lambda state: {**to_plain(state), "pending": ""},
    adjust=put,
    fact_kinds={"walked": Walked},
    rules=lambda: RULES,
    view=View(SHOWN.table, SHOWN.actions, SHOWN.form, lambda state: "Turn 2", details=SHOWN.details),
)


def skirmish(**setup: Any) -> Session[Any]:
    """A new one, kept nowhere."""
    return new_session(SKIRMISH, setup, seed=7)
