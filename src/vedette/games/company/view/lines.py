"""What a roll needs, put into lines before it is rolled: dice, numbers, modifiers with their rules."""

from __future__ import annotations

from dataclasses import replace

from vedette.engine.dice import Count, Remark, Total
from vedette.games.company.activation import activation_pool
from vedette.games.company.attacking import attack_pool, defence_pool
from vedette.games.company.groups import captain_bonus, captained, company_of, is_captains, needed_for
from vedette.games.company.magic import spell_pool
from vedette.games.company.resilience import readings_of_test, resilience_pool
from vedette.games.company.routs import Due
from vedette.games.company.shooting import shoot_pool
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import Spell, modifier
from vedette.kit.words import modifier_words
from vedette.view.dice_text import signed
from vedette.view.vocabulary import Detail, PlannedRoll

SECOND_TRY = Remark("Captain near", "a second try", ("CO-CAP-8",))


def activation_line(game: Skirmish, unit: str, order: str, *, check: bool = False) -> tuple[Detail, ...]:
    """What the order or the Reckless `check` needs, and whether a second try is to be had."""
    if needed_for(game, unit, order) is None:
        return ()
    pool = activation_pool(game, unit, order, check=check)
    said = f"{pool.dice}d{pool.sides}, {pool.target}+ (CO-ACT-4)"
    if (
        not check
        and not company_of(game, unit).reroll_used
        and captained(game, unit, "commanding", "legendary")
    ):
        said += ", once again near the Captain (CO-CAP-8)"
        pool = replace(pool, remarks=(*pool.remarks, SECOND_TRY))
    side = game.units[unit].side
    roll = PlannedRoll("To activate", said, side=side, pool=pool, basis=order.capitalize())
    return (*(reading_line(remark) for remark in pool.readings), roll)


def shoot_line(game: Skirmish, unit: str, target: str, *, cover: bool) -> Detail:
    """The dice of a volley."""
    pool = shoot_pool(game, unit, target, cover=cover)
    return PlannedRoll("To hit", pool_words(pool), side=game.units[unit].side, pool=pool, basis="MI")


def blow_lines(game: Skirmish, unit: str, target: str, *, cover: bool, own_cover: bool) -> tuple[Detail, ...]:
    """The blows of both sides."""
    blow = attack_pool(game, unit, target, cover=cover)
    answer = defence_pool(game, target, unit, cover=own_cover, met=False)
    back = "Strikes back"
    return (
        PlannedRoll("To hit", pool_words(blow), side=game.units[unit].side, pool=blow, basis="ME"),
        PlannedRoll(back, pool_words(answer), side=game.units[target].side, pool=answer, basis="ME")
        if answer
        else Detail(back, "nothing: it has no ME (CO-ATK-1)"),
    )


def pool_words(pool: Count) -> str:
    """Dice, what each must show, and why."""
    parts = [modifier_words(modifier) for modifier in pool.modifiers] + [
        _remark_words(remark) for remark in pool.remarks
    ]
    return f"{pool.dice} D{pool.sides}, {pool.target}+ hits" + "".join(f"; {part}" for part in parts)


def test_lines(game: Skirmish, *units: str) -> tuple[Detail, ...]:
    """Section 9: what the test of each Group would need, what is known of it beforehand, and how it is read."""
    near = {unit: captain_bonus(game, unit, rally=False) for unit in units}
    read = dict.fromkeys(remark for unit in units for remark in readings_of_test(game, unit, near[unit]))
    return (*(reading_line(remark) for remark in read), *(_test_line(game, unit) for unit in units))


def _test_line(game: Skirmish, unit: str) -> Detail:
    group = game.units[unit]
    text = f"{group.name}: {resilience_words(game, unit)}"
    pool = _known_beforehand(game, unit, rally=False)
    return PlannedRoll("Would test", text, side=group.side, pool=pool, basis="R")


def reading_line(remark: Remark) -> Detail:
    """How the table reads a rule that matters here."""
    return Detail(remark.name, f"{remark.text} ({', '.join(remark.rules)})")


def resilience_words(game: Skirmish, unit: str, *, rally: bool = False) -> str:
    """The number needed, the modifiers that are sure, and the Captain's with a question mark."""
    pool = _known_beforehand(game, unit, rally=rally)
    parts = [modifier_words(applied) for applied in pool.modifiers]
    parts += [f"{remark.name} {remark.text} ({', '.join(remark.rules)})" for remark in pool.remarks]
    return f"{pool.dice}d{pool.sides}, {pool.target}+" + "".join(f"; {part}" for part in parts)


def _known_beforehand(game: Skirmish, unit: str, *, rally: bool) -> Total:
    """The pool of a test, with what may still be added to it as remarks."""
    bonus = captain_bonus(game, unit, rally=rally)
    sure = is_captains(game, unit)
    each = modifier("r-lost")
    open_still = [] if rally else [Remark(each.title, f"{signed(each.value)} each", each.rules)]
    if bonus and not sure:
        open_still.append(Remark(bonus.title, f"{signed(bonus.value)}?", bonus.rules))
    return replace(resilience_pool(game, Due(unit), bonus if sure else None), remarks=tuple(open_still))


def _remark_words(remark: Remark) -> str:
    rules = f" ({', '.join(remark.rules)})" if remark.rules else ""
    return f"{remark.name}: {remark.text}{rules}"


def spell_line(game: Skirmish, unit: str, spell: Spell, target: str, *, cover: bool) -> Detail:
    """The dice of a spell."""
    pool = spell_pool(game, spell, target, cover=cover)
    return PlannedRoll("To hit", pool_words(pool), side=game.units[unit].side, pool=pool, basis=spell.name)
