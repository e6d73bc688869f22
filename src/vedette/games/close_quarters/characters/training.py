"""Skills learned with experience, and skills exchanged (CQ-EXP-5 to CQ-EXP-9, CQ-SKL-6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from vedette.engine.checks import Check, Refusal, check, forbids
from vedette.engine.commands import CommandSpec, shown
from vedette.engine.errors import CommandError
from vedette.engine.play import Play
from vedette.games.close_quarters.characters.builder import LEARNING, Build
from vedette.games.close_quarters.characters.commands import BuySkill, ChangeSkills
from vedette.games.close_quarters.characters.experience import affordable, known_skill
from vedette.games.close_quarters.characters.learning import (
    too_clumsy_or_weak,
    too_dull,
    unlettered,
    without_groundwork,
)
from vedette.games.close_quarters.derived.skills import slots_of
from vedette.games.close_quarters.facts import characters as facts
from vedette.games.close_quarters.lookup import by_unit
from vedette.games.close_quarters.state import Attribute, Character, Fight, Options
from vedette.games.close_quarters.tables import number, skills
from vedette.games.close_quarters.turn.phases import between_combats
from vedette.kit.schema import doubles

# --- buy_skill


def lawful_attributes(character: Character, skill: str) -> tuple[Attribute, ...]:
    """CQ-EXP-6: what may price a skill: INT, and the skill's other attribute if it is above the minimum INT."""
    row = skills()[skill]
    other: Attribute = row.by
    instead = other != "int" and getattr(character, other) > row.min_int
    return ("int", other) if instead else ("int",)


def skill_cost(character: Character, skill: str, options: Options, using: Attribute) -> int:
    """CQ-EXP-5: the price of a skill by an attribute, at least 1 for each slot that it takes now (CQ-SKL-5)."""
    row = skills()[skill]
    value: int = getattr(character, using)
    by_slot = number("new_skill_base") - value + row.min_int
    return max(number("new_skill_least"), by_slot) * slots_of(character, skill, options)


def priced(game: Fight, command: Any) -> tuple[int, Attribute]:
    """CQ-EXP-6: the price and the attribute: the one asked for, else the cheapest lawful one, INT on a tie."""
    character = game.units[command.by]
    using = getattr(command, "using", None)
    attributes = (using,) if using else lawful_attributes(character, command.skill)
    costs = {by: skill_cost(character, command.skill, game.options, by) for by in attributes}
    cheapest = min(costs, key=lambda by: costs[by])
    return costs[cheapest], cheapest


@forbids("CQ-EXP-9", reads=("skill",))
def _skill_is_new(game: Fight, command: Any) -> str | None:
    """A skill that one has can't be bought again."""
    character = game.units[command.by]
    if command.skill not in character.skills:
        return None
    return f"{character.name} knows {skills()[command.skill].name} already."


def _asked(rule: str, test: Callable[[Character, str], Refusal | None]) -> Check[Fight, Any]:
    """A minimum of the skill that is to be bought."""
    return Check((rule,), ("skill",), lambda game, command: test(game.units[command.by], command.skill))


@check("CQ-SKL-20", reads=("skill",))
def _has_letters(game: Fight, command: Any) -> Refusal | None:
    """Literacy for learned skills, where few are educated."""
    return unlettered(game.options, game.units[command.by], command.skill)


@check("CQ-EXP-6", reads=("skill", "using"))
def _attribute_may_price_it(game: Fight, command: Any) -> Refusal | None:
    """DEX or STR may stand in for INT, where the skill allows it and it is high enough."""
    character, row = game.units[command.by], skills()[command.skill]
    lawful = lawful_attributes(character, command.skill)
    if not command.using or command.using in lawful:
        return None
    sentence = f"{command.using.upper()} can't price {row.name} for {character.name}."
    return Refusal("CQ-EXP-6", sentence, " or ".join(lawful))


@check("CQ-EXP-16", reads=("skill",))
def _can_pay_for_the_skill(game: Fight, command: Any) -> Refusal | None:
    """The points for the skill."""
    return affordable(game.units[command.by], priced(game, command)[0])


async def buy_skill(play: Play[Fight], command: BuySkill) -> None:
    """CQ-EXP-5, CQ-EXP-8: a skill more, which takes no slot."""
    character = play.state.units[command.by]
    cost, using = priced(play.state, command)
    play.commit(
        play.state.with_unit(
            command.by,
            ep=max(0, character.ep - cost),
            skills=tuple(dict.fromkeys((*character.skills, command.skill))),
            bought=tuple(dict.fromkeys((*character.bought, command.skill))),
        ),
        facts.SkillLearned(command.by, command.skill, cost, using),
    )


# --- change_skills


def _change_understood(game: Fight, command: ChangeSkills) -> ChangeSkills:
    """Skills that he has for skills that he hasn't."""
    by_unit(game, command)
    character = game.units[command.by]
    unknown = [skill for skill in (*command.drop, *command.learn) if skill not in skills()]
    if unknown:
        raise CommandError(f"There is no skill {shown(unknown[0])}.")
    if not (command.drop or command.learn):
        raise CommandError("change_skills: name the skills that are given up and learned.")
    if doubles([*command.drop]) or doubles([*command.learn]):
        raise CommandError("A skill is exchanged once.")
    foreign = [skill for skill in command.drop if skill not in character.skills]
    if foreign:
        raise CommandError(f"{character.name} doesn't know {skills()[foreign[0]].name}.")
    kept = [skill for skill in command.learn if skill in character.skills and skill not in command.drop]
    if kept:
        raise CommandError(f"{character.name} knows {skills()[kept[0]].name} already.")
    return command


@forbids("CQ-SKL-6", reads=("drop",))
def _bought_skills_stay(game: Fight, command: Any) -> str | None:
    """What was paid with experience isn't exchanged."""
    character = game.units[command.by]
    bought = next((skill for skill in command.drop if skill in character.bought), None)
    if bought is None:
        return None
    return f"{character.name} has bought {skills()[bought].name}: it stays."


def exchanged(character: Character, drop: tuple[str, ...], learn: tuple[str, ...]) -> Character:
    """CQ-SKL-6: the character after the exchange; the bonuses of dropped skills are lost."""
    return replace(
        character,
        skills=(*(skill for skill in character.skills if skill not in drop), *learn),
        bought=tuple(skill for skill in character.bought if skill not in drop),
        bonuses={skill: bonus for skill, bonus in character.bonuses.items() if skill not in drop},
    )


def _after_the_exchange(game: Fight, command: Any) -> tuple[Build, ...]:
    """The character afterwards, for the builder's checks on skills."""
    return (Build(exchanged(game.units[command.by], command.drop, command.learn)),)


async def change_skills(play: Play[Fight], command: ChangeSkills) -> None:
    """CQ-SKL-6: unbought skills are exchanged for others."""
    game = play.state
    changed = exchanged(game.units[command.by], command.drop, command.learn)
    play.commit(
        replace(game, units={**game.units, command.by: changed}),
        facts.SkillsExchanged(command.by, command.drop, command.learn),
    )


TRAINING_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "buy_skill": CommandSpec(
        BuySkill,
        "Buy a skill",
        "unit",
        buy_skill,
        known_skill,
        (
            between_combats("CQ-EXP-4"),
            _skill_is_new,
            _asked("CQ-SKL-2", too_dull),
            _asked("CQ-SKL-3", too_clumsy_or_weak),
            _asked("CQ-SKL-4", without_groundwork),
            _has_letters,
            _attribute_may_price_it,
            _can_pay_for_the_skill,
        ),
        rules=("CQ-EXP-5", "CQ-EXP-8", "CQ-SKL-5"),
        key="k",
    ),
    "change_skills": CommandSpec(
        ChangeSkills,
        "Exchange skills",
        "unit",
        change_skills,
        _change_understood,
        (between_combats("CQ-SKL-6"), _bought_skills_stay),
        rules=("CQ-SKL-6",),
        parts=_after_the_exchange,
        part_checks=LEARNING,
        key="t",
    ),
}
