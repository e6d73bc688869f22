"""What a roll needs, put into lines before it is rolled: dice, numbers, modifiers with their rules."""

from __future__ import annotations

from vedette.engine.dice import Count, Remark
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
from vedette.view.vocabulary import Detail


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
    return (*(reading_line(remark) for remark in pool.readings), Detail("To activate", said))


def shoot_lines(game: Skirmish, unit: str, target: str, *, cover: bool) -> tuple[Detail, ...]:
    """A volley, and the test that it may bring: the most important last, which is cut last."""
    pool = shoot_pool(game, unit, target, cover=cover)
    return (*test_lines(game, target), Detail("To hit", pool_words(pool)))


def attack_lines(
    game: Skirmish, unit: str, target: str, *, cover: bool, own_cover: bool
) -> tuple[Detail, ...]:
    """The blows of both sides, and the tests that they may bring."""
    blow = attack_pool(game, unit, target, cover=cover)
    answer = defence_pool(game, target, unit, cover=own_cover, met=False)
    struck = pool_words(answer) if answer else "nothing: it has no ME (CO-ATK-1)"
    return (
        *test_lines(game, unit, target),
        Detail(f"{game.units[target].name} strikes back", struck),
        Detail("It strikes", pool_words(blow)),
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
    return (
        *(reading_line(remark) for remark in read),
        *(Detail(f"{game.units[unit].name} would test", resilience_words(game, unit)) for unit in units),
    )


def reading_line(remark: Remark) -> Detail:
    """How the table reads a rule that matters here."""
    return Detail(remark.name, f"{remark.text} ({', '.join(remark.rules)})")


def resilience_words(game: Skirmish, unit: str, *, rally: bool = False) -> str:
    """The number needed, the modifiers that are sure, and the Captain's with a question mark."""
    sure = is_captains(game, unit)
    bonus = captain_bonus(game, unit, rally=rally)
    pool = resilience_pool(game, Due(unit), bonus if sure else None)
    parts = [modifier_words(applied) for applied in pool.modifiers]
    parts += [modifier_words(modifier("r-lost")) + " each"] if not rally else []
    parts += [modifier_words(bonus) + "?"] if bonus and not sure else []
    return f"{pool.dice}d{pool.sides}, {pool.target}+" + "".join(f"; {part}" for part in parts)


def _remark_words(remark: Remark) -> str:
    rules = f" ({', '.join(remark.rules)})" if remark.rules else ""
    return f"{remark.name}: {remark.text}{rules}"


def spell_lines(game: Skirmish, spell: Spell, target: str, *, cover: bool) -> tuple[Detail, ...]:
    """A spell's dice, and the test that it may bring."""
    if not (spell.dice or spell.test):
        return ()
    tests = test_lines(game, target)
    if not spell.dice:
        return tests
    return (*tests, Detail("To hit", pool_words(spell_pool(game, spell, target, cover=cover))))
