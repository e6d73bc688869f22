"""The page of armor and shields: two sets, one helmet, one shield, one energy shield (CQ-ARM-2, CQ-ITM-4)."""

from __future__ import annotations

from vedette.engine.checks import Refusal
from vedette.engine.record import replace
from vedette.games.close_quarters.characters.carrying import changed
from vedette.games.close_quarters.derived import points_of
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import ArmorRow, armor, energy_shields, shields
from vedette.games.close_quarters.view.building.yard import against_him, alone, stepping
from vedette.view.builder import Line

GROUPS = {"full": "Suits", "jacket": "Jackets", "vest": "Vests", "helmet": "Helmets"}
SHIELDS, ENERGY_SHIELDS = "Shields", "Energy shields"


def lines(character: Character) -> tuple[Line, ...]:
    """All armor by its kind, then the shields."""
    faults, game = against_him(character), alone(character)
    made = [
        Line(row.id, row.name, cost=f"{row.cost} cr", note=_note(game, row), group=GROUPS[row.kind])
        for row in armor().values()
    ]
    made += [
        Line(
            row.id,
            row.name,
            cost=f"{row.cost} cr",
            note=_shield_note(row.kg, row.defence, row.dex),
            group=SHIELDS,
        )
        for row in shields().values()
    ]
    made += [
        Line(
            id,
            each.name,
            cost=f"{each.cost} cr",
            note=f"{each.kg} kg, stops {each.r}d6 of energy and fire",
            group=ENERGY_SHIELDS,
        )
        for id, each in energy_shields().items()
    ]
    groups = [*GROUPS.values(), SHIELDS, ENERGY_SHIELDS]
    shown = [_told(character, line) for line in sorted(made, key=lambda line: groups.index(line.group))]
    return tuple(
        stepping(line, faults, _put_on(character, line.id), _taken_off(character, line.id)) for line in shown
    )


def stepped(character: Character, line: str, step: int) -> Character:
    """Put on, or taken off; a new helmet or shield takes the place of the one before."""
    return (_put_on(character, line) if step > 0 else _taken_off(character, line)) or character


def _told(character: Character, line: Line) -> Line:
    """The line with what he has of it; a third set has no place."""
    has = line.id in (
        character.armor,
        character.armor2,
        character.helmet,
        character.shield,
        character.energy_shield,
    )
    twice = character.armor == character.armor2 == line.id
    no_place = None
    if _place(character, line.id) == "" and not has:
        no_place = Refusal("CQ-ARM-2", f"{character.name} wears two sets already.", "take one off")
    return replace(line, value="×2" if twice else "has it" if has else "", chosen=has, why_not=no_place)


def _place(character: Character, id: str) -> str:
    """The field that it goes into; "" where both sets are worn."""
    if id in shields():
        return "shield"
    if id in energy_shields():
        return "energy_shield"
    if armor()[id].kind == "helmet":
        return "helmet"
    return next((field for field in ("armor", "armor2") if not getattr(character, field)), "")


def _put_on(character: Character, id: str) -> Character | None:
    place = _place(character, id)
    return changed(character, **{place: id}) if place and getattr(character, place) != id else None


def _taken_off(character: Character, id: str) -> Character | None:
    """The second set moves up where the first is taken off."""
    if id == character.armor:
        return replace(character, armor=character.armor2, armor2="")
    place = next(
        (
            field
            for field in ("armor2", "helmet", "shield", "energy_shield")
            if getattr(character, field) == id
        ),
        "",
    )
    return changed(character, **{place: ""}) if place else None


def _note(game: Fight, row: ArmorRow) -> str:
    parts = [f"{row.kg} kg", f"stops {points_of(game, row)}", f"R {row.r}" if row.r else ""]
    parts += [f"DEX {row.dex}" if row.dex else "", f"MOV {row.mov}" if row.mov else ""]
    return ", ".join(part for part in parts if part)


def _shield_note(kg: str, defence: int, dex: int) -> str:
    return f"{kg} kg, stops {defence} from the front" + (f", DEX {dex}" if dex else "")
