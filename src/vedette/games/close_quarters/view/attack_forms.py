"""The forms of attacks that are made by hand: shots, throws and flames, aiming, fire into a hex, and blows; whom, with what, how, and what it comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from vedette.engine.figures import signed
from vedette.engine.play import Play
from vedette.games.close_quarters.arms import Arm, damage, figures, strong_max, unarmed
from vedette.games.close_quarters.attacks.flaming import before_the_flame
from vedette.games.close_quarters.attacks.grenades import victims
from vedette.games.close_quarters.attacks.melee import before_the_blow, fights_with_both, used_as
from vedette.games.close_quarters.attacks.opportunity import (
    before_opportunity_fire,
    hexes_to_fire_into,
    who_can_be_fired_at,
)
from vedette.games.close_quarters.attacks.shooting import (
    before_the_shot,
    before_the_throw,
    lowered,
    shot,
    shots_opened,
    throw_of,
)
from vedette.games.close_quarters.attacks.to_hit import (
    EXPOSING,
    STEADY,
    Attempt,
    Foreseen,
    friends_at_risk,
    likeliest_first,
    roll_of,
)
from vedette.games.close_quarters.attacks.weapon_checks import (
    EXPOSES,
    FUSES,
    HEIGHTS,
    LAUNCHER,
    MODES,
    carried_grenades,
    energy_dice,
    guns,
    has_fuse,
    is_flame_thrower,
    is_gun,
    nearest_in_front,
    throwables,
)
from vedette.games.close_quarters.candidates import BARE_HANDS, HANDS, ready_weapons, targets, weapon_words
from vedette.games.close_quarters.damage.blow import EXPLOSIVE, explode
from vedette.games.close_quarters.near import anybody, enemies, in_reach
from vedette.games.close_quarters.opening import known_hex
from vedette.games.close_quarters.state import BAYONET, Character, Fight, Grenade, Weapon
from vedette.games.close_quarters.tables import modifier, number
from vedette.games.close_quarters.turn.order import in_follow_up
from vedette.games.close_quarters.view.board import blast, board, fire_line
from vedette.games.close_quarters.view.cards import worn_words
from vedette.kit.words import count
from vedette.view.board import Board
from vedette.view.fields import Draft, chosen, hex_field, numeric, plain, text, toggle, words_of
from vedette.view.forms import Filled, FormValidator, Words, bare, graded, open_first, said, wanted
from vedette.view.hexes import distance, on_map
from vedette.view.view import Procedure
from vedette.view.vocabulary import Choice, Detail, Field

# --- how a gun is fired, as fields of a form


SHOTS = {"single": "single shot", "burst": "burst"}
"""What the modes of fire let fly that aren't automatic."""

SPOTS = {
    "head": "head", "weapon-arm": "weapon arm", "other-arm": "other arm", "right-leg": "right leg", "left-leg": "left leg",
}  # fmt: skip


def of_a_gun(
    validator: FormValidator[Fight], words: Words, character: Character, held: Weapon, draft: Draft
) -> list[Field]:
    """Mode, rounds, dice; support, posture, place, bayonet, tank."""
    energy = _energy(held, draft)
    fields = [
        *_modes(validator, {**words, **words_of("shoot", words["by"], energy)}, character, held, draft),
        *energy,
    ]
    fields += [*steadied(character, held, draft), *spot(validator.state, draft)]
    if BAYONET in held.fitted:
        fields.append(toggle("then_bayonet", "Then the bayonet", "b", draft, hint="at the same target"))
    if _tanks(validator.state, words["by"]):
        fields.append(
            toggle("tank", "At the tank", "k", draft, advanced=True, hint="of a flame thrower, from the rear")
        )
    return fields


def _modes(
    validator: FormValidator[Fight], words: Words, character: Character, held: Weapon, draft: Draft
) -> list[Field]:
    """Filled where the weapon has several; automatic fire also with how many rounds."""
    arm, known = figures(held), modes(held)
    usual = character.mode if character.shots and character.mode in known else next(iter(known), "single")
    filler = {"target": anybody(validator.state, words["by"])}
    labels = {mode: _mode_words(validator, {**filler, **words, "mode": mode}, arm) for mode in known}
    choices = graded(validator, words, "mode", labels, filler)
    mode = chosen("mode", "Fire", "m", draft, choices, default=usual)
    if mode.value != "auto":
        return [mode]
    return [mode, numeric("rounds", "Rounds", "o", draft, advanced=True, hint=f"all {arm.shots[2]}")]


def _mode_words(validator: FormValidator[Fight], words: Words, arm: Arm) -> str:
    """What a mode lets fly this turn: `2 single shots`, `automatic fire, 10 rounds`."""
    mode = words["mode"]
    if mode == "auto":
        return f"automatic fire, {count(arm.shots[MODES.index(mode)], 'round')}"
    command = validator.validate(words).command
    if command is None or in_follow_up(validator.state, words["by"]):
        return f"{SHOTS[mode]}s"
    return count(shots_opened(validator.state, command), SHOTS[mode])


def _energy(held: Weapon, draft: Draft) -> list[Field]:
    """CQ-NRG-1: the dice of a split shot."""
    arm = figures(held)
    if not arm.is_a("energy") or energy_dice(arm) < 2:
        return []
    dice = energy_dice(arm)
    choices = plain({n: f"{n} of {dice} dice" for n in range(dice, 0, -1)})
    return [chosen("power", "Power", "p", draft, choices, advanced=True, hint="weaker shots are more shots")]


def steadied(character: Character, held: Weapon, draft: Draft) -> list[Field]:
    """What steadies the weapon, and going down to fire it."""
    return [_support(held, draft), *_lower(character, draft)]


def _support(held: Weapon, draft: Draft) -> Field:
    fitted = {id: label for id, label in STEADY.items() if id == "rest" or id in held.fitted}
    return chosen("support", "Support", "r", draft, plain(fitted), advanced=len(fitted) < 2)


def _lower(character: Character, draft: Draft) -> list[Field]:
    """Going down before the shot, from standing or kneeling."""
    here = HEIGHTS.index(character.posture) if character.posture in HEIGHTS else 0
    lower = {posture: f"{posture} first" for posture in HEIGHTS[:here]}
    return [chosen("down", "Goes down", "d", draft, plain(lower), advanced=True)] if lower else []


def spot(game: Fight, draft: Draft) -> list[Field]:
    """CQ-OPT-7: a part of the body, where that is played."""
    if not game.options.aimed_shots:
        return []
    return [chosen("aim_at", "Aimed at", "a", draft, plain(SPOTS), hint="anywhere")]


def strength(character: Character, held: Weapon | None, draft: Draft) -> list[Field]:
    """CQ-WPN-4: strength to spare, for damage at the price of DEX."""
    most = strong_max(character, held) if held else 0
    if not most:
        return []
    choices = plain({n: f"{signed(n)} damage, {signed(-n)} to hit" for n in range(1, most + 1)})
    return [chosen("power", "Extra strength", "p", draft, choices, advanced=True)]


def _tanks(game: Fight, by: str) -> bool:
    return any(
        figures(weapon).is_a("flame-thrower")
        for name in enemies(game, by)
        for weapon in game.units[name].weapons
    )


def mode_of(do: str, character: Character, id: str) -> Words:
    """The first mode that the weapon has, so that it isn't refused for one that it lacks."""
    weapon = character.weapon(id)
    if do != "shoot" or weapon is None:
        return {}
    return {
        "mode": character.mode if character.shots and character.mode else next(iter(modes(weapon)), "single")
    }


def modes(weapon: Weapon) -> list[str]:
    """The modes of fire that a weapon has."""
    return [mode for mode, shots in zip(MODES, figures(weapon).shots, strict=True) if shots]


# --- the forms of shots, throws, flame throwers and aiming


SIZES = ("small", "large")


def shoot(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Target and weapon; the mode of fire; what is seldom said is folded away."""
    character = validator.state.units[by]
    weapon = _weapon(validator, "shoot", by, draft, guns(validator.state, by))
    words = {**bare("shoot", by), **said(weapon), **_drawn(character, weapon)}
    held = character.weapon(str(weapon.value or ""))
    if held is not None and figures(held).is_a(LAUNCHER):
        return _launch(validator, words, draft, weapon, held)
    more = of_a_gun(validator, words, character, held, draft) if held else []
    words |= words_of("shoot", by, more)
    target = _target(validator, words, by, draft, before_the_shot)
    words = _showing({**words, **said(target)}, validator, draft)
    second = _second_pistol(validator, words, character, draft)
    words |= words_of("shoot", by, second)
    fields = _with_exposing([target, weapon, *more, *second], words, draft)
    lines = (
        *_effect(validator, words, held),
        *_armor_of(validator.state, words),
        *_risk(validator, words, lambda game, command: shot(lowered(game, command), command)),
        *roll_of(validator, words, before_the_shot, "target"),
    )
    lines = _exposed(lines, words)
    return Filled(fields, words, lines, _board(validator.state, by, target))


def _armor_of(game: Fight, words: Words) -> tuple[Detail, ...]:
    """What the target wears, and the points that it stops: why so much may come to nothing."""
    target = game.units.get(str(words.get("target", "")))
    worn = worn_words(game, target) if target else ""
    return (Detail("Its armor", worn),) if worn else ()


def _second_pistol(
    validator: FormValidator[Fight], words: Words, character: Character, draft: Draft
) -> list[Field]:
    """CQ-ATK-14: a second pistol, where two count as two weapons, and whom it is fired at."""
    others = {
        id: label for id, label in ready_weapons(character, is_gun).items() if id != words.get("weapon")
    }
    if not others or "weapon" not in words or "target" not in words:
        return []
    return second_weapon(validator, words, others, enemies(validator.state, words["by"]), draft)


def second_weapon(
    validator: FormValidator[Fight], words: Words, others: Mapping[str, str], foes: list[str], draft: Draft
) -> list[Field]:
    """CQ-ATK-14: one of the other weapons, where a rule allows one, and then whom it is for."""
    choices = graded(validator, words, "weapon2", others)
    if all(choice.why_not for choice in choices):
        return []
    second = chosen("weapon2", "And then with", "n", draft, choices)
    if second.value is None:
        return [second]
    labels = plain(targets(validator.state, words["by"], foes))
    target = chosen("target2", "Its target", "i", draft, labels, advanced=True, hint="the same")
    return [second, target]


def _launch(
    validator: FormValidator[Fight], words: Words, draft: Draft, weapon: Field, launcher: Weapon
) -> Filled:
    """With a grenade launcher: into which hex, which grenade, and when it goes off."""
    game, by = validator.state, str(words["by"])
    character = game.units[by]
    where = into_hex(game, by, draft)
    grenade = grenade_field(character, draft)
    fired = character.weapon(str(grenade.value or ""))
    more = [grenade, *fuse_of(fired, draft), *steadied(character, launcher, draft)]
    words = _showing({**words, **words_of("shoot", by, [where, *more])}, validator, draft)
    fields = _with_exposing([where, weapon, *more], words, draft)
    lines = (
        *victims(game, by, fired, str(where.value or "")),
        *roll_of(validator, words, before_the_shot, "hex", "grenade"),
    )
    return Filled(fields, words, _exposed(lines, words), board_to(game, by, where, [grenade]))


def throw(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Target and weapon, strength to spare, a part of the body."""
    game, character = validator.state, validator.state.units[by]
    weapon = _weapon(validator, "throw", by, draft, throwables(game, by))
    words = {**bare("throw", by), **said(weapon), **_drawn(character, weapon)}
    held = character.weapon(str(weapon.value or ""))
    more = [*strength(character, held, draft), *spot(game, draft)]
    words |= words_of("throw", by, more)
    target = _target(validator, words, by, draft, before_the_throw)
    words = _showing({**words, **said(target)}, validator, draft)
    fields = _with_exposing([target, weapon, *more], words, draft)
    lines = (
        *_damage(game, character, held),
        *_armor_of(game, words),
        *_risk(validator, words, throw_of),
        *roll_of(validator, words, before_the_throw, "target"),
    )
    lines = _exposed(lines, words)
    return Filled(fields, words, lines, _board(game, by, target))


def flame(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """A small or a large burst at somebody; its hexes are asked for afterwards."""
    game, character = validator.state, validator.state.units[by]
    weapon = _weapon(validator, "flame", by, draft, ready_weapons(character, is_flame_thrower))
    words = {**bare("flame", by), **said(weapon)}
    sizes = graded(
        validator, words, "size", {size: _size_words(size) for size in SIZES}, {"target": anybody(game, by)}
    )
    size = chosen("size", "Burst", "b", draft, sizes, default="small")
    held = character.weapon(str(weapon.value or ""))
    steady = steadied(character, held, draft) if held else []
    words |= {**said(size), **words_of("flame", by, steady)}
    target = _target(validator, words, by, draft, before_the_flame)
    words = _showing({**words, **said(target)}, validator, draft)
    fields = _with_exposing([target, weapon, size, *steady], words, draft)
    lines = _exposed(roll_of(validator, words, before_the_flame, "target"), words)
    return Filled(fields, words, lines, _board(game, by, target))


def aim(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """With what, and at whom."""
    game, character = validator.state, validator.state.units[by]
    offered = {**ready_weapons(character, lambda arm: True), HANDS: BARE_HANDS}
    weapon = _weapon(validator, "aim", by, draft, offered)
    words = {**bare("aim", by), **said(weapon)}
    choices = open_first(graded(validator, words, "target", targets(game, by, enemies(game, by))))
    kept = character.aim_target if character.aim_target in [choice.value for choice in choices] else ""
    target = wanted("target", "Target", "t", {"target": kept, **draft} if kept else draft, choices)
    words |= said(target)
    turns = character.aim_turns if target.value == character.aim_target else 0
    lines = (Detail("Aiming", f"{turns} of {number('aim_turns_most')} turns so far (CQ-RNG-7)"),)
    return Filled([target, weapon], words, lines, _board(game, by, target))


# --- the weapon


def _weapon(
    validator: FormValidator[Fight], do: str, by: str, draft: Draft, offered: Mapping[Any, str]
) -> Field:
    character = validator.state.units[by]
    filler = {"target": anybody(validator.state, by)}
    choices: list[Choice] = []
    for id, label in offered.items():
        words = {**bare(do, by), **drawing_words(character, id), **mode_of(do, character, id)}
        choices += graded(validator, words, "weapon", {id: label}, filler, later=("power",))
    return wanted("weapon", "Weapon", "w", draft, choices)


def _drawn(character: Character, weapon: Field) -> Words:
    return drawing_words(character, str(weapon.value or ""))


def drawing_words(character: Character, id: str) -> Words:
    """CQ-OPT-10: what is on the belt is drawn and fired at once."""
    return {"quick": True} if id in character.belt else {}


# --- how he shows himself


def _showing(words: Words, validator: FormValidator[Fight], draft: Draft) -> Words:
    """Who has to show himself shows himself over the wall, or else round its end, unless he says how."""
    wish = text(draft, "expose")
    if wish in EXPOSING:
        return {**words, "expose": wish}
    for way in ("", *EXPOSING):
        tried = {**words, "expose": way} if way else words
        refusal = validator.validate(tried).refusal
        if refusal is None or refusal.rule != EXPOSES:
            return tried
    return words


def _with_exposing(fields: list[Field], words: Words, draft: Draft) -> list[Field]:
    """How he shows himself comes right after the target; at the end and out of the way where it doesn't matter."""
    way = words.get("expose")
    choices = plain(_exposing_words())
    exposing = chosen("expose", "Leans out", "e", draft, choices, default=way, advanced=way is None)
    return [*fields, exposing] if way is None else [fields[0], exposing, *fields[1:]]


def _exposed(lines: tuple[Detail, ...], words: Words) -> tuple[Detail, ...]:
    """How he shows himself, told above the number: only the last lines are in view for certain."""
    way = words.get("expose")
    return lines if way is None else (*lines[:-1], Detail("Leans out", _exposing_words()[way]), *lines[-1:])


def _exposing_words() -> dict[str, str]:
    """Each way with what it costs him, and what it does for those who fire at him."""
    over, out = modifier("concealment_over").value, modifier("concealment_lean").value
    return {
        "over": f"over the wall ({signed(over)} to be hit)",
        "lean": f"round its end ({signed(modifier('lean').value)}; {signed(out)} to be hit)",
    }


def _size_words(size: str) -> str:
    fuel, hexes = number(f"flame_{size}_fuel"), number(f"flame_{size}_hexes")
    return f"{size} burst: {hexes} hexes, {fuel} of fuel"


# --- the target, and what it comes to


def _target(validator: FormValidator[Fight], words: Words, by: str, draft: Draft, before: Foreseen) -> Field:
    """The enemies by how likely they are hit."""
    game = validator.state

    def at(target: Any) -> Words:
        return _showing({**words, "target": target}, validator, draft)

    if not game.units[by].hex:
        return wanted("target", "Target", "t", draft, ())
    choices = tuple(
        choice
        for name, label in targets(game, by, enemies(game, by)).items()
        for choice in graded(
            validator, {**at(name)}, "target", {name: label}, {} if "weapon" in words else {"weapon": ""}
        )
    )
    return _listed(draft, likeliest_first(validator, choices, at, before))


def _listed(draft: Draft, targets: tuple[Choice, ...]) -> Field:
    """The targets as a table: how far away, and how likely hit."""
    return replace(wanted("target", "Target", "t", draft, targets), heads=("hex", "hit"))


def _effect(validator: FormValidator[Fight], words: Words, held: Weapon | None) -> tuple[Detail, ...]:
    """Damage, and the shots of this turn."""
    game, character = validator.state, validator.state.units[words["by"]]
    command = validator.validate(words).command
    if held is None or command is None or in_follow_up(game, words["by"]):
        return _damage(game, character, held)
    shots = shots_opened(game, command)
    return (*_damage(game, character, held), Detail("Shots", f"{shots}"))


def _risk(
    validator: FormValidator[Fight], words: Words, attempt: Callable[[Fight, Any], Attempt]
) -> tuple[Detail, ...]:
    """Friends that may be hit in place of the target."""
    command = validator.validate(words).command if "target" in words else None
    if command is None or not validator.state.units[words["by"]].hex:
        return ()
    return friends_at_risk(validator.state, attempt(validator.state, command))


def _damage(game: Fight, character: Character, held: Weapon | None) -> tuple[Detail, ...]:
    return (Detail("Damage", damage(game, character, held)),) if held else ()


def _board(game: Fight, by: str, target: Field) -> Board:
    """The map with the line of fire."""
    there = game.units.get(str(target.value or ""))
    line = fire_line(game, by, there.hex) if there and there.hex else None
    return board(game, side=game.units[by].side, line=line)


# --- attacks on hexes


def opportunity_fire(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Who has just moved or left cover, and in which hex he is fired at; the one nearest to the watched hex first."""
    game, character = validator.state, validator.state.units[by]
    there = {name: game.units[name].name for name in who_can_be_fired_at(game, by)}
    name = wanted("target", "Target", "t", draft, plain(there))
    target = str(name.value or "")
    words: Words = {**bare("opportunity_fire", by), **said(name)}
    watched = known_hex(game, by)
    way = [hex for hex in hexes_to_fire_into(game, by, target) if on_map(game.map, hex)] if target else []
    ordered = sorted(way, key=lambda one: distance(one, watched)) if watched else way
    choices = graded(
        validator, words, "hex", {hex: _off(hex, watched) for hex in ordered}, {"target": target}
    )
    hex = wanted("hex", "Fired at in", "h", draft, choices)
    held = character.weapon(character.overwatch.weapon) if character.overwatch else None
    steady = [_support(held, draft)] if held is not None and figures(held).missile else []
    fields = [hex, name, *_grenade_at_mover(character, draft), *steady]
    words = _showing(words_of("opportunity_fire", by, fields), validator, draft)
    fields = _with_exposing(fields, words, draft) if steady else fields
    lines = roll_of(validator, words, before_opportunity_fire, "target", "hex") if watched else ()
    lines = _exposed(lines, words)
    return Filled(fields, words, lines, board_to(game, by, hex, fields))


def _grenade_at_mover(character: Character, draft: Draft) -> list[Field]:
    """CQ-GRN-4: of who watches with a grenade when it goes off; with a launcher also which one."""
    held = character.weapon(character.overwatch.weapon) if character.overwatch else None
    if held is None or not figures(held).is_a(LAUNCHER):
        return fuse_of(held, draft)
    grenade = grenade_field(character, draft)
    return [grenade, *fuse_of(character.weapon(str(grenade.value or "")), draft)]


def grenade_field(character: Character, draft: Draft) -> Field:
    """Which of the grenades that he carries the launcher fires."""
    carried = {held.id: weapon_words(character, held) for held in carried_grenades(character)}
    return wanted("grenade", "Grenade", "n", draft, plain(carried))


def fuse_of(held: Weapon | None, draft: Draft) -> list[Field]:
    """CQ-GRN-4: when a grenade goes off; a molotov bursts at once."""
    if not has_fuse(held):
        return []
    return [chosen("fuse", "Goes off", "f", draft, plain(FUSES), default="turn")]


def into_hex(game: Fight, by: str, draft: Draft) -> Field:
    """Anywhere; the hex of the nearest enemy in front to begin with."""
    return hex_field(game.map, "hex", "Into hex", "h", draft, default=nearest_in_front(game, by))


def _off(hex: str, watched: str) -> str:
    hexes = distance(hex, watched) if watched else 0
    return f"{hex}, {hexes} off the watched hex" if hexes else f"{hex}, the watched hex"


def board_to(game: Fight, by: str, where: Field, fields: Sequence[Field] = ()) -> Board:
    """The map with the line to the hex, and where a grenade among the fields would hurt."""
    hex = str(where.value or "")
    made = board(game, side=game.units[by].side, line=fire_line(game, by, hex) if hex else None, cursor=hex)
    held = _explosive(game.units[by], (field.value for field in fields))
    return replace(made, blast=blast(game, hex, figures(held))) if hex and held is not None else made


def sets_off(game: Fight, words: Mapping[str, Any]) -> Procedure[Fight] | None:
    """CQ-GRN-5: the blast in the hex that a command names, whenever it goes off; None where nothing does."""
    by, hex = str(words.get("by")), str(words.get("hex", ""))
    held = _explosive(game.units[by], words.values()) if hex and by in game.units else None
    if held is None:
        return None

    async def goes_off(play: Play[Fight]) -> None:
        await explode(play, Grenade("explosive", hex=hex, weapon=held, by=by), hex)

    return goes_off


def _explosive(character: Character, named: Iterable[Any]) -> Weapon | None:
    """The grenade that bursts, of the weapons that are named."""
    weapons = (character.weapon(value) for value in named if isinstance(value, str))
    return next((one for one in weapons if one is not None and figures(one).is_a(EXPLOSIVE)), None)


# --- blows


def attack(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Target and weapon; strength to spare; a second weapon for who can use two."""
    game, character = validator.state, validator.state.units[by]
    weapon = _struck_with(validator, by, draft)
    words = {**bare("attack", by), **said(weapon), **_club(character, weapon.value)}
    held = character.weapon(str(weapon.value or ""))
    more = [*strength(character, used_as(held), draft), *spot(game, draft)]
    words |= words_of("attack", by, more)
    target = _in_reach(validator, words, by, draft)
    words |= said(target)
    second = _second(validator, words, character, draft)
    words |= words_of("attack", by, second)
    lines = (
        Detail("Damage", _blow_damage(game, character, held)),
        *_armor_of(game, words),
        *roll_of(validator, words, before_the_blow, "target", "weapon"),
    )
    return Filled([target, weapon, *more, *second], words, lines)


def parries_with_one(character: Character) -> bool:
    """Whether defending needs a choice: with two weapons that are used together."""
    held = [weapon for id in ready_weapons(character, _strikes) if (weapon := character.weapon(id))]
    return any(fights_with_both(character, one, other) for one, other in combinations(held, 2))


def _struck_with(validator: FormValidator[Fight], by: str, draft: Draft) -> Field:
    """Melee weapons and bayonets in hand, bare hands, guns as clubs."""
    game, character = validator.state, validator.state.units[by]
    filler = {"target": anybody(game, by)}
    offered = {**ready_weapons(character, lambda arm: arm.use != "grenade"), HANDS: BARE_HANDS}
    choices: list[Choice] = []
    for id, label in offered.items():
        words = {**bare("attack", by), **_club(character, id)}
        named = f"{label}{' as a club' if 'as_club' in words else ''}: {_blow_damage(game, character, character.weapon(id))}"
        choices += graded(validator, words, "weapon", {id: named}, filler)
    choices.sort(key=lambda choice: _rank(character, choice))
    return wanted("weapon", "Weapon", "w", draft, choices)


def _rank(character: Character, choice: Choice) -> tuple[bool, int]:
    """Weapons before hands, hands before clubs; what a rule forbids last."""
    clubbed = bool(_club(character, choice.value))
    return choice.why_not is not None, 2 if clubbed else 1 if choice.value == HANDS else 0


def _club(character: Character, id: Any) -> Words:
    """CQ-POL-10: a gun without a bayonet strikes as a club; hand-to-hand a small one fires."""
    weapon = character.weapon(str(id or ""))
    plain_gun = weapon is not None and figures(weapon).missile and used_as(weapon) is weapon
    return {"as_club": True} if plain_gun and not character.hth else {}


def _blow_damage(game: Fight, character: Character, held: Weapon | None) -> str:
    if held is None:
        return unarmed(character).hth if character.hth else unarmed(character).punch
    club = bool(_club(character, held.id))
    used = used_as(held, club=club)
    if used is not None and character.hth and figures(used).is_a("knife"):
        return unarmed(character).knife_hth
    return damage(game, character, used or held)


def _second(validator: FormValidator[Fight], words: Words, character: Character, draft: Draft) -> list[Field]:
    """CQ-ATK-14: the second weapon, for who holds two, and whom it strikes."""
    others = {
        id: label for id, label in ready_weapons(character, _strikes).items() if id != words.get("weapon")
    }
    if not others or not words.get("weapon") or words["weapon"] == HANDS or "target" not in words:
        return []
    return second_weapon(validator, words, others, in_reach(validator.state, words["by"]), draft)


def _strikes(arm: Arm) -> bool:
    return arm.use == "melee"


def _in_reach(validator: FormValidator[Fight], words: Words, by: str, draft: Draft) -> Field:
    """Those in reach, by how likely they are hit."""

    def at(target: Any) -> Words:
        return {**words, "target": target}

    labels = targets(validator.state, by, in_reach(validator.state, by))
    filler = {} if "weapon" in words else {"weapon": HANDS}
    choices = graded(validator, words, "target", labels, filler)
    return _listed(draft, likeliest_first(validator, choices, at, before_the_blow))
