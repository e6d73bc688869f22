"""A character for whoever chooses one, and on paper: numbers, weapons, what is ticked off, and the rules behind it all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from vedette.engine.record import replace
from vedette.games.close_quarters.arms import Arm, damage, figures, full_ammo, hit_mods
from vedette.games.close_quarters.derived import e_dex
from vedette.games.close_quarters.new_game import build
from vedette.games.close_quarters.setup import CharacterData
from vedette.games.close_quarters.state import Character, Weapon
from vedette.games.close_quarters.tables import armor, energy_shields, explained, item, shields, skills
from vedette.games.close_quarters.view.building.yard import HERO, HOME, alone
from vedette.games.close_quarters.view.sheet import in_short, sheet
from vedette.view.roster import Profile
from vedette.view.sheet import Sheet
from vedette.view.vocabulary import Detail, Pip, Token

UNSKILLED = "CQ-SKL-7"
"""What skills with weapons are for."""


def character_profile(data: CharacterData) -> Profile:
    """Attributes; weapons with their damage, what is worn, skills; hits, rounds and grenades."""
    character = build(data, data.name or data.id, HOME)
    stats = ("STR", data.str), ("DEX", data.dex), ("INT", data.int), ("MOV", data.mov)
    details = [_weapon(character, weapon) for weapon in character.weapons]
    details += [*_protection(character), *_skills(character)]
    return Profile(
        stats=tuple((name, str(value)) for name, value in stats),
        details=tuple(details),
        pips=(Pip(data.str, data.str, name="Hits"),),
        tokens=tuple(_spent(character)),
    )


def beginning_sheet(data: CharacterData) -> Sheet:
    """The whole sheet, as the character begins a game."""
    character = build(data, data.name or data.id, HOME)
    return replace(sheet(alone(character), HERO), subtitle=in_short(character))


def _weapon(character: Character, weapon: Weapon) -> Detail:
    arm, game = figures(weapon), alone(character)
    target = e_dex(game, HERO) + int(sum(mod.value for mod in hit_mods(character, weapon)))
    does = damage(game, character, weapon)
    shots = "/".join(str(shots) for shots in arm.shots if shots) if full_ammo(character, weapon) else ""
    cells = ("Damage", does), ("Hits on", str(target)), ("Shots", shots), ("Length", arm.length)
    return Detail(arm.name, f"damage {does}", kind="weapon", rules=_rules("weapon", _sorts(arm)), cells=cells)


def _sorts(arm: Arm) -> Iterator[str]:
    """What a weapon is, in the words of the rules behind it."""
    yield arm.use
    if arm.use == "melee" and arm.thrown:
        yield "thrown"
    if any(arm.shots[1:]):
        yield "automatic"
    yield from (
        name.removeprefix("weapon-") for name in explained() if arm.is_a(name.removeprefix("weapon-"))
    )


def _protection(character: Character) -> Iterator[Detail]:
    """What is worn and held against blows and shots."""
    worn = [armor()[id] for id in (character.armor, character.armor2, character.helmet) if id in armor()]
    if worn:
        sorts = [sort for row in worn for sort in (row.id, row.kind, row.klass)]
        yield Detail("Protected by", ", ".join(row.name for row in worn), rules=_rules("armor", sorts))
    if character.shield:
        yield Detail("Shield", shields()[character.shield].name, rules=_rules("armor", ["shield"]))
    if character.energy_shield:
        name = energy_shields()[character.energy_shield].name
        yield Detail("Energy shield", name, rules=_rules("armor", ["energy_shield"]))


def _skills(character: Character) -> Iterator[Detail]:
    if known := [skills()[skill].name for skill in character.skills if skill in skills()]:
        yield Detail("Skills", ", ".join(known), rules=(UNSKILLED, *_rules("skill", character.skills)))


def _spent(character: Character) -> Iterator[Token]:
    """Rounds of each gun, turns of what runs on batteries, grenades, reloads."""
    used = Counter[str]()
    for weapon in character.weapons:
        arm = figures(weapon)
        if arm.use == "grenade":
            used[arm.name] += 1
        elif weapon.ammo:
            yield Token(f"{arm.name}, {'rounds' if arm.use == 'missile' else 'turns'}", 0, weapon.ammo)
    used.update(row.name for row in map(item, character.items) if row is not None and row.weapon)
    yield from (Token(name, 0, many) for name, many in used.items())


def _rules(kind: str, sorts: Iterable[str]) -> tuple[str, ...]:
    """The rules behind some sorts of things, each once."""
    rows = (explained().get(f"{kind}-{sort}") for sort in sorts)
    return tuple(dict.fromkeys(rule for row in rows if row is not None for rule in row.rules))
