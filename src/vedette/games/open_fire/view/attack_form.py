"""The form of an attack: one group after the other, with the dice that it would roll."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from vedette.engine.dice import Tests
from vedette.engine.figures import signed
from vedette.games.open_fire.attack import Declared, circumstances_of
from vedette.games.open_fire.candidates import enemies_on_table, enemy_names, near_candidates
from vedette.games.open_fire.profiles import Weapon
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import modifier, number
from vedette.games.open_fire.units import defending_model, has, inspired, leader, profile
from vedette.games.open_fire.volley import (
    Circumstances,
    Group,
    attack_tests,
    attacks_of,
    damage_of,
    defence_tests,
    read_so,
    resilient,
    rolls_attacks,
    skilled,
)
from vedette.kit.words import count, modifier_words
from vedette.view.dice_text import needs, rerolled
from vedette.view.fields import Draft, chosen, many, numeric, toggle
from vedette.view.forms import FormValidator, first_possible
from vedette.view.vocabulary import Choice, Detail, Field, Form, PlannedRoll

MOST_GROUPS = 12
"""Groups that one form asks for."""

ARCS = {"front": "front", "left": "left", "right": "right", "rear": "rear"}


def attack_form(
    validator: FormValidator[Battle], do: str, by: str, draft: Draft, reminders: tuple[Detail, ...]
) -> Form:
    """A group is asked for at a time; “another group” opens the next one."""
    fields: list[Field] = []
    groups: list[dict[str, Any]] = []
    for i in range(MOST_GROUPS):
        own = _GroupFields(validator, do, by, draft, i, groups)
        fields += own.fields()
        groups.append(own.words())
        if not draft.get(_named("more", i)):
            break
    near = {
        name: validator.state.units[name].name
        for name in near_candidates(validator.state, by, attacking=True)
    }
    if near:
        fields.append(many("near", f'Inspiring leader within {number("near_within")}"', "n", draft, near))
    words = _words(do, by, groups, draft.get("near"))
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


def _words(do: str, by: str, groups: list[dict[str, Any]], near: Any) -> dict[str, Any]:
    """A single group stands in the command itself."""
    words: dict[str, Any] = {"do": do, "by": by}
    words |= groups[0] if len(groups) == 1 else {"attacks": groups}
    return words | ({"near": list(near)} if near else {})


def _named(name: str, i: int) -> str:
    """The field of a group: the first group's have the plain name."""
    return name if i == 0 else f"{name} {i + 1}"


class _GroupFields:
    """The fields of one group, made in their order; each knows what was said before it."""

    def __init__(
        self,
        validator: FormValidator[Battle],
        do: str,
        by: str,
        draft: Draft,
        i: int,
        earlier: list[dict[str, Any]],
    ) -> None:
        self._scales = validator
        self._battle = validator.state
        self._by = by
        self._free = do == "free_attack"
        self._i = i
        self._earlier = earlier
        self._base: dict[str, Any] = {"do": do, "by": by}
        self._draft = {name: draft[_named(name, i)] for name in _NAMES if _named(name, i) in draft}
        self._said: dict[str, Any] = {}

    def fields(self) -> list[Field]:
        """The group's fields with the names and labels of its place."""
        made = [self._weapon()] if self._free else [self._target(), self._weapon()]
        made += self._distance()
        made += self._seldom()
        for field in made:
            if field.value is not None and field.value is not False and field.name != "more":
                self._said[field.name] = field.value
        return [self._placed(field) for field in made]

    def words(self) -> dict[str, Any]:
        """What was said of this group."""
        return self._said

    def _placed(self, field: Field) -> Field:
        if self._i == 0:
            return field
        label = f"{field.label} (group {self._i + 1})"
        return replace(field, name=_named(field.name, self._i), label=label)

    def _choices(
        self, field: str, offered: Mapping[str, str], filler: dict[str, Any], *sure: str
    ) -> tuple[Choice, ...]:
        """The values of a field with why not, in a group filled up with what cannot be refused.

        `sure` are the fields of the filler that hold all the same.
        """
        known = {*self._said, field, *sure}
        return tuple(
            Choice(value, label, self._weighed({**filler, **self._said, field: value}, known))
            for value, label in offered.items()
        )

    def _weighed(self, group: dict[str, Any], known: set[str]) -> Any:
        words = {**self._base, "attacks": [*self._earlier, group]}
        return self._scales.validate(words, known).refusal

    def _target(self) -> Field:
        names = enemy_names(self._battle, self._by)
        weapons = list(profile(self._battle, self._by).weapons)
        choices = self._choices("target", names, {"weapon": weapons[0], "range": 1} if weapons else {})
        field = chosen(
            "target", "Target", "t", self._draft, choices, required=True, default=first_possible(choices)
        )
        if field.value is not None:
            self._said["target"] = field.value
        return field

    def _weapon(self) -> Field:
        weapons = profile(self._battle, self._by).weapons
        offered = {name: f"{weapon.name}: {weapon_line(weapon)}" for name, weapon in weapons.items()}
        filler: dict[str, Any] = {} if self._free else {"range": 1}
        if "target" not in self._said and not self._free:
            filler["target"] = next(iter(enemies_on_table(self._battle, self._by)), "")
        sure = ["range"] if self._apart else []
        if self._apart:  # weapons for close up don't reach it
            filler["range"] = number("contact_range") + 0.1
        choices = self._choices("weapon", offered, filler, *sure)
        possible = [choice.value for choice in choices if choice.why_not is None]
        if self._free or ("target" in self._said and not self._apart):  # there only these hit well (OF-ASW-1)
            possible.sort(key=lambda name: "Assault" not in weapons[name].special)
        default = next(iter(possible), next(iter(offered), None))
        field = chosen("weapon", "Weapon", "w", self._draft, choices, required=True, default=default)
        self._said["weapon"] = field.value
        return field

    @property
    def _apart(self) -> bool:
        """Whether the target is known, and out of the assault range."""
        target = self._said.get("target")
        return target is not None and target not in self._battle.units[self._by].contacts

    def _distance(self) -> list[Field]:
        if self._free or self._said.get("target") in self._battle.units[self._by].contacts:
            return []
        weapon = profile(self._battle, self._by).weapons.get(str(self._said.get("weapon")))
        blast = weapon is not None and "Blast" in weapon.special
        worse = "without penalty: Blast" if blast else signed(modifier("obstructed").value)
        sight = (
            Choice("clear", "clear"),
            Choice("obstructed", f"obstructed {worse}"),
            Choice("blocked", "blocked"),
        )
        return [
            numeric("range", "Range", "r", self._draft, unit='"', required=True, hint=self._reach, digits=2),
            chosen("los", "Line of sight", "l", self._draft, sight, default="clear"),
            *self._origin(),
            toggle("screened", "Unit in the way", "s", self._draft, advanced=True),
        ]

    @property
    def _reach(self) -> str:
        """How far the weapon shoots."""
        weapon = profile(self._battle, self._by).weapons.get(str(self._said.get("weapon")))
        if weapon is None:
            return ""
        return f'{f"{weapon.minimum:g} to" if weapon.minimum else "up to"} {weapon.maximum:g}"'

    def _origin(self) -> list[Field]:
        """The arc is asked for openly where it matters."""
        target = str(self._said.get("target", ""))
        matters = target in self._battle.units and bool(leader(self._battle, target).special.arcs)
        arcs = tuple(Choice(value, label) for value, label in ARCS.items())
        return [chosen("arc", "From its arc", "c", self._draft, arcs, default="front", advanced=not matters)]

    def _seldom(self) -> list[Field]:
        battle, draft = self._battle, self._draft
        weapon = str(self._said.get("weapon", ""))
        models = profile(battle, self._by).models
        carriers = {
            n: f"{n + 1} {models[n].name}"
            for n in battle.units[self._by].living
            if weapon in models[n].weapons
        }
        fields = [many("models", "Models", "o", draft, carriers, advanced=True, hint="all")]
        if has(battle, self._by, "Skilled") or inspired(battle, self._by, ()):
            hint = "for the sake of a critical"
            fields.append(toggle("reroll_hits", "Roll hits again too", "h", draft, advanced=True, hint=hint))
        fields += [
            numeric("modifier", "Other modifier", "m", draft, advanced=True),
            numeric("defence_modifier", "Other modifier on defence", "d", draft, advanced=True),
        ]
        if len(profile(battle, self._by).weapons) > 1 or len(battle.units[self._by].living) > 1:
            fields.append(
                toggle(
                    "more",
                    "Split fire",
                    "g",
                    draft,
                    hint="with other models, another weapon or target",
                )
            )
        return fields


_OF_THE_TABLE = ("target", "weapon", "range", "los", "arc", "screened", "models")
_NAMES = (
    "target", "weapon", "range", "los", "arc", "screened", "models", "reroll_hits", "modifier", "defence_modifier", "more",
)  # fmt: skip


def _lines(validator: FormValidator[Battle], words: dict[str, Any]) -> tuple[Detail, ...]:
    """For each group its dice, what they need, and every modifier with its rule; then how the text is read."""
    declared, battle = validator.validate(words).command, validator.state
    if not isinstance(declared, Declared):
        return ()
    at = circumstances_of(battle, declared)
    readings = dict.fromkeys(remark for group in declared.groups for remark in read_so(battle, at, group))
    several = len(declared.groups) > 1
    return (
        *(line for group in declared.groups for line in _group_lines(battle, at, group, several=several)),
        *(Detail(remark.name, remark.text) for remark in readings),
    )


def _group_lines(battle: Battle, at: Circumstances, group: Group, *, several: bool) -> tuple[Detail, ...]:
    """The attack of a group and, where it is the only one, what the target needs to save."""
    attack = _to_hit(battle, at, group, several=several)
    return (attack,) if several else (attack, _to_save(battle, at, group))


def _to_save(battle: Battle, at: Circumstances, group: Group) -> Detail:
    """The defence of the target, whose dice hang on the hits."""
    pool = defence_tests(battle, at.unit, group, 1)
    each = damage_of(battle, group)
    dice = "1 die per hit" if each == 1 else f"hits × DMG {each}"
    side = battle.units[group.target].side
    reroll = rerolled(
        pool,
        resilient(battle, group.target, defending_model(battle, group.target)),
        "Resilient, misses but 1s rolled again",
    )
    return PlannedRoll("To save", f"{dice}, {needs(pool)}", side=side, pool=pool, dice=dice, reroll=reroll)


def _to_hit(battle: Battle, at: Circumstances, group: Group, *, several: bool) -> Detail:
    """The dice of the attack, what they need, and every modifier with its rule."""
    pool = attack_tests(battle, at, group, attacks_of(group.weapon, group.range))
    target = battle.units[group.target].name
    title = f"To hit {target}" if several else "To hit"
    if not rolls_attacks(battle, group):
        return Detail(title, f"{count(pool.dice, 'hit')} without dice (OF-WSR-10)")
    skill = ", ".join([f"SKL {pool.target}", *map(modifier_words, pool.modifiers)])
    words = f"{pool.dice} D12, {_needed(pool)}: {skill}"
    again = skilled(battle, at, group)
    why = "Skilled" if has(battle, at.unit, "Skilled") else "Inspiring leader"
    which = "all but 1s and criticals" if group.reroll_hits else "misses but 1s"
    reroll = rerolled(pool, again, f"{why}, {which} rolled again")
    return PlannedRoll(title, words, side=battle.units[at.unit].side, pool=pool, reroll=reroll)


def _needed(pool: Tests) -> str:
    """What a die must show."""
    if pool.hits == "always":
        return "every die hits"
    if pool.hits == "criticals":
        return f"only {pool.sides} hits (OF-ASW-1)"
    least = max(2, (pool.target or 2) - int(pool.modifier))
    return f"{min(least, pool.sides)}+ hits"


def weapon_line(weapon: Weapon) -> str:
    """Range, attacks, damage, piercing and special rules."""
    reach = f"{weapon.minimum:g}-{weapon.maximum:g}" if weapon.minimum else f"{weapon.maximum:g}"
    line = f'RNG {reach}" ATT {weapon.attacks} DMG {weapon.damage} PRC {weapon.piercing}'
    return ", ".join((line, *weapon.special.written))


def weapon_brief(weapon: Weapon) -> str:
    """The same in a few cells, for a card."""
    piercing = f" P{weapon.piercing}" if weapon.piercing else ""
    return f'{weapon.maximum:g}" A{weapon.attacks} D{weapon.damage}{piercing}'
