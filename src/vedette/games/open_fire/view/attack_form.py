"""The form of an attack: one group after the other, with the dice that it would roll."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec.structs import replace

from vedette.engine.figures import signed
from vedette.engine.grammar import name_of, the
from vedette.games.open_fire import units, volley
from vedette.games.open_fire.candidates import enemy_names, near_names
from vedette.games.open_fire.profiles import Weapon
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import modifier, number
from vedette.kit.words import count, modifier_words
from vedette.view.dice_text import needs, rerolled
from vedette.view.fields import Draft, chosen, many, numeric, plain, toggle
from vedette.view.forms import FormValidator, Words, first_possible
from vedette.view.vocabulary import Choice, Detail, Field, Form, PlannedRoll

MOST_GROUPS = 12

_OF_THE_TABLE = ("target", "weapon", "range", "los", "arc", "screened", "models")
_NAMES = (*_OF_THE_TABLE, "reroll_hits", "modifier", "defence_modifier", "more")


def _named(name: str, i: int) -> str:
    return name if i == 0 else f"{name} {i + 1}"


def attack_form(
    validator: FormValidator[Battle], do: str, by: str, draft: Draft, reminders: tuple[Detail, ...]
) -> Form:
    battle, given = validator.state, {"do": do, "by": by}
    fields: list[Field] = []
    groups: list[Words] = []
    for i in range(MOST_GROUPS):
        own = {name: draft[_named(name, i)] for name in _NAMES if _named(name, i) in draft}
        asked, said = _group_fields(validator, given, own, groups)
        fields += [
            replace(field, name=_named(field.name, i), label=f"{field.label} (group {i + 1})") if i else field
            for field in asked
        ]
        groups.append(said)
        if not draft.get(_named("more", i)):
            break
    near = near_names(battle, by, attacking=True)
    if near:
        fields.append(many("near", f'Inspiring leader within {number("near_within")}"', "n", draft, near))
    words = {**given, **(groups[0] if len(groups) == 1 else {"attacks": groups})}
    if draft.get("near"):
        words["near"] = list(draft["near"])
    title = "Free attack" if do == "free_attack" else "Attack"
    return validator.form(title, fields, words, lines=_lines(validator, words), reminders=reminders)


def attack_draft(words: Mapping[str, Any]) -> Draft:
    """The words of an earlier attack as its form holds them: each group under the names of its fields.

    What an ability lent that attack is none of the table's.
    """
    groups = [group for group in words.get("attacks") or [words] if isinstance(group, Mapping)]
    draft = {"near": words["near"]} if "near" in words else {}
    for i, group in enumerate(groups):
        draft |= {_named(name, i): group[name] for name in _OF_THE_TABLE if name in group}
        if i:
            draft[_named("more", i - 1)] = True
    return draft


def _most(weapon: Weapon) -> float:
    """The damage of a model that hits with every die."""
    return weapon.attacks * weapon.damage


def _group_fields(
    validator: FormValidator[Battle], given: Words, draft: Draft, earlier: list[Words]
) -> tuple[list[Field], Words]:
    """The fields of one group and what they say, made in their order; each is judged by what was said before it, and in `earlier` groups."""
    battle, by, free = validator.state, given["by"], given["do"] == "free_attack"
    unit, weapons, enemies = battle.units[by], units.profile(battle, by).weapons, enemy_names(battle, by)
    said: Words = {}

    def choices(field: str, offered: Mapping[str, str], filler: Words, *sure: str) -> tuple[Choice, ...]:
        """The values of a field with why not, in a group filled up with what cannot be refused; `sure` of it holds all the same."""
        known, found = {*said, field, *sure}, []
        for value, label in offered.items():
            group = {**filler, **said, field: value}
            weighed = validator.validate({**given, "attacks": [*earlier, group]}, known)
            found.append(Choice(value, label, weighed.refusal))
        return tuple(found)

    fields: list[Field] = []
    if not free:
        targets = choices("target", enemies, {"weapon": next(iter(weapons)), "range": 1} if weapons else {})
        first = first_possible(targets)
        fields.append(chosen("target", "Target", "t", draft, targets, required=True, default=first))
        said |= {} if fields[0].value is None else {"target": fields[0].value}
    target = said.get("target")
    apart = target is not None and target not in unit.contacts
    # Weapons for close up don't reach a target that is apart.
    filler: Words = {} if free else {"range": number("contact_range") + 0.1 if apart else 1}
    if target is None and not free:
        filler["target"] = next(iter(enemies), "")
    offered = {name: f"{weapon.name}: {_weapon_words(weapon)}" for name, weapon in weapons.items()}
    arms = choices("weapon", offered, filler, *(["range"] if apart else []))
    possible = [choice.value for choice in arms if choice.why_not is None]
    if free or (
        target is not None and not apart
    ):  # there only these hit well (OF-ASW-1), those with most dice best
        possible.sort(key=lambda name: ("Assault" not in weapons[name].special, -_most(weapons[name])))
    first = next(iter(possible), next(iter(offered), None))
    fields.append(chosen("weapon", "Weapon", "w", draft, arms, required=True, default=first))
    said["weapon"] = fields[-1].value
    weapon = weapons.get(str(said["weapon"]))
    if not (free or target in unit.contacts):
        blast, reach = weapon is not None and "Blast" in weapon.special, ""
        worse = "no penalty with Blast" if blast else signed(modifier("obstructed").value)
        sight = plain({"clear": "clear", "obstructed": f"obstructed: {worse}", "blocked": "blocked"})
        arcs = plain({arc: arc for arc in ("front", "left", "right", "rear")})
        if weapon is not None:
            reach = f'{f"{weapon.minimum:g} to" if weapon.minimum else "up to"} {weapon.maximum:g}"'
            half = volley.rapid_range(weapon)
            reach = f'half is {half:g}" · {reach}' if half > 0 else reach
        matters = target in battle.units and bool(units.leader(battle, str(target)).special.arcs)
        fields += [
            numeric("range", "Range", "r", draft, unit='"', required=True, hint=reach, digits=2),
            chosen("los", "Sight", "l", draft, sight, default="clear"),
            chosen("arc", "Its arc", "c", draft, arcs, default="front", advanced=not matters),
            toggle("screened", "Unit in the way", "s", draft, advanced=True),
        ]
    # What is seldom said.
    armed = {n: units.called(battle, by, n) for n in units.carriers(battle, by, str(said["weapon"] or ""))}
    fields.append(
        many("models", "Models", "o", draft, armed, advanced=True, hint="all, unless you choose some")
    )
    if units.has(battle, by, "Skilled") or units.inspired(battle, by, ()):
        hint = "for the sake of a critical"
        fields.append(toggle("reroll_hits", "Roll hits again too", "h", draft, advanced=True, hint=hint))
    fields.append(numeric("modifier", "Other modifier", "m", draft, advanced=True))
    fields.append(numeric("defence_modifier", "Other modifier on defence", "d", draft, advanced=True))
    if len(weapons) > 1 or len(unit.living) > 1:
        hint = "another weapon or target"
        fields.append(toggle("more", "Split fire", "g", draft, hint=hint))
    for field in fields:
        if field.value is not None and field.value is not False and field.name != "more":
            said[field.name] = field.value
    return fields, said


def _lines(validator: FormValidator[Battle], words: Words) -> tuple[Detail, ...]:
    """For each group why it has so many dice, what they need, and every modifier; then how the text is read.

    What the target needs to save is told of a single group.
    """
    declared, battle = validator.validate(words).command, validator.state
    if not isinstance(declared, volley.Declared):
        return ()
    several = len(declared.groups) > 1
    lines: list[Detail] = []
    for group in declared.groups:
        lines += _sums(battle, declared, group, f"{battle.units[group.target].name}:" if several else "")
        lines.append(_to_hit(battle, declared, group, several=several))
        if not several:
            lines.append(_to_save(battle, declared, group))
    readings = dict.fromkeys(
        remark for group in declared.groups for remark in volley.read_so(battle, declared, group)
    )
    return (*lines, *(Detail(remark.name, remark.text) for remark in readings))


def _sums(battle: Battle, at: volley.Declared, group: volley.Group, whom: str) -> Iterator[Detail]:
    """Why a group has so many dice, what cancels what, and what single faces do besides."""
    weapon, special, models = group.weapon, group.weapon.special, len(group.models)
    rapid, dice = volley.rapid_attacks(weapon, group.range), volley.attacks_of(weapon, group.range) * models
    total = f"{dice} D{number('die_sides')}" if volley.rolls_attacks(battle, group) else count(dice, "hit")

    def product(men: str, fast: str) -> str:
        each = f"({weapon.attacks} ATT + {rapid} {fast})" if rapid else f"{weapon.attacks} ATT"
        return f"{men} × {each} = {total}"

    full, brief = product(count(models, "model"), "Rapid Fire"), product(f"{models}", "Rapid")
    yield Detail(
        whom, full, kind="sum", brief=brief, rules=("OF-WPN-3", "OF-WSR-8") if rapid else ("OF-WPN-3",)
    )
    if group.wants_criticals and not volley.hits_by_itself(battle, group):
        said = f"no Assault: only {number('critical')}s hit within assault range"
        yield Detail(
            whom, said, kind="sum", brief=f"no Assault: only {number('critical')}s hit", rules=("OF-ASW-1",)
        )
    if group.los == "obstructed" and "Blast" in special:
        worse = signed(modifier("obstructed").value)
        yield Detail(whom, f"Obstructed {worse} cancelled by Blast", kind="sum", rules=("OF-WSR-3",))
    armour = volley.armour_against(battle, group)
    if armour and weapon.piercing:
        left = max(number("least_piercing"), weapon.piercing - armour)
        end = f"= {left}{'' if left else ', cancelled'}"
        full, brief = (
            f"PRC {weapon.piercing} − {name} {armour} {end}" for name in ("Heavy Armour", "Armour")
        )
        yield Detail(whom, full, kind="sum", brief=brief, rules=("OF-USR-7",))
    if weapon.damage > 1:
        each = volley.damage_of(battle, group)
        less = f" − {armour} Heavy Armour" if armour else ""
        full = f"1 hit × {f'({weapon.damage} DMG{less})' if less else f'{weapon.damage} DMG'} = {count(each, 'die', 'dice')} to save"
        brief = f"a hit: DMG {weapon.damage}{f' − {armour}' if less else ''} = {count(each, 'die', 'dice')}"
        yield Detail(whom, full, kind="sum", brief=brief, rules=("OF-DFN-1",))
    critical, ones = f"a {number('critical')}", f"a {number('always_fails')}"
    for rule, told in {
        "Impact": f"{critical} is {number('impact_hits')} hits",
        "Rending": f"{critical} also does {special.x('Rending')} damage at once",
        "Unstable": f"{ones} kills the model that rolled it",
    }.items():
        if rule in special:
            yield Detail(whom, f"{rule}: {told}", kind="sum", rules=(FACES[rule],))


FACES = {"Impact": "OF-WSR-6", "Rending": "OF-WSR-9", "Unstable": "OF-WSR-11"}
"""The rules by which single faces do more than hit or miss."""


def _to_hit(battle: Battle, at: volley.Declared, group: volley.Group, *, several: bool) -> Detail:
    pool = volley.attack_tests(battle, at, group, volley.attacks_of(group.weapon, group.range))
    title = f"To hit {battle.units[group.target].name}" if several else "To hit"
    if not volley.rolls_attacks(battle, group):
        return Detail(title, "every die hits: Torrent", rules=("OF-WSR-10",))
    least = min(max(2, (pool.target or 2) - int(pool.modifier)), pool.sides)
    criticals = f"only {pool.sides} hits (OF-ASW-1)"
    needed = {"always": "every die hits", "criticals": criticals, "target": f"{least}+ hits"}[pool.hits]
    skill = ", ".join([f"SKL {pool.target}", *map(modifier_words, pool.modifiers)])
    by = "Skilled" if units.has(battle, at.by, "Skilled") else units.inspired(battle, at.by, at.near)
    which = (
        "all roll again, but not 1s and criticals" if group.reroll_hits else "misses roll again, but not 1s"
    )
    again = rerolled(pool, volley.skilled(battle, at, group), by, which)
    words, side = f"{pool.dice} D12, {needed}: {skill}", battle.units[at.by].side
    who = _bearer(battle, at.by, group.models[0], "skl")
    return PlannedRoll(title, words, side=side, pool=pool, reroll=again, bearer=who, does="hits")


def _to_save(battle: Battle, at: volley.Declared, group: volley.Group) -> Detail:
    pool, each = volley.defence_tests(battle, at.by, group, 1), volley.damage_of(battle, group)
    dice, side = "1 die per hit" if each == 1 else f"hits × DMG {each}", battle.units[group.target].side
    model = units.defending_model(battle, group.target)
    again = volley.resilient(battle, group.target, model)
    reroll = rerolled(pool, again, "Resilient", "failed saves roll again, but not 1s")
    who, words = _bearer(battle, group.target, model, "def_"), f"{dice}, {needs(pool)}"
    return PlannedRoll(
        "To save", words, side=side, pool=pool, dice=dice, reroll=reroll, bearer=who, does="saves"
    )


def _bearer(battle: Battle, unit: str, model: int, attribute: Literal["skl", "def_"]) -> str:
    who = units.bearer(battle, unit, model, attribute)
    return f"the {who}" if who else the(name_of(battle.units[unit]))


def _weapon_words(weapon: Weapon) -> str:
    """What a weapon does, the parts that matter least last."""
    piercing = f" PRC {weapon.piercing}" if weapon.piercing else ""
    numbers = f'{weapon.reach}" ATT {weapon.attacks} DMG {weapon.damage}{piercing}'
    return " · ".join((numbers, *weapon.special.written))


def weapon_line(weapon: Weapon) -> str:
    line = f'RNG {weapon.reach}" ATT {weapon.attacks} DMG {weapon.damage} PRC {weapon.piercing}'
    return ", ".join((line, *weapon.special.written))


def weapon_brief(weapon: Weapon) -> str:
    piercing = f" P{weapon.piercing}" if weapon.piercing else ""
    return f'{weapon.maximum:g}" A{weapon.attacks} D{weapon.damage}{piercing}'
