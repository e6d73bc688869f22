"""What the signs on the map mean: those that are on it now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vedette.tui.text import Line, Piece, filled, rule
from vedette.tui.widgets.ground_widget import GroundWidget
from vedette.tui.widgets.hex_scene import Scene
from vedette.tui.widgets.hex_signs import wall_role
from vedette.view.signs import (
    FIGURES,
    GONE,
    GRAIN,
    GRENADE,
    LEVEL,
    LOW,
    SENSELESS,
    SHOT,
    TARGET,
    THING,
    THREAT,
    UNREACHED,
)

Sign = tuple[str, str, str]
"""A sign, the names of its style, and what it means."""

SIGN = 2
"""Cells of a sign."""

COLUMN = 16
"""The least cells of a sign with its meaning."""

GROUNDS = {
    "wall": "solid wall", "broken": "broken ground", "water": "water", "deep": "deep water", "mud": "mud", "snow": "snow",
    "ice": "ice", "pit": "a pit",
}  # fmt: skip

WALLS = {3: "high wall", 2: "wall to 1 m", 1: "wall to ½ m"}


class Legend(GroundWidget):
    """As many signs as there is room for, in columns."""

    DEFAULT_CSS = "Legend { padding: 0 1; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._scene: Scene | None = None
        self._signs: tuple[Sign, ...] = ()

    def show(self, scene: Scene) -> None:
        """Show what is on a scene."""
        self._scene = scene
        signs = tuple(signs_on(self.as_drawn(scene)))
        if signs != self._signs:
            self._signs = signs
            self.redraw()

    def notify_style_update(self) -> None:
        """Other colours, or none: then grounds have other patterns."""
        super().notify_style_update()
        if self._scene is not None:
            self.show(self._scene)

    def draw(self, width: int, height: int) -> Sequence[Line]:
        """The heading, and the signs from the left to the right."""
        across = max(1, width // COLUMN)
        cells = [_cell(sign, width // across) for sign in self._signs[: across * (height - 1)]]
        rows = [cells[i : i + across] for i in range(0, len(cells), across)]
        return [rule("Signs", width), *(Line(tuple(piece for cell in row for piece in cell)) for row in rows)]


def signs_on(scene: Scene) -> Iterator[Sign]:
    """The signs on a scene: what is laid over it, what is in its hexes, who is on it, its walls and grounds."""
    for holds, sign in (*_laid_over(scene), *_in_hexes(scene), *_people(scene)):
        if holds:
            yield sign
    weights = {edge.weight for edge in scene.board.edges}
    for weight, words in WALLS.items():
        if weight in weights:
            yield (
                LEVEL[weight] * SIGN,
                f"floor-0 {wall_role(weight)}",
                words,
            )
    there = {cell.ground for cell in scene.board.cells.values()}
    for ground, words in GROUNDS.items():
        if ground in there:
            pattern = "" if ground == "wall" and not scene.filled else GRAIN[ground][0]
            yield pattern, f"{'floor' if ground == 'broken' else ground}-0 grain", words


Asked = tuple[bool, Sign]
"""A sign, after whether it is on the map now."""


def _laid_over(scene: Scene) -> Iterator[Asked]:
    board = scene.board
    acts = {reach.acts for reach in board.reach.values()}
    yield True in acts, (" 3", "reach-0 good strong", f"{board.unit}, may act")
    yield False in acts, (" 7", "floor-0 dim", f"{board.unit}, no action")
    drawn = {part for hex, part in scene.line_of_fire.items() if hex not in scene.figures}
    yield "open" in drawn, (SHOT * 2, "floor-0 warn strong", "line of fire")
    yield "beyond" in drawn, (UNREACHED * 2, "floor-0 warn strong", "line stopped")
    yield bool(board.blast), ("", "blast-0", "blast: damage")
    yield bool(scene.chances), ("%", "strong", "risk of harm" if board.blast else "chance to hit")
    yield scene.threats and bool(board.threats), (THREAT, "threat-0 grain", "threat zone")
    yield board.figure(scene.target) is not None, (TARGET, "strong", "target")


def _in_hexes(scene: Scene) -> Iterator[Asked]:
    cells = scene.board.cells.values()
    smoke = {cell.smoke for cell in cells}
    yield any(cell.grenade for cell in cells), (f"{GRENADE}2", "bad strong", "grenade, fuse")
    yield any(cell.thing for cell in cells), (THING, "", "dropped")
    yield 1 in smoke, (GRAIN["smoke"][0], "smoke-0 grain", "smoke")
    yield max(smoke, default=0) > 1, (GRAIN["dense"][0], "smoke-0 grain", "thick smoke")
    yield any(cell.fire for cell in cells), (GRAIN["fire"][0], "fire-0", "fire")
    yield any(cell.gas for cell in cells), (GRAIN["gas"][0], "gas-0", "gas")


def _people(scene: Scene) -> Iterator[Asked]:
    here = [figure for figure in scene.board.figures if figure.standing != "gone"]
    states = {status for figure in here for status in figure.statuses}
    for status, sign in FIGURES.items():
        yield status in states, (sign, "strong", status)
    yield any(figure.low for figure in here), (LOW, "strong", "kneeling")
    yield any(figure.down for figure in here), ("ab", "strong", "lying")
    out = [figure for figure in scene.board.figures if figure.standing == "gone"]
    yield not all(figure.alive for figure in out), (GONE, "dim", "out of action")
    yield any(figure.alive for figure in out), (SENSELESS, "dim", "unconscious")


def _cell(sign: Sign, width: int) -> tuple[Piece, ...]:
    shown, role, words = sign
    return (Piece(shown[:SIGN].ljust(SIGN), role), *filled([Piece(f" {words}", "dim")], width - SIGN))
