"""What each command asks of the table."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from vedette.engine.common import CONCEDE
from vedette.games.company.attacking import attack_lines, calms
from vedette.games.company.groups import (
    companies_of,
    edition,
    has,
    location,
    movement,
    reckless_against,
    spells_of,
)
from vedette.games.company.phase_check import PHASE_CHECK
from vedette.games.company.scoring import award_text
from vedette.games.company.shooting import enemies_in_play
from vedette.games.company.specs import COMMANDS
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import number, plays, rules_in
from vedette.games.company.view.places import of_the_location
from vedette.games.company.view.secrets import secrets_of, told
from vedette.view.asked import declared, reminded
from vedette.view.fields import NONE, Draft, chosen, words_of
from vedette.view.forms import Filled, FormBuilder, FormValidator, Words, concede_form, first_possible
from vedette.view.vocabulary import Choice, Detail, Field, Form

CALMED = "calmed"
"""In place of a target: a Calming Captain spares the Group its check."""


def score(validator: FormValidator[Skirmish], by: str, draft: Draft) -> Filled:
    game = validator.state
    choices: list[Choice] = []
    words: dict[str, Words] = {}
    lines: list[Detail] = []  # what the scenario gives VP for, and to whom
    for n, award in enumerate(game.book.scenario.awards):
        text = award_text(game.book.scenario, award)
        if award.when == "declared" and award.role in ("both", game.sides[by].role) and award.vp > 0:
            choices.append(Choice(f"award {n}", f"{award.vp} VP: {text}"))
            words[f"award {n}"] = {"vp": award.vp, "reason": text}
        who = "" if award.role == "both" else f" for the {award.role}"
        when = "score it yourselves" if award.when == "declared" else "counted at the end"
        lines.append(Detail(f"{award.vp} VP{who}", f"{text}: {when}"))
    for name in companies_of(game, by):
        company, key = game.companies[name], f"ambition {name}"
        if company.ambition:
            own = game.book.ambitions[company.ambition]
            words[key] = {"ambition": True, "company": name}
            refused = validator.validate({"do": "score", "by": by, **words[key]}).refusal
            choices.append(Choice(key, f"{own.vp} VP: {own.name} of {company.name}", refused))
    offered = (*choices, Choice(NONE, "something else"))
    what = chosen("what", "For what", "w", draft, offered, default=first_possible(offered), required=True)
    if what.value != NONE:
        said = {"do": "score", "by": by, **words.get(what.value, {})}
        return Filled([what], said, tuple(lines))
    vp = Field("vp", "VP", "v", "number", draft.get("vp"), required=True, unit="VP")
    reason = Field("reason", "Reason", "r", "text", draft.get("reason"), required=True)
    return Filled([what, vp, reason], words_of("score", by, [vp, reason]), tuple(lines))


def reckless(validator: FormValidator[Skirmish], by: str, draft: Draft) -> Filled:
    """The enemy that it must try to attack, or that none is in reach; then what an attack asks."""
    game, rest = validator.state, declared("reckless")(validator, by, draft)
    enemies = validator.choices({"inches": 0, **rest.words}, "target", enemies_in_play(game, by))
    free = validator.validate({"do": "reckless", "by": by}).refusal
    such = "such " if 0 < len(reckless_against(game, by)) < len(enemies) else ""
    nobody = Choice(NONE, f'no {such}enemy within {movement(game, by, ""):g}"', free, none=True)
    spared = (
        (Choice(CALMED, f'calmed by the Captain within {number("captain_range")}"'),)
        if calms(game, by)
        else ()
    )
    offered = (*enemies, nobody, *spared)
    target = chosen("target", "Target", "t", draft, offered, default=first_possible(enemies), required=True)
    if target.value == CALMED:
        return Filled([target], {"do": "reckless", "by": by, "calmed": True})
    none_near = target.value == NONE
    others = [field for field in rest.fields if field.name != "calmed"]
    fields = [target] if none_near else [target, *others]
    words = words_of("reckless", by, [target]) | ({} if none_near else rest.words)
    command = validator.validate(words if none_near else {"inches": 0, **words}).command
    return Filled(fields, words, attack_lines(game, by, command, check=True))


def _whom(game: Skirmish, by: str, draft: Draft) -> Field:
    """Which Group in play, whoever gives the command."""
    offered = tuple(Choice(name, unit.name) for name, unit in game.units.items() if unit.in_play)
    first = by if by in game.units else None
    return chosen("group", "Group", "g", draft, offered, default=first, required=True)


def test_form(validator: FormValidator[Skirmish], by: str, draft: Draft) -> Filled:
    group, own = _whom(validator.state, by, draft), edition(validator.state)
    rest = declared("test")(validator, group.value or by, draft)
    lost = (
        replace(one, label=f"{own.r} lost", unit=own.r) if one.name == "lost" else one for one in rest.fields
    )
    return Filled([group, *lost], rest.words, rest.lines)


def hazard_form(validator: FormValidator[Skirmish], by: str, draft: Draft) -> Filled:
    """One of the location's hazards with its dice, or another that is told in full (CO-LOC-4)."""
    game, place = validator.state, location(validator.state)
    group, known = _whom(game, by, draft), {one.name: one for one in (place.hazards if place else ())}
    called = (Choice(name, f"{name}, {one.count} dice on {one.value}+") for name, one in known.items())
    offered = (*called, Choice(NONE, "something else"))
    what = chosen("hazard", "Hazard", "z", draft, offered, default=first_possible(offered), required=True)
    if what.value is None:
        return Filled([group, what], words_of("hazard", group.value or by, []))
    if what.value == NONE:
        rest = declared("hazard")(validator, group.value or by, draft)
        return Filled([group, *([what] if known else []), *rest.fields], rest.words, rest.lines)
    one = known[what.value]
    told: Draft = {"reason": one.name, "count": one.count, "value": one.value, "double": one.double}
    rest = declared("hazard")(validator, group.value or by, {**draft, **told})
    open_still = [field for field in rest.fields if field.name not in told]
    return Filled([group, what, *open_still], rest.words, (Detail(one.name, one.who), *rest.lines))


def mark(validator: FormValidator[Skirmish], by: str, draft: Draft) -> Filled:
    """CO-SCN-12: which of the defenders' Groups it is."""
    game = validator.state
    own = {name: unit.name for name, unit in game.units.items() if unit.side == game.with_role("defender")}
    choices = validator.choices({"do": "mark"}, "by", own)
    group = chosen("group", "Group", "g", draft, choices, required=True)
    return Filled([group], {"do": "mark", "by": group.value or by})


def reveal(validator: FormValidator[Skirmish], by: str, draft: Draft) -> Filled:
    """A side's secret ambitions, for its own eyes; nothing is picked beforehand, so that looking shows nobody anything.

    They may be looked at where no rule lets the side reveal one.
    """
    game, choices, words = validator.state, list[Choice](), dict[str, Words]()
    for company, one in secrets_of(game, by):
        own = told(game, company, one)
        words[f"{company} {one.id}"] = {"do": "reveal", "by": by, "company": company, "ambition": one.id}
        choices.append(Choice(f"{company} {one.id}", own.label, note=own.text))
    which = chosen("ambition", "Reveal to everybody", "a", draft, tuple(choices), required=True)
    return Filled([which], words.get(which.value, {"do": "reveal", "by": by}))


_BUILDERS: Mapping[str, FormBuilder[Skirmish]] = {
    "reckless": reckless, "test": test_form, "hazard": hazard_form, "score": score, "mark": mark, "reveal": reveal,
}  # fmt: skip


def _of_no_concern(game: Skirmish, by: str, words: Words) -> set[str]:
    """The reminders that nobody needs here: of cohesion for a single model, of Foes where there are none, and so on."""
    profiles = game.book.units.values()
    has_foes = by in game.units and bool(game.book.units[by].foes)
    spell = spells_of(game).get(str(words.get("spell")))
    idle = {
        "CO-TER-4": spell is not None and not (spell.cover or spell.is_shot),
        "CO-TER-6": spell is not None and not (spell.sight or spell.is_shot),
        "CO-MOV-4": by in game.units
        and (game.book.units[by].models_said and game.book.units[by].models == 1),
        "CO-BLD-8": not any(one.foes or one.banes for one in profiles),
        "CO-TRA-17": not (has_foes and has(game, by, "reckless") and plays(game, "foe_reckless", "must")),
        "CO-TRA-22": not any("stealthy" in one.traits for one in profiles),
    }
    return {rule for rule, nobody in idle.items() if nobody}


def form(game: Skirmish, do: str, by: str, draft: Draft) -> Form:
    validator = FormValidator(COMMANDS, PHASE_CHECK, game)
    if do == CONCEDE:
        return concede_form(validator, by, draft)
    build = _BUILDERS.get(do) or declared(do, sole=True)
    asked, spec = build(validator, by, draft), COMMANDS[do]
    beside = reminded(spec, rules_in(game.edition), _of_no_concern(game, by, asked.words))
    beside = tuple(of_the_location(game, beside))
    own = {"test": f"Test {edition(game).tested}", "reveal": "Secret ambitions"}
    title = own.get(do, spec.title)
    return validator.form(title, asked.fields, asked.words, lines=asked.lines, reminders=beside)
