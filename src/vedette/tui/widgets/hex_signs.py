"""What stands in one hex, at each of the three zooms."""

from __future__ import annotations

from vedette.tui.sides import BRACKETS
from vedette.tui.text import clean, fit, pad
from vedette.tui.widgets.hex_scene import Scene
from vedette.view.board import ARROWS, Figure, place

Execution = tuple[str, str, str]
"""Text, its role, what a click on it means."""

Row = tuple[tuple[str, str], ...]
"""A row of a hex: texts and their roles, as wide as the hex without its right edge."""

NEAR, CLOSE = 5, 9
"""Cells of a row."""

THREAT, OPEN, STOPPED, BEYOND = "×", "•", "✘", "◦"
"""Over a hex: a threat zone; a line of fire, where something stops it, and what it would have reached."""

FIRE, SMOKE = "*", "░"
"""What fills a hex, and doesn't only lie in it."""

LEVEL = {1: "─", 2: "━", 3: "▀"}
"""Walls that lie across, by weight."""

LOW = "▄"
"""Over a figure that kneels or crouches, where there is no room for the word."""

FILLED = "▒"
"""A hex that nobody can be in."""


def tile(hex: str) -> str:
    """Every other hex of a column is a little lighter, so that its bounds can be seen."""
    return "tile" if place(hex)[1] % 2 else ""


def overview(scene: Scene, hex: str) -> list[Row]:
    """Two cells and the edge: whoever is there, else what matters most."""
    ground = "tile" if place(hex)[0] % 2 else ""
    figure = scene.figure(hex)
    if figure is not None:
        return [_dot(scene, figure)]
    text, role = _overlay(scene, hex)
    if not text:
        text, role = _first_sign(scene, hex)
    return [((pad(text, 2) if len(text) < 3 else text, f"{ground} {role}"),)]


def near(scene: Scene, hex: str) -> list[Row]:
    """Two rows: the name of the hex and small signs; a figure, or what is there."""
    figure = scene.figure(hex)
    if figure is None:
        return [_heading(scene, hex, "", NEAR), _scenery(scene, hex, NEAR)]
    block = _block(scene, figure)
    ground = block if figure.standing == "active" else ""
    return [_heading(scene, hex, ground, NEAR), ((_token(scene, figure, hex), block),)]


def close(scene: Scene, hex: str) -> list[Row]:
    """Four rows: with names, postures and what matters beside them."""
    figure = scene.figure(hex)
    if figure is None:
        scenery = _scenery(scene, hex, CLOSE)
        smoky = SMOKE in scene.cell(hex).marks
        empty = ((SMOKE * CLOSE if smoky else _ground(scene, hex, CLOSE), f"{tile(hex)} dim"),)
        return [_heading(scene, hex, "", CLOSE), empty, scenery, empty]
    block = _block(scene, figure)
    ground = block if figure.standing == "active" else ""
    said = pad(_arrow(figure) + clean(figure.posture), CLOSE)
    left, right = _brackets(scene, figure)
    left = "◈" if figure.standing == "active" else left
    name = figure.name.lower() if figure.down else figure.name
    note = pad(" " + clean(figure.note), CLOSE)
    return [
        _heading(scene, hex, ground, CLOSE),
        ((f"{left}{pad(clean(name), CLOSE - 2)}{right}", block),),
        ((said, block),),
        ((note, ground or f"{tile(hex)} strong"),),
    ]


def _heading(scene: Scene, hex: str, block: str, width: int) -> Row:
    """The name of the hex, dimmed, and the signs that have no room below it."""
    ground = block or tile(hex)
    figure = scene.figure(hex)
    if figure is not None and hex in (*scene.steps, *scene.refused, *scene.board.choices):
        text, role = _overlay(scene, hex)
        return ((text.center(width), f"{ground} {'' if block else role}"),)
    signs = _small_signs(scene, hex)
    if width == NEAR and figure is not None and figure.low:
        signs = LOW + signs
    role = f"{ground} {'' if block else _tone(scene, hex)}"
    if hex == scene.at:
        return ((f"▸{hex}", f"{ground} {'' if block else 'strong'}"), (pad(signs, width - 5), role))
    if len(signs) > width - 4:
        return ((signs[:width].rjust(width), role),)
    return ((hex, f"{ground} {'' if block else 'dim'}"), (signs.rjust(width - 4), role))


def _small_signs(scene: Scene, hex: str) -> str:
    """What a figure covers, and what lies over its hex; without one only the threat."""
    threat = THREAT if hex in scene.board.threats else ""
    if scene.figure(hex) is None:
        return threat
    cell = scene.cell(hex)
    return cell.marks + cell.ground + _line_sign(scene, hex) + threat


def _scenery(scene: Scene, hex: str, width: int) -> Row:
    """A hex without a figure: what lies over it, else what is in it, with the ground on both sides."""
    cell = scene.cell(hex)
    text, role = _overlay(scene, hex)
    if cell.marks and not text:
        text, role = cell.marks[:width], _tone(scene, hex)
        if text in (FIRE, SMOKE):
            text = SMOKE * width if text == SMOKE else _spread(FIRE, width)
    if not text:
        return ((_ground(scene, hex, width), f"{tile(hex)} dim"),)
    side = (width - len(text)) // 2
    left = _ground(scene, hex, width)[:side]
    right = _ground(scene, hex, width)[side + len(text) :]
    return ((left, f"{tile(hex)} dim"), (text, f"{tile(hex)} {role}"), (right, f"{tile(hex)} dim"))


def _ground(scene: Scene, hex: str, width: int) -> str:
    """The ground alone: its sign here and there."""
    cell = scene.cell(hex)
    if cell.solid:
        return FILLED * width
    return _spread(cell.ground or " ", width)


def _spread(sign: str, width: int) -> str:
    """A sign here and there."""
    return "".join(sign if i % 2 == 0 else " " for i in range(width))


def _overlay(scene: Scene, hex: str) -> tuple[str, str]:
    """What the draft says of a hex: a step that may come next, a step taken, a line of fire."""
    if _step(scene, hex):
        return _step(scene, hex), "key"
    if hex in scene.refused:
        return STOPPED, "dim"
    if hex in scene.path:
        at = scene.path.index(hex)
        return (f"({at})" if at else "(•)"), "chosen strong"
    if _line_sign(scene, hex):
        return _line_sign(scene, hex), "warn strong"
    return "", ""


def _step(scene: Scene, hex: str) -> str:
    """A hex that may be picked, with its key where it has one."""
    key = scene.steps.get(hex, "")
    return f"[{key}]" if key else "◇" if hex in scene.steps or hex in scene.board.choices else ""


def _line_sign(scene: Scene, hex: str) -> str:
    line = scene.board.line
    if line is None or hex not in line.hexes:
        return ""
    if line.blocked not in line.hexes:
        return OPEN
    at, stop = line.hexes.index(hex), line.hexes.index(line.blocked)
    return OPEN if at < stop else STOPPED if at == stop else BEYOND


def _first_sign(scene: Scene, hex: str) -> tuple[str, str]:
    cell = scene.cell(hex)
    if cell.solid:
        return FILLED * 2, "dim"
    if cell.marks:
        return cell.marks[:2], _tone(scene, hex)
    if hex in scene.board.threats:
        return THREAT + cell.ground, "warn"
    if cell.ground:
        return cell.ground, "dim"
    weight = scene.walled.get(hex)
    return (LEVEL[weight] * 2, "wall") if weight else ("·", "dim")


def _tone(scene: Scene, hex: str) -> str:
    """How the signs of a hex are meant."""
    cell = scene.cell(hex)
    if cell.marks:
        return "strong" if cell.tone == "plain" else cell.tone
    return "warn" if hex in scene.board.threats or _line_sign(scene, hex) else "dim"


def _block(scene: Scene, figure: Figure) -> str:
    """The ground of a figure: its side's colour; who is out has none."""
    role = scene.roles.get(figure.side, "")
    if figure.standing == "gone":
        return "dim struck"
    return f"{role}-block" if role else "chosen strong"


def _arrow(figure: Figure) -> str:
    return "✗" if figure.standing == "gone" else ARROWS.get(figure.facing, " ")


def _letters(figure: Figure, most: int) -> str:
    letters = clean(figure.letters)[:most]
    return letters.lower() if figure.down or figure.standing == "gone" else letters


def _token(scene: Scene, figure: Figure, hex: str) -> str:
    """A figure in five cells: letters and an arrow, between the brackets of its side."""
    left, right = _brackets(scene, figure)
    if figure.standing == "active":
        left = "◈"
    if len(scene.figures[hex]) > 1:
        right = "+"
    return left + pad(fit(_letters(figure, 2) + _arrow(figure), 3), 3) + right


def _brackets(scene: Scene, figure: Figure) -> tuple[str, str]:
    """What stands left and right of a figure of that side."""
    return BRACKETS.get(scene.roles.get(figure.side, ""), (" ", " "))


def _dot(scene: Scene, figure: Figure) -> Row:
    """A figure in two cells; on the edge a sign for who acts, and a bracket for the second side."""
    right = _brackets(scene, figure)[1].strip()
    right = "◄" if figure.standing == "active" else right
    return ((_letters(figure, 1) + _arrow(figure) + right, _block(scene, figure)),)
