"""The table as a whole, a Group as a card, the rules behind its chips, its traits, and what of it is corrected by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from vedette.engine import figures
from vedette.engine.figures import signed
from vedette.engine.grammar import agree, the
from vedette.engine.plain import to_plain
from vedette.engine.requests import Request
from vedette.engine.text import joined
from vedette.games.company import groups, tables
from vedette.games.company.ambitions import met
from vedette.games.company.building import named_traits
from vedette.games.company.groups import is_captains, profile
from vedette.games.company.phase_check import (
    apprentices_without_spells,
    captains_without_trait,
    companies_without_ambition,
    pending,
)
from vedette.games.company.resilience import feels_nothing, resilience_words
from vedette.games.company.scoring import if_it_ended_now
from vedette.games.company.specs import COMMANDS, CONDITIONS
from vedette.games.company.state import TURN, Group, Skirmish
from vedette.games.company.tables import TITLE, Profile, number, token_name
from vedette.games.company.taunts import own_taunts
from vedette.games.company.view import places
from vedette.games.company.view.actions import start_refused, who_can_act
from vedette.games.company.view.secrets import ambition_marks, ambitions_known
from vedette.kit.words import count, whose
from vedette.view.common_forms import condition_badges, condition_details
from vedette.view.signs import Standing, Tone
from vedette.view.steppers import at_level, counter, flag, member, yes_or_no
from vedette.view.vocabulary import Badge, Card, Detail, Level, Mark, Pip, Prompt, SideView, Stepper, Table

CHIPS: dict[str, tuple[str, ...]] = {
    "ROUTED": ("CO-ROU-1",), "DESERTED": ("CO-CAP-3",), "reserve": ("CO-MAG-4", "CO-MAG-5"),
    "off table": ("CO-SET-11",), "ESCAPED": ("CO-SCN-2",), "held back": ("CO-DEP-1", "CO-DEP-2"),
    "may Move at once": ("CO-SCN-7",), "SHAKEN": ("CO-SHK-1", "CO-SHK-2", "CO-SHK-3"), "in melee": ("CO-ATK-4", "CO-RET-6"),
    "Bloodied": ("CO-GEN-5",), "formation": ("CO-TRA-4",), "Ward": ("CO-MAG-6",),
    "Captain": ("CO-SET-4", "CO-RES-9", "CO-SHK-4"), "must Rally": ("CO-RAL-1", "CO-RAL-2"),
    "tests next": ("CO-RES-14",), "tests later": ("CO-RES-14",), "tests last": ("CO-RES-14",),
    "Reckless check": ("CO-REC-1", "CO-REC-2", "CO-REC-3"), "tested": ("CO-ACT-1",), "checked": ("CO-ACT-1",),
}  # fmt: skip

MOST_NAMED = 2
"""So many Groups that are due are called upon by their names."""

MOST_APART = 6
"""Up to so much FS has a cell of its own for each; more of it stands together, so that no card needs to count it."""

MOST_COUNTED = 12
"""So far a counter of a location is stepped."""

PHASES = {
    "setup": "Set-up", "rally": "Rally", "reckless": "Reckless checks", "activation": "Activations",
    "closing": "Counting VP", "over": "The game is over",
}  # fmt: skip


def table(game: Skirmish, request: Request | None) -> Table:
    acting = request.side if request else game.active
    rounds = (closing.value for closing in game.book.scenario.closing if closing.when == "rounds")
    last, marks = next(rounds, 0), []  # 0 where it closes otherwise
    # The points that a Company has left; its Groups' cards say what follows. Its name, where its side has another.
    alone = len(game.companies) == len(game.sides)
    for name, company in game.companies.items():
        left = company.points - company.points_lost
        told = f"{left} of {company.points} left" if alone else f"{left}/{company.points}"
        called = "Points" if company.name == game.sides[company.side].name else company.name
        done = not groups.in_play(game, name)
        marks.append(Mark(f"company-{name}", called, told, company.side, done=done, objective=False))
    marks += (*_kept(game), *ambition_marks(game))
    ended: dict[str, int] = {}
    if game.phase not in ("setup", "over"):  # without what the players award, and what is secret
        ended = {
            id: side.vp + sum(vp for vp, _ in if_it_ended_now(game, id)) for id, side in game.sides.items()
        }
    return Table(
        title=game.book.scenario.name or TITLE,
        round=f"Round {game.round}{f' of {last}' if last else ''}" if game.turn else "",
        phase=PHASES[game.phase],
        sides=tuple(
            SideView(
                name, game.side_name(name), f"{figures.number(side.vp)} VP", acting == name, ended.get(name)
            )
            for name, side in game.sides.items()
        ),
        cards=tuple(_asked(card(game, name), request) for name in game.units),
        marks=tuple(marks),
        prompt=prompt(game),
        outcome=game.verdict,
        rounds=(game.round, last),
    )


def _kept(game: Skirmish) -> Iterator[Mark]:
    """Section 9: the scenario's tokens, its marked Group and what closes it, and the location with its counters.

    What matters most stands in the names: where room is short these are all that is told.
    """
    said, now = game.book.scenario, game.scenario
    if said.token:
        gone = {"taken": now.tokens_taken, "destroyed": now.tokens_destroyed}
        told = ["on the table", *(f"{many} {what}" for what, many in gone.items() if many)]
        name = f"{now.tokens} {token_name(said.token, many=now.tokens != 1)}"
        yield Mark("tokens", name, ", ".join(told), objective=False)
    if now.marked:
        marked = game.units[now.marked]
        yield Mark("marked", f"{said.mark}: {marked.name}", "", done=not marked.in_play, objective=False)
    if now.ritual_done:
        yield Mark("ritual", "The ritual is done", "", objective=False)
    if now.final_turn and game.phase != "over":
        yield Mark("final", "The last turn", "the game closes as it ends", objective=False)
    if game.location:
        yield Mark("location", tables.locations(game.edition)[game.location].name, "", objective=False)
    for name, value in game.counters.items():
        yield Mark(f"counter-{name}", f"{name.capitalize()} {value}", "", objective=False)


def _asked(card: Card, request: Request | None) -> Card:
    """The card of a Group that waits for its test in the chain of a command: when that comes."""
    waiting = [one.unit for one in request.chain.waiting] if request and request.chain else []
    if card.id not in waiting:
        return card
    place = waiting.index(card.id)
    when = "next" if not place else "last" if place == len(waiting) - 1 else "later"
    return replace(card, badges=(Badge(f"tests {when}", "warn", risk=False), *card.badges))


def position(game: Skirmish) -> str:
    if not game.turn:
        return PHASES["setup"]
    where = game.sides[game.active].name if game.active else PHASES[game.phase]
    return f"Round {game.round} · {where}"


def prompt(game: Skirmish) -> Prompt:
    text = game.book.scenario.text
    match pending(game) if game.phase == "setup" else "":
        case "captain_trait":
            captain = game.units[captains_without_trait(game)[0]]
            hint = f"Roll {groups.edition(game).captain_dice}d6, or keep an established Captain's trait."
            return Prompt(captain.side, f"Choose or roll a trait for the Captain ({captain.name}).", hint)
        case "roll_off":
            return Prompt("", "Roll off: the higher die attacks.", text)
        case "ambition":
            company = game.companies[companies_without_ambition(game)[0]]
            return Prompt(company.side, f"Deploy; then choose the ambition of {company.name}.", text)
        case "choose_spells":
            apprentice = game.units[apprentices_without_spells(game)[0]]
            hint = f"It Casts these {number('apprentice_spells')} and no others."
            return Prompt(apprentice.side, f"Choose the spells of {apprentice.name}.", hint)
        case "mark":
            defenders, mark = game.with_role("defender"), game.book.scenario.mark
            return Prompt(defenders, f"Deploy, then choose the {mark} among the defenders.", text)
        case "start" if (refusal := start_refused(game)) is not None:
            holds_back = game.with_role("defender") if refusal.rule == "CO-SCN-6" else ""
            return Prompt(holds_back, refusal.words, text, places.setup_rolls(game))
        case "start":
            return Prompt("", "Deploy the Groups, then start the game.", text, places.setup_rolls(game))
    # One Group or two by their names; of more, which the cards mark, how many there are.
    waiting = groups.due(game, game.phase, game.active)
    names = " and ".join(game.units[unit].name for unit in waiting)
    if len(waiting) > MOST_NAMED:
        names = f"{len(waiting)} Groups left"
    other = game.side_name(game.other(game.active)) if game.active else ""
    match game.phase:
        case "rally":
            hint = f"Each tests once, in any order. On a failure: lose 1 {groups.edition(game).r} and retreat. The turn goes on."
            return Prompt(game.active, f"Rally first: {names}.", hint)
        case "reckless":
            hint = "Each must try to attack an enemy within its move. A failed check does not end the turn."
            return Prompt(game.active, f"Reckless checks: {names}.", hint)
        case "activation" if at_once := [group.name for group in game.units.values() if group.move_on]:
            hint = "Any other order gives that up."
            return Prompt(game.active, f"{joined(at_once)} may Move at once.", hint, places.card(game))
        case "activation" if who_can_act(game):
            hint = f"A failed activation hands the turn to {the(other)}."
            text = f"Activate a Group, or end the turn ({len(who_can_act(game))} can still act)."
            return Prompt(game.active, text, hint, places.card(game))
        case "activation":
            hint = f"Then {the(other)} {agree(other, 'acts', 'act')}."
            text = "No Group is left to activate: end the turn."
            return Prompt(game.active, text, hint, places.card(game))
        case "closing":
            hint = "Score scenario points and ambitions first."
            if groups.edition(game).secret:
                hint = "The scenario and the ambitions are counted for you."
            return Prompt("", "The game is over. Count the VP.", hint)
    return Prompt("", game.verdict + ".")


def card(game: Skirmish, unit: str) -> Card:
    group, own = game.units[unit], profile(game, unit)
    return Card(
        id=unit,
        name=group.name,
        side=group.side,
        standing=_standing(game, group),
        pips=(Pip(group.r, own.r_max, own.captain, group.name),),
        value=group.r,
        full=own.r_max,
        apart=own.resolve is None or own.r_max <= MOST_APART,
        points=groups.edition(game).r,
        left=group.escaped,
        badges=tuple(_badges(game, unit, group)),
        stats=tuple(_stats(game, unit, own)) if group.in_play or group.reserve else (),
    )


def _standing(game: Skirmish, group: Group) -> Standing:
    """Whoever must be tested next is at hand; of several each may be the next, and none is yet."""
    if group.routed or group.deserted:
        return "gone"
    if not group.in_play:
        return "away"
    if game.outcome or game.phase not in TURN:
        return "here"
    if group.must_rally or group.awaits_check:
        due = [*groups.due(game, "rally", group.side), *groups.due(game, "reckless", group.side)]
        return "ready" if due[1:] else "active"
    if group.move_on:
        return "active"
    done = group.activated or group.rallied or group.checked or group.shaken
    return "done" if done else "ready"


def _badges(game: Skirmish, unit: str, group: Group) -> Iterator[Badge]:
    if group.routed or group.deserted:
        yield Badge("DESERTED" if group.deserted else "ROUTED", "dim")
        return
    if not group.in_play:
        waits = "held back" if groups.edition(game).reserve_worth else "reserve"
        yield Badge("ESCAPED" if group.escaped else waits if group.reserve else "off table", "dim")
        return
    active = group.side == game.active
    if active and (group.must_rally or group.awaits_check):
        yield Badge("must Rally" if group.must_rally else "Reckless check", "bad", risk=False)
    if group.shaken:
        yield Badge("SHAKEN", "bad")
    if group.in_melee_with:
        yield Badge("in melee", "bad", risk=False)
    yield from condition_badges(game, unit)
    if groups.bloodied(game, unit):
        yield Badge("Bloodied", "warn")
    if group.defensive:
        yield Badge("formation", "good")
    if group.warded:
        yield Badge("Ward", "good")
    for effect in group.effects:
        spell = groups.spells_of(game)[effect.spell]
        tone: Tone = "good" if effect.side == group.side else "warn"
        yield Badge(spell.name, tone, effect=spell.text, rules=spell.rules)
    if group.carrying:
        rules = ("CO-SCN-7", "CO-SCN-8", "CO-SCN-9")
        yield Badge(token_name(game.book.scenario.token), "warn", risk=False, rules=rules)
    if group.move_on:
        yield Badge("may Move at once", "good")
    for taunt, _ in groups.taunts_of(game, unit):
        yield Badge(taunt.name, "plain", effect=taunt.text, rules=("CO-TNT-7",))
    if game.scenario.marked == unit:
        yield Badge(game.book.scenario.mark, "plain", rules=("CO-SCN-12",))
    if is_captains(game, unit):
        yield Badge("Captain", "plain")
    if active and game.phase in TURN and (group.rallied or group.checked):
        yield Badge("tested" if group.rallied else "checked", "dim")


def _stats(game: Skirmish, unit: str, own: Profile) -> Iterator[tuple[str, str]]:
    """Orders, by the keys that give them, with their numbers, then T and ME; MI and MO are opened up."""
    for order, value in own.activation.items():
        yield COMMANDS[order].key.upper(), str(value)
    if own.resolve is not None:
        yield "R", f"{own.resolve}+"
    now = groups.toughness(game, unit)
    yield "T", str(own.t) if now == own.t else f"{own.t}→{now}"
    if own.me:
        yield "ME", f"{own.me.attack or '–'}/{own.me.defend}"


def details(game: Skirmish, unit: str) -> Iterator[Detail]:
    group, company, own = game.units[unit], groups.company_of(game, unit), profile(game, unit)
    if own.resolve is not None:
        yield Detail(groups.edition(game).r, _two_numbers(game, unit), rules=("CO-FS-1", "CO-FS-2"))
    if own.me:
        yield Detail("Melee", f"ME: {own.me.words}", kind="weapon", brief=own.me.cell)
    if own.mi:
        brief = f'{own.mi.range:g}" {own.mi.hit}+'
        yield Detail("Missiles", f"MI: {own.mi.words}", kind="weapon", brief=brief)
    if group.in_melee_with:
        yield Detail("In melee with", ", ".join(game.units[other].name for other in group.in_melee_with))
    yield from condition_details(CONDITIONS, game, unit)
    if group.in_play:
        said = resilience_words(game, unit, rally=group.must_rally)
        needs = "passes (Unfeeling)" if feels_nothing(game, unit) else said.partition("; ")[0]
        yield Detail("Tests", said, brief=needs)
        stays = groups.must_stay(game, unit) or any(
            taunt.no_move for taunt, _ in groups.taunts_of(game, unit)
        )
        far = "not at all" if stays else f'{groups.movement(game, unit):g}"'
        back = f'Retreats {groups.retreat_distance(game, unit)}"'
        yield Detail("Moves", f"{far}, {'no Retreat' if groups.cannot_retreat(game, unit) else back}")
    if is_captains(game, unit) and company.trait:
        trait = tables.captain_traits(game.edition)[company.trait]
        works = groups.captained(game, unit, company.trait) and not company.captain_used
        said = f"{trait.name}{', used this turn' if company.captain_used else ''}. {trait.text}"
        brief = "" if game.phase == "setup" else trait.name
        yield Detail("Captain", said, struck=not works, kind="ability", brief=brief)
    models = f", {count(own.models, 'model')}" if own.models_said else ""
    if own.resolve is not None and own.models > 1:  # CO-FS-3
        models = f", models {groups.models_left(game, unit)} of {own.models}"
    yield Detail("Worth", f"{count(groups.worth(game, unit), 'point')}{models}")
    left = f"{company.points - company.points_lost} of {company.points} left"
    yield Detail(company.name, _company_words(game, group.company), brief=left)
    yield from _in_force(game, unit)
    lost = [one for one in own.traits if not groups.has(game, unit, one)]
    for name, named in named_traits(own, game.edition):
        said = f"Used this turn. {named.text}" if named.id in group.used else named.text
        yield Detail(name, said, struck=named.id in (*lost, *group.used), kind="ability")
    for spell in group.spells:
        known = groups.spells_of(game)[spell]
        check = f"{known.check}+: " if known.check else ""
        yield Detail(known.name, f"{check}{known.text}", kind="ability")


def _two_numbers(game: Skirmish, unit: str) -> str:
    """Section 9: what is left of it, and what a test must reach, which the edition may call by one word."""
    own, edition = profile(game, unit), groups.edition(game)
    left, more = game.units[unit].r, groups.toughness_modifiers(game, unit)
    hurt = ["Bloodied"] if groups.bloodied(game, unit) else []
    if edition.r == edition.resolve:
        said = [f"{left} of {own.r_max} / {own.resolve}+", *hurt]
    else:
        said = [f"{left}/{own.r_max}", *hurt, f"R {own.resolve}+"]
    added = f" ({', '.join(f'{signed(one.value)} {one.name}' for one in more)})" if more else ""
    return " · ".join((*said, f"T {own.t}{added}"))


def _in_force(game: Skirmish, unit: str) -> Iterator[Detail]:
    """The spells on a Group with their end, and the taunts that it has Proclaimed."""
    for effect in game.units[unit].effects:
        spell = groups.spells_of(game)[effect.spell]
        until = f"until {whose(game.side_name(effect.side))} next turn"
        yield Detail(
            f"Spell: {spell.name}", f"{spell.text.rstrip('.')}, {until}", kind="ability", brief=until
        )
    for taunt, target in groups.taunts_of(game, unit):
        at = f" (against {game.units[target].name})" if target else ""
        yield Detail(f"“{taunt.name}”{at}", taunt.text, kind="ability")


def _company_words(game: Skirmish, name: str) -> str:
    company = game.companies[name]
    half = -(-company.points // number("half_divisor"))
    role = game.sides[company.side].role
    parts: list[str] = [role] if role else []
    parts.append(f"{company.points_lost} of {company.points} points lost")
    if groups.below_half(company):
        parts.append("tests at −1")
    if not company.half_lost and company.points:
        parts.append(f"all test at {half} lost")
    if len(groups.in_play(game, name)) == 2:
        parts.append("the next rout leaves the last")
    if company.ambition:
        own = game.book.ambitions[company.ambition]
        parts.append(f"ambition: {own.name}, {own.vp} VP" + (" (scored)" if company.ambition_done else ""))
    if known := ambitions_known(game, name):
        parts.append(f"ambitions: {known}")
    return " · ".join(parts)


# --- the traits of a Group, each with the game as it would be without it: what decided a volley or a melee is found that way


def traits(game: Skirmish, unit: str) -> Mapping[str, Skirmish]:
    own, found = profile(game, unit), {}
    for trait in own.traits:
        without = replace(own, traits=tuple(one for one in own.traits if one != trait))
        book = replace(game.book, units={**game.book.units, unit: without})
        found[groups.trait_row(game, trait).name] = replace(game, book=book)
    return found


# --- what of it is corrected by hand


def steppers(game: Skirmish, name: str) -> tuple[Stepper, ...]:
    group, path = game.units[name], f"units.{name}"
    if group.routed:
        back = {f"{path}.routed": False, f"{path}.in_play": True}
        return (yes_or_no("Routed", back, {}, now=True, key="r"),)
    made = [
        counter(groups.edition(game).r, f"{path}.r", group.r, profile(game, name).r_max, "r"),
        flag("Shaken", f"{path}.shaken", group.shaken, "s"),
        flag("Has acted", f"{path}.activated", group.activated, "a"),
    ]
    if groups.has(game, name, "defensive") or group.defensive:
        made.append(flag("Defensive formation", f"{path}.defensive", group.defensive, "f"))
    if any(spell.t for spell in groups.spells_of(game).values()):
        made.append(flag("Ward", f"{path}.warded", group.warded, "w"))
    if not group.escaped and not groups.may_be_held_back(game):
        made.append(flag("In play", f"{path}.in_play", group.in_play, "p"))
    made += _whereabouts(game, name)
    # Every enemy in play, those in melee first; set in the enemy's list, the Group's own follows.
    enemies = [
        (other, enemy) for other, enemy in game.units.items() if game.enemies(name, other) and enemy.in_play
    ]
    for other, enemy in sorted(enemies, key=lambda pair: name not in pair[1].in_melee_with):
        if group.in_play:
            listed = f"units.{other}.in_melee_with"
            made.append(member(f"Melee: {enemy.name}", listed, enemy.in_melee_with, name, "m"))
    return (
        *made,
        flag("Routed", f"{path}.routed", now=False, key="o"),
        *_of_scenario(game),
        *_of_company(game, name),
        *_cast_and_said(game, name),
    )


def _whereabouts(game: Skirmish, name: str) -> Iterator[Stepper]:
    """Held back or Escaped, and a token."""
    group, path = game.units[name], f"units.{name}"
    away = [("Held back", "reserve", "b")] if groups.may_be_held_back(game) else []
    away += [("Escaped", "escaped", "e")] if game.book.scenario.escape or group.escaped else []
    for label, field, key in away:
        here, gone = ({f"{path}.{field}": is_so, f"{path}.in_play": not is_so} for is_so in (False, True))
        yield yes_or_no(label, here, gone, getattr(group, field), key)
    if "take" in game.book.scenario.orders:
        yield flag(f"Carries {token_name(game.book.scenario.token)}", f"{path}.carrying", group.carrying, "c")


def _cast_and_said(game: Skirmish, name: str) -> Iterator[Stepper]:
    """The spells on a Group, and the taunts that it may Proclaim or has."""
    group, path = game.units[name], f"units.{name}"
    lasting = [one for one in groups.spells_of(game).values() if one.lasts]
    for spell in lasting if any(other.spells for other in game.units.values()) else ():
        rest = [to_plain(one) for one in group.effects if one.spell != spell.id]
        levels = {"": Level("no", {f"{path}.effects": rest})}
        for side in game.sides:
            cast = [*rest, {"spell": spell.id, "side": side}]
            levels[side] = Level(f"cast by {the(game.side_name(side))}", {f"{path}.effects": cast})
        now = next((one.side for one in group.effects if one.spell == spell.id), "")
        yield at_level(f"Spell: {spell.name}", levels, now, "l")
    given = {one.taunt: one for one in group.taunts}
    may_be = {*given, *(one.id for one in own_taunts(game, name) if not one.target)}
    for taunt in tables.taunts(game.edition).values():
        if taunt.id in may_be:
            rest = [to_plain(one) for id, one in given.items() if id != taunt.id]
            said = [*rest, {"taunt": taunt.id, "target": ""}]
            label, where = f"Taunt: {taunt.name}", f"{path}.taunts"
            yield yes_or_no(label, {where: rest}, {where: said}, taunt.id in given, "t")


def _of_company(game: Skirmish, name: str) -> Iterator[Stepper]:
    """CO-AMB-5: on the Captain's Group, whether an ambition that is no secret is met, where the table saw it otherwise."""
    company = game.units[name].company if is_captains(game, name) else ""
    for place, one in enumerate(game.companies[company].ambitions if company else ()):
        if one.revealed:
            label, path = game.book.ambitions[one.id].name, f"companies.{company}.ambitions.{place}.met"
            yield flag(label, path, met(game, company, one.id))


def _of_scenario(game: Skirmish) -> Iterator[Stepper]:
    """The tokens of the scenario and the counters of the location, which belong to the table."""
    done = {"tokens": "on the table", "tokens_taken": "taken", "tokens_destroyed": "destroyed"}
    for field, where in done.items() if game.book.scenario.token else ():
        label = f"{token_name(game.book.scenario.token, many=True)} {where}"
        yield counter(label, f"scenario.{field}", getattr(game.scenario, field), game.book.scenario.tokens)
    for name, now in game.counters.items():
        yield counter(name.capitalize(), f"counters.{name}", now, MOST_COUNTED)
