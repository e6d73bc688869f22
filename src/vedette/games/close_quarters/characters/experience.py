"""Experience: awarded, spent on attributes, bonuses and skills (CQ-EXP), skills exchanged (CQ-SKL-6), and files that characters bring it home to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from msgspec.structs import replace
from pydantic import field_validator

from vedette.engine.checks import Check, Refusal, WhyNot, check, forbids
from vedette.engine.commands import Command, Commands, shown
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.engine.facts import Fact
from vedette.engine.marks import WORDS
from vedette.engine.plain import to_plain
from vedette.engine.play import Play
from vedette.engine.ruleset import Career
from vedette.engine.text import clean, require_text
from vedette.games.close_quarters.candidates import Count, Reason, Rolled, by_unit
from vedette.games.close_quarters.characters.carrying import Build, affordable, owned
from vedette.games.close_quarters.characters.creating import DEMANDS, LEARNING, attribute_total, lacking
from vedette.games.close_quarters.derived import alive, slots_of
from vedette.games.close_quarters.state import Attribute, Character, Fight, Options
from vedette.games.close_quarters.tables import awards, number, skills
from vedette.games.close_quarters.telling import fact, skill_names
from vedette.games.close_quarters.tracked import all_adjusted
from vedette.games.close_quarters.turn.order import between_combats, offered_in
from vedette.kit.schema import Ids, doubles
from vedette.view.asked import Asked
from vedette.view.forms import Words
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Fight]()


def points_to_spend(game: Fight, by: str, command: Any) -> Iterator[Detail]:
    yield Detail("Experience", f"{game.units[by].ep} points")


def _other_skills(game: Fight, by: str) -> Mapping[str, str]:
    return {id: row.name for id, row in skills().items() if id not in game.units[by].skills}


def _skills_to_buy(game: Fight, by: str) -> Mapping[str, str]:
    found = {}
    for id, name in _other_skills(game, by).items():
        points, _ = priced(game, BuySkill(do="buy_skill", by=by, skill=id))
        found[id] = f"{name}: {points} points"
    return found


def _own_skills(game: Fight, by: str) -> Mapping[str, str]:
    return {id: skills()[id].name for id in game.units[by].skills}


class BuySkill(Command):
    """Buy a skill for experience."""

    skill: Annotated[str, Asked("Skill", "k", _skills_to_buy)]
    using: Annotated[Rolled | None, "the attribute that prices it"] = None


class ChangeSkills(Command):
    """Exchange skills for others."""

    drop: Annotated[Ids, Asked("Gives up", "g", _own_skills)] = ()
    learn: Annotated[Ids, Asked("Learns", "k", _other_skills, judged=False)] = ()


def known_skill(game: Fight, command: Any) -> Any:
    """The command of a character about a skill that there is; raises CommandError."""
    by_unit(game, command)
    if command.skill not in skills():
        raise CommandError(f"There is no skill {shown(command.skill)}.")
    return command


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
def _skill_is_new(game: Fight, command: BuySkill) -> str | None:
    one, skill = game.units[command.by], command.skill
    return f"{one.name} knows {skills()[skill].name} already." if skill in one.skills else None


def _demanded(rule: str) -> Check[Fight, Any]:
    def test(game: Fight, command: Any) -> Refusal | None:
        return lacking(rule, game.units[command.by], command.skill, game.options)

    return Check((rule,), ("skill",), test)


@forbids("CQ-EXP-6", reads=("skill", "using"))
def _attribute_may_price_it(game: Fight, command: BuySkill) -> WhyNot:
    """DEX or STR may stand in for INT, where the skill allows it and it is high enough."""
    character, using = game.units[command.by], command.using
    lawful = lawful_attributes(character, command.skill)
    if not using or using in lawful:
        return None
    return f"{using.upper()} can't price {skills()[command.skill].name} for {character.name}.", " or ".join(
        lawful
    )


@fact(
    "{unit} learns {skill:skill} for {cost:# experience point} by {by:caps}.",
    moment="gain",
    headline="{unit} learns {skill:skill}",
)
class SkillLearned(Fact, frozen=True):
    unit: str
    skill: str
    cost: int
    by: str


@COMMANDS.add(
    BuySkill,
    "Buy a skill",
    known_skill,
    (
        between_combats("CQ-EXP-4"), _skill_is_new, *map(_demanded, DEMANDS), _attribute_may_price_it,
        affordable("ep", lambda game, command: priced(game, command)[0], "skill"),
    ),
    rules=("CQ-EXP-5", "CQ-EXP-8", "CQ-SKL-5"),
    reminders=("CQ-EXP-7", "CQ-SKL-39"),
    key="k",
    lines=points_to_spend,
    offered=offered_in("between"),
)  # fmt: skip
async def buy_skill(play: Play[Fight], command: BuySkill) -> None:
    """CQ-EXP-5, CQ-EXP-8: a skill more, which takes no slot."""
    by, skill, character = command.by, command.skill, play.state.units[command.by]
    cost, using = priced(play.state, command)
    learned = tuple(dict.fromkeys((*character.skills, skill)))
    bought = tuple(dict.fromkeys((*character.bought, skill)))
    game = play.state.with_unit(by, ep=max(0, character.ep - cost), skills=learned, bought=bought)
    play.commit(game, SkillLearned(by, skill, cost, using))


def _change_understood(game: Fight, command: ChangeSkills) -> ChangeSkills:
    by_unit(game, command)
    character = game.units[command.by]
    if unknown := [skill for skill in (*command.drop, *command.learn) if skill not in skills()]:
        raise CommandError(f"There is no skill {shown(unknown[0])}.")
    if not (command.drop or command.learn):
        raise CommandError("Name the skills that are given up and learned.")
    if doubles([*command.drop]) or doubles([*command.learn]):
        raise CommandError("Name each skill once.")
    if foreign := [skill for skill in command.drop if skill not in character.skills]:
        raise ForbiddenError(f"{character.name} doesn't know {skills()[foreign[0]].name}.")
    kept = [skill for skill in character.skills if skill not in command.drop]
    if known := [skill for skill in command.learn if skill in kept]:
        raise ForbiddenError(f"{character.name} knows {skills()[known[0]].name} already.")
    return command


@forbids("CQ-SKL-6", reads=("drop",))
def _bought_skills_stay(game: Fight, command: ChangeSkills) -> str | None:
    one = game.units[command.by]
    bought = (
        f"{one.name} has bought {skills()[it].name}: it stays." for it in command.drop if it in one.bought
    )
    return next(bought, None)


def exchanged(character: Character, drop: tuple[str, ...], learn: tuple[str, ...]) -> Character:
    """CQ-SKL-6: the character after the exchange; the bonuses of dropped skills are lost."""
    return replace(
        character,
        skills=(*(skill for skill in character.skills if skill not in drop), *learn),
        bought=tuple(skill for skill in character.bought if skill not in drop),
        bonuses={skill: bonus for skill, bonus in character.bonuses.items() if skill not in drop},
    )


@fact(
    "{unit} {dropped:?gives up {dropped:skill}{learned:? and }}{learned:?learns {learned:skill}}.",
    headline="{unit} exchanges skills",
)
class SkillsExchanged(Fact, frozen=True):
    unit: str
    dropped: tuple[str, ...]
    learned: tuple[str, ...]


@COMMANDS.add(
    ChangeSkills,
    "Exchange skills",
    _change_understood,
    (between_combats("CQ-SKL-6"), _bought_skills_stay),
    rules=("CQ-SKL-6",),
    parts=lambda game, command: (Build(exchanged(game.units[command.by], command.drop, command.learn)),),
    part_checks=LEARNING,
    key="c",
    offered=offered_in("between"),
)
async def change_skills(play: Play[Fight], command: ChangeSkills) -> None:
    """CQ-SKL-6: unbought skills are exchanged for others."""
    by, drop, learn = command.by, command.drop, command.learn
    changed = exchanged(play.state.units[by], drop, learn)
    play.commit(play.state.with_units({by: changed}), SkillsExchanged(by, drop, learn))


# --- experience awarded, and spent on attributes and bonuses (CQ-EXP-1 to -4, -10 to -16)


def _bonuses(game: Fight, words: Words) -> Mapping[str, str]:
    """The skills that he knows, with what one more point of bonus costs, on their whole chain perhaps."""
    one, found = game.units[words["by"]], {}
    for id in one.skills:
        points = bonus_cost(id, "chain" in words)
        found[id] = f"{skills()[id].name} +{one.bonuses.get(id, 0)}: {points} points"
    return found


class BuyBonus(Command):
    """Buy +1 on a skill, or on a whole chain of skills."""

    skill: Annotated[str, Asked("Skill", "k", given=_bonuses)]
    chain: Annotated[
        bool,
        Asked("The whole chain", "c", advanced=True, hint="of skills that belong together"),
        "for every link of it",
    ] = False


ATTRIBUTES: tuple[Attribute, ...] = ("str", "dex", "int", "mov")


def _points_more(game: Fight, by: str) -> Mapping[str, str]:
    one, found = game.units[by], dict[str, str]()
    for id in ATTRIBUTES:
        value: int = getattr(one, id)
        found[id] = f"{id.upper()} {value} to {value + 1}: {attribute_cost(one, id)} points"
    return found


class BuyAttribute(Command):
    """Buy one point of an attribute."""

    attribute: Annotated[Attribute, Asked("Attribute", "t", _points_more)]


class Award(Command):
    """Experience for a reason, or credits."""

    reason: str = ""
    credits: Annotated[Count | None, "instead of a reason"] = None
    why: Reason = ""

    _clean = field_validator("why")(clean)


def _award_understood(game: Fight, command: Award) -> Award:
    by_unit(game, command)
    if bool(command.reason) == (command.credits is not None):
        raise CommandError("An award is given for a reason, or it is credits, and not both.")
    if command.reason and command.reason not in awards():
        raise CommandError(f"There is no reason {shown(command.reason)}: {', '.join(awards())}.")
    if not alive(game.units[command.by]):
        raise ForbiddenError(f"{game.units[command.by].name} is dead.")
    return command


@check("CQ-EXP-1", "CQ-EXP-2", "CQ-EXP-3", reads=("reason",))
def _a_reason_counts_once(game: Fight, command: Award) -> Refusal | None:
    """Each reason once for a character and scenario, and some after another."""
    row, one = awards().get(command.reason), game.units[command.by]
    if row is not None and row.id in one.awarded:
        return Refusal(row.rule, f"{one.name} has been given that already in this scenario.")
    if row is not None and row.needs and row.needs not in one.awarded:
        first = awards()[row.needs].name
        return Refusal(row.rule, f"{one.name} must first have been given this: {first}.", row.needs)
    return None


@fact(
    "{unit} gets {points:# experience point}: {reason:award}.",
    moment="gain",
    headline="{unit} +{points} experience",
)
class PointsAwarded(Fact, frozen=True):
    unit: str
    reason: str
    points: int


@fact(
    "{unit} gets {credits:# credit}{why:? ({why:word})}.",
    headline="{unit} {credits:signed} {credits:=1?credit|credits}",
)
class CreditsAwarded(Fact, frozen=True):
    unit: str
    credits: int
    why: str


@COMMANDS.add(
    Award,
    "Award experience or credits",
    _award_understood,
    (between_combats("CQ-EXP-4"), _a_reason_counts_once),
    rules=("CQ-EXP-1", "CQ-EXP-2", "CQ-EXP-3"),
    key="d",
    of_table=True,
    offered=offered_in("between"),
)
async def award(play: Play[Fight], command: Award) -> None:
    """CQ-EXP-1 to CQ-EXP-3: points for a reason, or credits."""
    by, reason, character = command.by, command.reason, play.state.units[command.by]
    if command.credits is not None:
        game = play.state.with_unit(by, wealth=character.wealth + command.credits)
        play.commit(game, CreditsAwarded(by, command.credits, command.why))
        return
    points, given = awards()[reason].points, tuple(dict.fromkeys((*character.awarded, reason)))
    game = play.state.with_unit(by, ep=character.ep + points, awarded=given)
    play.commit(game, PointsAwarded(by, reason, points))


# --- attributes


def attribute_cost(character: Character, attribute: Attribute) -> int:
    """CQ-EXP-14: the price of one point by the total after it; it doubles with each ten above the first limit."""
    total = attribute_total(character)
    if attribute != "mov" or character.mov >= number("base_mov"):
        total += 1
    above = max(0, total - number("attribute_first_total"))
    steps = -(-above // number("attribute_step"))
    return number("attribute_first_cost") * int(number("attribute_doubles") ** steps)


@fact(
    "{unit} has {attribute:caps} {value} now, for {cost:# experience point}.",
    moment="gain",
    headline="{unit}: {attribute:caps} {value}",
)
class AttributeRaised(Fact, frozen=True):
    unit: str
    attribute: str
    value: int
    cost: int


@COMMANDS.add(
    BuyAttribute,
    "Raise an attribute",
    by_unit,
    (
        between_combats("CQ-EXP-4"),
        affordable("ep", lambda game, it: attribute_cost(game.units[it.by], it.attribute), "attribute"),
    ),
    rules=("CQ-EXP-14",),
    reminders=("CQ-EXP-15", "CQ-EXP-7"),
    key="i",
    lines=points_to_spend,
    offered=offered_in("between"),
)
async def buy_attribute(play: Play[Fight], command: BuyAttribute) -> None:
    """CQ-EXP-14: one point more."""
    by, attribute, character = command.by, command.attribute, play.state.units[command.by]
    cost, value = attribute_cost(character, attribute), getattr(character, attribute) + 1
    game = play.state.with_unit(by, ep=max(0, character.ep - cost), **{attribute: value})
    play.commit(game, AttributeRaised(by, attribute, value, cost))


# --- bonuses


def chain_of(skill: str) -> tuple[str, ...]:
    """CQ-EXP-12: all links of the skill's chain; the skill alone where it is in none."""
    chain = skills()[skill].chain
    return tuple(id for id, row in skills().items() if row.chain == chain) if chain else (skill,)


def raised_skills(character: Character, skill: str, chain: bool) -> tuple[str, ...]:
    """CQ-EXP-10, CQ-EXP-12: the skills that gain: one, or every link of its chain that he knows."""
    known = tuple(link for link in chain_of(skill) if link in character.skills) if chain else ()
    return known or (skill,)


def bonus_cost(skill: str, chain: bool) -> int:
    """CQ-EXP-10, CQ-EXP-12: three times the table's slots, in a chain those of its dearest link."""
    priced = chain_of(skill) if chain else (skill,)
    return number("bonus_cost") * max(skills()[link].slots for link in priced)


def _whole_chain(command: Any) -> bool:
    """Whether it is for the whole chain; a form may not have asked yet."""
    return bool(getattr(command, "chain", False))


@forbids("CQ-SKL-9", reads=("skill",))
def _bonus_skill_is_known(game: Fight, command: BuyBonus) -> str | None:
    one, skill = game.units[command.by], command.skill
    return None if skill in one.skills else f"{one.name} doesn't know {skills()[skill].name}."


@forbids("CQ-EXP-13", reads=("skill",))
def _skill_carries_a_bonus(game: Fight, command: BuyBonus) -> str | None:
    """No bonus where it would double a skill, or nothing is ever rolled."""
    row = skills()[command.skill]
    return None if row.bonus else f"{row.name} takes no bonus."


@forbids("CQ-EXP-11", reads=("skill",))
def _advanced_version_first(game: Fight, command: BuyBonus) -> str | None:
    """The next link must be known; who buys for the whole chain needs two links instead (CQ-EXP-12)."""
    later, one = skills()[command.skill].next, game.units[command.by]
    lacks = later and later not in one.skills and not _whole_chain(command)
    return f"{one.name} must learn {skills()[later].name} first." if lacks else None


@forbids("CQ-EXP-12", reads=("skill", "chain"))
def _two_links_are_known(game: Fight, command: BuyBonus) -> str | None:
    one = game.units[command.by]
    known = sum(link in one.skills for link in chain_of(command.skill))
    lacks = command.chain and known < number("chain_links_least")
    return f"{one.name} doesn't know two links of a chain there." if lacks else None


@forbids("CQ-EXP-10", reads=("skill",))
def _bonus_has_room(game: Fight, command: BuyBonus) -> str | None:
    one, most = game.units[command.by], number("bonus_most")
    for skill in raised_skills(one, command.skill, _whole_chain(command)):
        if one.bonuses.get(skill, 0) >= most:
            return f"{one.name} has +{most} in {skills()[skill].name} already."
    return None


@fact(
    "{unit} gains +1 in {skills:skill} for {cost:# experience point}.",
    moment="gain",
    headline="{unit} +1 in {skills:first_of}",
    first_of=lambda skills: f"{skill_names(skills[0])}{', …' if skills[1:] else ''}",
)
class BonusGained(Fact, frozen=True):
    """+1 on one skill, or on every known link of a chain."""

    unit: str
    skills: tuple[str, ...]
    cost: int


@COMMANDS.add(
    BuyBonus,
    "Buy a bonus",
    known_skill,
    (
        between_combats("CQ-EXP-4"), _bonus_skill_is_known, _skill_carries_a_bonus, _advanced_version_first,
        _two_links_are_known, _bonus_has_room,
        affordable("ep", lambda game, command: bonus_cost(command.skill, _whole_chain(command)), "skill"),
    ),
    rules=("CQ-EXP-10", "CQ-EXP-12"),
    key="d",
    lines=points_to_spend,
    offered=offered_in("between"),
)  # fmt: skip
async def buy_bonus(play: Play[Fight], command: BuyBonus) -> None:
    """CQ-EXP-10, CQ-EXP-12: +1 on the skill, or on every known link of its chain; never above +3, agreed or not."""
    by, character = command.by, play.state.units[command.by]
    cost = bonus_cost(command.skill, command.chain)
    raised = raised_skills(character, command.skill, command.chain)
    more = {skill: min(number("bonus_most"), character.bonuses.get(skill, 0) + 1) for skill in raised}
    bonuses = {**character.bonuses, **more}
    game = play.state.with_unit(by, ep=max(0, character.ep - cost), bonuses=bonuses)
    play.commit(game, BonusGained(by, raised, cost))


# --- characters with files of their own: how they join a game, and how they come home from it (CQ-CHR-3, CQ-EXP-4)


CARRIED = (
    "str", "dex", "int", "mov", "skills", "bought", "bonuses", "weapons", "ready", "belt", "slung", "pack", "items",
    "worn", "armor", "armor2", "helmet", "shield", "shield_held", "energy_shield", "energy_shield_broken", "wealth",
    "ep", "damage", "nonlethal", "old_damage", "healed", "status", "arms_lost", "leg_lost", "leaks", "armor_worn",
    "shielding_worn",
)  # fmt: skip
"""What a character takes with him from game to game."""


class ComeHome(Command):
    """A game is over for a character: the character's file takes over what became of them. Vedette gives it by itself."""

    game: str
    title: str = ""
    character: Annotated[dict[str, Any], "the fields that have changed"]
    told: Annotated[list[str], "what happened, as the game's log tells it"] = []

    @field_validator("told")
    @classmethod
    def _said(cls, told: list[str]) -> list[str]:
        return [require_text(sentence) for sentence in told]


def careers(game: Fight) -> tuple[Career, ...]:
    """Everybody with a file; who has no settled game behind him has nothing to bring home."""
    found = []
    for name, one in game.units.items():
        if one.file:
            carried = {key: to_plain(getattr(one, key)) for key in CARRIED}
            words = {"by": name, "title": game.title, "character": carried}
            found.append(
                Career(name, one.file, one.file_mark, one.file_entry, words if game.settled else None)
            )
    return tuple(found)


def row_of(game: Fight, unit: str) -> dict[str, Any]:
    """A character as a row of a game file, with all that he carries from game to game."""
    character = game.units[unit]
    kept = {key: _given(to_plain(getattr(character, key))) for key in CARRIED}
    return {"id": unit, "name": character.name, "species": character.species, **kept}


def _given(value: Any) -> Any:
    """A value without what was left to the tables."""
    if isinstance(value, dict):
        return {key: _given(item) for key, item in value.items() if item is not None}
    return [_given(item) for item in value] if isinstance(value, list) else value


def _understood(game: Fight, command: ComeHome) -> ComeHome:
    """The character of the file, whatever he was called by in the game, brings home what one can bring home."""
    if len(game.units) == 1:
        command = command.model_copy(update={"by": next(iter(game.units))})
    by_unit(game, command)
    strange = next((key for key in command.character if key not in CARRIED), None)
    if strange is not None:
        raise CommandError(f"{strange} is nothing that a character brings home.")
    _at_home(game, command)
    return command


def _at_home(game: Fight, command: ComeHome) -> Fight:
    return all_adjusted(game, {f"units.{command.by}.{key}": it for key, it in command.character.items()})


@fact("{text:told}", told=lambda text: text if text.endswith((".", "!", "?")) else f"Remembered: {text}.")
class Remembered(Fact, frozen=True):
    """A sentence of an earlier game's log; notes needn't be sentences there."""

    text: str


@fact(
    "{unit} is back from {title:?{title:word}|a game}{ep:?, {ep:signed} experience}"
    "{credits:?, {credits:signed} credits}{wounds:?, {wounds:# point} of damage}"
    "{gained:?; gained {gained:things}}{lost:?; lost {lost:things}}."
)
class CameHome(Fact, frozen=True):
    """What the game has brought and cost; older files don't say so."""

    unit: str
    title: str
    ep: Annotated[int, WORDS] = 0
    credits: Annotated[int, WORDS] = 0
    wounds: Annotated[int, WORDS] = 0
    gained: Annotated[tuple[str, ...], WORDS] = ()
    lost: Annotated[tuple[str, ...], WORDS] = ()


@COMMANDS.add(ComeHome, "Come home", _understood, (between_combats("CQ-EXP-4"),))
async def come_home(play: Play[Fight], command: ComeHome) -> None:
    game = _at_home(play.state, command)
    before, after = play.state.units[command.by], game.units[command.by]
    had, has = Counter(owned(before)), Counter(owned(after))
    for sentence in command.told:
        play.emit(Remembered(sentence))
    home = CameHome(
        command.by,
        command.title,
        after.ep - before.ep,
        after.wealth - before.wealth,
        max(0, after.damage - before.damage),
        tuple((has - had).elements()),
        tuple((had - has).elements()),
    )
    play.commit(game, home)
