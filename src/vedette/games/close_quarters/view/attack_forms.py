"""The forms of attacks that are made by hand: shots, throws and flames, aiming, fire into a hex, and blows; whom, with what, how, and what it comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from vedette.engine.driver import Procedure
from vedette.engine.figures import signed
from vedette.engine.play import Play
from vedette.games.close_quarters import candidates
from vedette.games.close_quarters.arms import FLAME_THROWER, Arm, damage_words, figures, toughness
from vedette.games.close_quarters.attacks import flaming, grenades, melee, opportunity, shooting
from vedette.games.close_quarters.attacks import to_hit as aiming
from vedette.games.close_quarters.attacks import weapon_checks as need
from vedette.games.close_quarters.attacks.hitting import hit_of
from vedette.games.close_quarters.attacks.to_hit import Attempt
from vedette.games.close_quarters.candidates import HANDS, ready_weapons, targets
from vedette.games.close_quarters.damage.armor import guard_against
from vedette.games.close_quarters.damage.blow import EXPLOSIVE, explode
from vedette.games.close_quarters.derived import worn_rows
from vedette.games.close_quarters.near import anybody, away, brawl, enemies, in_reach, is_enemy
from vedette.games.close_quarters.opening import known_hex
from vedette.games.close_quarters.state import BAYONET, Character, Fight, Grenade, Weapon
from vedette.games.close_quarters.tables import modifier, number
from vedette.games.close_quarters.terrain import solid, swept
from vedette.games.close_quarters.turn.order import in_follow_up
from vedette.games.close_quarters.view.board import blast, board, fire_line, moved
from vedette.kit.words import count
from vedette.view.board import Board
from vedette.view.fields import Draft, chosen, hex_field, numeric, plain, text, toggle, words_of
from vedette.view.forms import Filled, FormValidator, Words, bare, graded, open_first, said, wanted
from vedette.view.hexes import area, direction_between, distance, on_map
from vedette.view.vocabulary import Choice, Detail, Field

SHOTS = {"single": "single shot", "burst": "burst"}
"""What the modes of fire let fly that aren't automatic."""

SPOTS = {
    "head": "head", "weapon-arm": "weapon arm", "other-arm": "other arm", "right-leg": "right leg", "left-leg": "left leg",
}  # fmt: skip

WEAPONS: Mapping[str, Callable[[Fight, str], Mapping[str, str]]] = {
    "shoot": need.guns,
    "throw": need.throwables,
    "flame": lambda game, by: ready_weapons(game.units[by], need.is_flame_thrower),
    "aim": lambda game, by: {**ready_weapons(game.units[by], lambda arm: True), HANDS: candidates.BARE_HANDS},
}
"""What each of these is done with."""

ATTEMPTS: Mapping[str, Callable[[Fight, Any], Attempt]] = {
    "shoot": shooting.shot,
    "throw": shooting.shot,
    "flame": flaming.flame_of,
    "attack": melee.blow_of,
    "opportunity_fire": opportunity.watched_attack,
}
"""The attack that each of these commands describes."""


def attempted(game: Fight, command: Any) -> tuple[Fight, Attempt]:
    """The attack that a command describes, and the game in which it is made.

    Who goes down first has gone down, and who is fired at by a watcher stands in that hex.
    """
    attempt = ATTEMPTS[command.do](game, command)
    if command.do == "opportunity_fire":
        return game.with_unit(command.target, hex=command.hex), attempt
    return shooting.lowered(game, command) if getattr(command, "down", "") else game, attempt


class _Attack:
    """The form of an attack in the making: who attacks, and the words so far."""

    def __init__(self, validator: FormValidator[Fight], do: str, by: str, draft: Draft) -> None:
        self.validator, self.game, self.by, self.draft = validator, validator.state, by, draft
        self.character = self.game.units[by]
        self.foes = in_reach(self.game, by) if do == "attack" else enemies(self.game, by)
        self.words = bare(do, by)

    def say(self, *fields: Field) -> list[Field]:
        """The fields, once they are said."""
        self.words |= words_of(self.words["do"], self.by, fields)
        return list(fields)

    @property
    def held(self) -> Weapon | None:
        return self.character.weapon(str(self.words.get("weapon") or ""))

    def graded(self, field: str, offered: Mapping[Any, str], **more: Any) -> tuple[Choice, ...]:
        """Choices weighed by the words so far, and with more of them."""
        filler = {"target": anybody(self.game, self.by)}
        return graded(self.validator, {**self.words, **more}, field, offered, filler, later=("power",))

    # --- with what

    def weapon(self) -> Field:
        """The weapons that there are for it, each drawn from the belt where it is there, in its usual mode; the one is said."""
        choices: list[Choice] = []
        for id, label in WEAPONS[self.words["do"]](self.game, self.by).items():
            words, held = drawing_words(self.character, id), self.character.weapon(id)
            if self.words["do"] == "shoot" and held is not None:
                words["mode"] = _usual_mode(self.character, held)
            choices += self.graded("weapon", {id: label}, **words)
        field = wanted("weapon", "Weapon", "w", self.draft, choices)
        self.say(field)
        self.words |= drawing_words(self.character, str(field.value or ""))
        return field

    def steadied(self, held: Weapon | None) -> list[Field]:
        if held is None:
            return []
        posture = self.character.posture
        here = need.HEIGHTS.index(posture) if posture in need.HEIGHTS else 0
        lower = plain({posture: f"{posture} first" for posture in need.HEIGHTS[:here]})
        down = [chosen("down", "Goes down", "d", self.draft, lower, advanced=True)] if lower else []
        return [self.support(held), *down]

    def support(self, held: Weapon) -> Field:
        fitted = {id: label for id, label in aiming.STEADY.items() if id == "rest" or id in held.fitted}
        return chosen("support", "Support", "r", self.draft, plain(fitted), advanced=len(fitted) < 2)

    def spot(self) -> list[Field]:
        """CQ-OPT-7: a part of the body, where that is played."""
        if not self.game.options.aimed_shots:
            return []
        return [chosen("aim_at", "Aimed at", "a", self.draft, plain(SPOTS), hint="anywhere")]

    def strength(self, held: Weapon | None) -> list[Field]:
        """CQ-WPN-4: strength to spare, for damage at the price of DEX."""
        choices = plain(melee.to_spare(self.character, held))
        field = chosen("power", "Extra strength", "p", self.draft, choices, advanced=True)
        return [field] if choices else []

    def second(self, fits: Callable[[Arm], bool]) -> list[Field]:
        """CQ-ATK-14: another weapon, for who holds two and where a rule allows one, and then whom it is for."""
        used, ready = self.words.get("weapon"), ready_weapons(self.character, fits)
        others = {id: label for id, label in ready.items() if id != used}
        if not others or not used or used == HANDS or "target" not in self.words:
            return []
        choices = graded(self.validator, self.words, "weapon2", others)
        if all(choice.why_not for choice in choices):
            return []
        second = chosen("weapon2", "And then with", "n", self.draft, choices)
        if second.value is None:
            return self.say(second)
        labels = plain(targets(self.game, self.by, self.foes))
        return self.say(
            second, chosen("target2", "Its target", "i", self.draft, labels, advanced=True, hint="the same")
        )

    def grenade(self) -> Field:
        carried = {
            held.id: candidates.weapon_words(self.character, held)
            for held in need.carried_grenades(self.character)
        }
        return wanted("grenade", "Grenade", "n", self.draft, plain(carried))

    def fuse(self, held: Weapon | None) -> list[Field]:
        """CQ-GRN-4: when a grenade goes off; a molotov bursts at once."""
        if not need.has_fuse(held):
            return []
        return [chosen("fuse", "Goes off", "f", self.draft, plain(need.FUSES), default="turn")]

    # --- at whom, and how he shows himself

    def target(self) -> Field:
        """The enemies by how likely they are hit, as a table: how far away, and the chance; those that a rule forbids last.

        Each has in its note what is against it: its state, and what hinders the roll. The one is said.
        """
        game, by, found = self.game, self.by, list[tuple[float, Choice]]()
        filler = {} if "weapon" in self.words else {"weapon": HANDS if self.words["do"] == "attack" else ""}
        for name, label in targets(game, by, self.foes if self.character.hex else []).items():
            words = self.showing({**self.words, "target": name})
            (choice,) = graded(self.validator, words, "target", {name: label}, filler)
            command = self.validator.validate(words).command
            called, _, *state = candidates.target_parts(game, by, name)
            roll = aiming.to_hit_roll(*attempted(game, command)) if command is not None else None
            if roll is None or choice.why_not:
                choice = replace(choice, columns=choice.columns or (called,))
            else:
                hinders = [mod for mod in roll.pool.modifiers if mod.value < 0]
                note = ", ".join([*state, *(f"{signed(mod.value)} {mod.title.lower()}" for mod in hinders)])
                chance = f"{roll.chance:.0%}"
                columns = (called, str(away(game, by, name)), chance)
                choice = Choice(name, f"{label}: {chance}", columns=columns, note=note, chance=chance)
            found.append((roll.chance if roll is not None else 0, choice))
        found.sort(key=lambda pair: (pair[1].why_not is not None, -pair[0]))
        field = wanted("target", "Target", "t", self.draft, [choice for _, choice in found])
        self.words = self.showing({**self.words, **said(field)})
        return replace(field, heads=("hex", "hit")) if self.character.hex else field

    def showing(self, words: Words) -> Words:
        """Who has to show himself shows himself over the wall, or else round its end, unless he says how."""
        wish = text(self.draft, "expose")
        if self.words["do"] == "attack":
            return words
        if wish in aiming.EXPOSING:
            return {**words, "expose": wish}
        for way in ("", *aiming.EXPOSING):
            tried = {**words, "expose": way} if way else words
            refusal = self.validator.validate(tried).refusal
            if refusal is None or refusal.rule != need.EXPOSES:
                return tried
        return words

    # --- what it comes to

    def harm(self) -> tuple[Detail, ...]:
        """What a hit does, and what the target has against it: why so much may come to nothing."""
        command = self.validator.validate(self.words).command if "target" in self.words else None
        if command is None or not self.character.hex:
            if not self.held:
                return ()
            return (Detail("A hit:", damage_words(self.game, self.character, self.held), kind="sum"),)
        game, attempt = attempted(self.game, command)
        struck, target = hit_of(game, attempt, attempt.target), game.units[attempt.target]
        guard = guard_against(game, struck, struck.aim_at)
        worn = [row.name.lower() for row in worn_rows(target) if row.id in guard.armor]
        bonus = f" {signed(struck.bonus)}" if struck.bonus else ""
        less = (
            (guard.held, "shield" if target.shield in guard.things else "guard"),
            (guard.worn, " and ".join(worn) or "armor"),
            (toughness(target), "toughness"),
        )
        told = "".join(f" − {points} {what}" for points, what in less if points)
        times = f"{struck.multiple} × " if struck.multiple > 1 else ""
        told = f"{times}{struck.damage.replace('-', '−')}{bonus}{told}"
        return (Detail("A hit:", told, kind="sum", rules=("CQ-DMG-1",)),)

    def roll(self, *needed: str) -> tuple[Detail, ...]:
        """The breakdown of what these words come to; nothing off the map, or while a needed word is missing."""
        if not self.character.hex or any(word not in self.words for word in needed):
            return ()
        command = self.validator.validate(self.words).command
        return aiming.breakdown(*attempted(self.game, command)) if command is not None else ()

    def risk(self) -> tuple[Detail, ...]:
        """CQ-AVD-3, CQ-AVD-7, CQ-AVD-8: who of the attacker's own side may be hit in place of the target, in words."""
        command = self.validator.validate(self.words).command if "target" in self.words else None
        if command is None or not self.character.hex:
            return ()
        game, (_, attempt) = self.game, attempted(self.game, command)
        where = {
            "grappling with the target": brawl(game, attempt.target),
            "in the way": aiming.in_the_way(game, attempt),
            "behind the target": aiming.figures_beyond(game, attempt),
        }
        told = []
        for what, names in where.items():
            friends = [name for name in names if name != self.by and not is_enemy(game, self.by, name)]
            told += [f"{candidates.named(game, friends)} {what}"] if friends else []
        return (Detail("May hit a friend:", "; ".join(told), kind="warning"),) if told else ()

    def line_to(self, target: Field) -> Board:
        there = self.game.units.get(str(target.value or ""))
        line = fire_line(self.game, self.by, there.hex) if there and there.hex else None
        return board(self.game, side=self.character.side, line=line)

    def filled(
        self, fields: list[Field], lines: tuple[Detail, ...], board: Board, *, leans: bool = True
    ) -> Filled:
        """The form; how he shows himself comes right after the first field, and out of the way where it doesn't matter.

        Each way is told with what it costs him, and what it does for those who fire at him; above the number, as
        only the last lines are in view for certain.
        """
        over, out = modifier("concealment_over").value, modifier("concealment_lean").value
        ways = {
            "over": f"over the wall ({signed(over)} to be hit)",
            "lean": f"round its end ({signed(modifier('lean').value)}; {signed(out)} to be hit)",
        }
        way, folded = self.words.get("expose", ""), "expose" not in self.words
        how = chosen(
            "expose", "Leans out", "e", self.draft, plain(ways), default=way or None, advanced=folded
        )
        if leans:
            fields = [*fields, how] if folded else [fields[0], how, *fields[1:]]
        if not folded:
            lines = (*lines[:-1], Detail("Leans out", ways[way]), *lines[-1:])
        return Filled(fields, self.words, lines, board)


def drawing_words(character: Character, id: str) -> Words:
    """CQ-OPT-10: what is on the belt is drawn and fired at once."""
    return {"quick": True} if id in character.belt else {}


def _usual_mode(character: Character, weapon: Weapon) -> str:
    """CQ-AUT-1: the mode of this turn's shots, if the weapon has it, else its first."""
    known = _modes_of(weapon)
    return character.mode if character.shots and character.mode in known else next(iter(known), "single")


# --- shots, throws, flame throwers and aiming


def shoot(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    form = _Attack(validator, "shoot", by, draft)
    weapon = form.weapon()
    held = form.held
    if held is not None and figures(held).is_a(need.LAUNCHER):
        return _launch(form, weapon, held)
    more = form.say(*_of_a_gun(form, held)) if held else []
    target = form.target()
    second = form.second(need.is_gun)
    lines = (*form.harm(), *form.risk(), *form.roll("target"))
    return form.filled([target, weapon, *more, *second], lines, form.line_to(target))


def _of_a_gun(form: _Attack, held: Weapon) -> list[Field]:
    draft, arm, game = form.draft, figures(held), form.game
    energy: list[Field] = []
    dice = need.energy_dice(arm) if arm.is_a("energy") else 0
    if dice > 1:  # CQ-NRG-1: the dice of a split shot
        choices = plain({n: f"{n} of {dice} dice" for n in range(dice, 0, -1)})
        hint = "weaker shots are more shots"
        energy = [chosen("power", "Power", "p", draft, choices, advanced=True, hint=hint)]
    fields = [*_modes(form, held, words_of("shoot", form.by, energy)), *energy]
    fields += [*form.steadied(held), *form.spot()]
    if BAYONET in held.fitted:
        fields.append(toggle("then_bayonet", "Then the bayonet", "b", draft, hint="at the same target"))
    carried = (weapon for name in form.foes for weapon in game.units[name].weapons)
    if any(figures(weapon).is_a(FLAME_THROWER) for weapon in carried):
        hint = "of a flame thrower, from the rear"
        fields.append(toggle("tank", "At the tank", "k", draft, advanced=True, hint=hint))
    return fields


def _modes(form: _Attack, held: Weapon, energy: Words) -> list[Field]:
    """What the modes that the weapon has let fly this turn: `2 single shots`, `automatic fire, 10 rounds`.

    Automatic fire also asks with how many rounds.
    """
    arm, filler, labels = figures(held), {"target": anybody(form.game, form.by)}, {}
    for mode in _modes_of(held):
        command = form.validator.validate({**filler, **form.words, **energy, "mode": mode}).command
        if mode == "auto":
            labels[mode] = f"automatic fire, {count(arm.shots[need.MODES.index(mode)], 'round')}"
        elif command is None or in_follow_up(form.game, form.by):
            labels[mode] = f"{SHOTS[mode]}s"
        else:
            labels[mode] = count(shooting.shots_opened(form.game, command), SHOTS[mode])
    choices = graded(form.validator, {**form.words, **energy}, "mode", labels, filler)
    fire = chosen("mode", "Fire", "m", form.draft, choices, default=_usual_mode(form.character, held))
    hint = f"all {arm.shots[2]}"
    rounds = numeric("rounds", "Rounds", "o", form.draft, advanced=True, hint=hint)
    return [fire, rounds] if fire.value == "auto" else [fire]


def _modes_of(weapon: Weapon) -> list[str]:
    return [mode for mode, shots in zip(need.MODES, figures(weapon).shots, strict=True) if shots]


def _launch(form: _Attack, weapon: Field, launcher: Weapon) -> Filled:
    game, by = form.game, form.by
    first = need.nearest_in_front(game, by)
    where = hex_field(game.map, "hex", "Into hex", "h", form.draft, default=first)
    grenade = form.grenade()
    fired = form.character.weapon(str(grenade.value or ""))
    more = [grenade, *form.fuse(fired), *form.steadied(launcher)]
    form.say(where, *more)
    form.words = form.showing(form.words)
    lines = (*grenades.victims(game, by, fired, str(where.value or "")), *form.roll("hex", "grenade"))
    return form.filled([where, weapon, *more], lines, board_to(game, by, where, [grenade]))


def throw(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    form = _Attack(validator, "throw", by, draft)
    weapon = form.weapon()
    more = form.say(*form.strength(form.held), *form.spot())
    target = form.target()
    lines = (*form.harm(), *form.risk(), *form.roll("target"))
    return form.filled([target, weapon, *more], lines, form.line_to(target))


def flame(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """A small or a large burst at somebody; its hexes are asked for afterwards."""
    form = _Attack(validator, "flame", by, draft)
    weapon = form.weapon()
    sizes = {}
    for one in ("small", "large"):
        fuel, hexes = number(f"flame_{one}_fuel"), number(f"flame_{one}_hexes")
        sizes[one] = f"{one} burst: {hexes} hexes, {fuel} of fuel"
    size = chosen("size", "Burst", "b", draft, form.graded("size", sizes), default="small")
    more = form.say(size, *form.steadied(form.held))
    target = form.target()
    return form.filled([target, weapon, *more], form.roll("target"), form.line_to(target))


def aim(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    form = _Attack(validator, "aim", by, draft)
    game, character = form.game, form.character
    weapon = form.weapon()
    choices = open_first(graded(validator, form.words, "target", targets(game, by, form.foes)))
    kept = character.aim_target if character.aim_target in [choice.value for choice in choices] else ""
    target = wanted("target", "Target", "t", {"target": kept, **draft} if kept else draft, choices)
    form.say(target)
    turns = character.aim_turns if target.value == character.aim_target else 0
    lines = (Detail("Aiming", f"{turns} of {number('aim_turns_most')} turns so far (CQ-RNG-7)"),)
    return Filled([target, weapon], form.words, lines, form.line_to(target))


# --- attacks on hexes


def opportunity_fire(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Who has just moved or left cover, and in which hex he is fired at; the one nearest to the watched hex first."""
    form = _Attack(validator, "opportunity_fire", by, draft)
    game, character = form.game, form.character
    there = {name: game.units[name].name for name in opportunity.who_can_be_fired_at(game, by)}
    name = wanted("target", "Target", "t", draft, plain(there))
    target, watched = str(name.value or ""), known_hex(game, by)
    way = opportunity.hexes_to_fire_into(game, by, target) if target else ()
    away = {hex: distance(hex, watched) if watched else 0 for hex in way if on_map(game.map, hex)}
    labels = {
        hex: f"{hex}, {away[hex]} off the watched hex" if away[hex] else f"{hex}, the watched hex"
        for hex in sorted(away, key=lambda one: away[one])
    }
    words = {**form.words, **said(name)}
    choices = graded(validator, words, "hex", labels, {"target": target})
    hex = wanted("hex", "In hex", "h", draft, choices)
    held = character.weapon(character.overwatch.weapon) if character.overwatch else None
    if held is not None and figures(held).is_a(need.LAUNCHER):
        grenade = form.grenade()
        more = [grenade, *form.fuse(character.weapon(str(grenade.value or "")))]
    else:  # CQ-GRN-4: who watches with a grenade says when it goes off
        more = form.fuse(held)
    steady = [form.support(held)] if held is not None and figures(held).missile else []
    fields = form.say(hex, name, *more, *steady)
    form.words = form.showing(form.words)
    lines = form.roll("target", "hex") if watched else ()
    path: tuple[str, ...] = ()
    last, at = game.last_move, str(hex.value or "")
    if last is not None and last.unit == target and at in last.path[1:]:
        path = last.path
        onward = (Detail("Else", f"on to {path[-1]}"),) if at != path[-1] else ()
        lines = (Detail("If down", f"{game.units[target].name} stays in {at}"), *onward, *lines)
        game = moved(game, target, [at], direction_between(path[path.index(at) - 1], at))
    return form.filled(fields, lines, replace(board_to(game, by, hex, fields), path=path), leans=bool(steady))


def board_to(game: Fight, by: str, where: Field, fields: Sequence[Field] = ()) -> Board:
    hex = str(where.value or "")
    made = board(game, side=game.units[by].side, line=fire_line(game, by, hex) if hex else None, cursor=hex)
    held = _grenade(game.units[by], (field.value for field in fields))
    return replace(made, blast=blast(game, hex, figures(held))) if hex and held is not None else made


def arc_of(game: Fight, by: str, first: str, last: str) -> tuple[str, ...]:
    """CQ-AUT-8: the free hexes that a sweep goes over, as far out as its ends lie."""
    character, map = game.units[by], game.map
    if not all(on_map(map, hex) and hex != character.hex for hex in (first, last)):
        return ()
    reach = max(distance(character.hex, hex) for hex in (first, last))
    inside = (hex for hex in area(character.hex, reach) if on_map(map, hex) and not solid(map, hex))
    return swept(character.hex, character.facing, first, last, inside)


def sets_off(game: Fight, words: Mapping[str, Any]) -> Procedure[Fight] | None:
    """CQ-GRN-5: the blast in the hex that a command names, whenever it goes off; None where nothing does."""
    by, hex = str(words.get("by")), str(words.get("hex", ""))
    held = _grenade(game.units[by], words.values()) if hex and by in game.units else None
    if held is None or not figures(held).is_a(EXPLOSIVE):
        return None

    async def goes_off(play: Play[Fight]) -> None:
        await explode(play, Grenade("explosive", hex=hex, weapon=held, by=by), hex)

    return goes_off


def _grenade(character: Character, named: Iterable[Any]) -> Weapon | None:
    weapons = (character.weapon(value) for value in named if isinstance(value, str))
    return next((one for one in weapons if one is not None and need.is_grenade(figures(one))), None)


# --- blows


def attack(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Those in reach by how likely they are hit; melee weapons and bayonets in hand, bare hands, guns as clubs."""
    form = _Attack(validator, "attack", by, draft)
    game, character = form.game, form.character
    filler = {"target": anybody(game, by)}
    offered = {**ready_weapons(character, lambda arm: arm.use != "grenade"), HANDS: candidates.BARE_HANDS}
    choices: list[Choice] = []
    for id, label in offered.items():
        club = _club(character, id)
        does = _blow_damage(game, by, character.weapon(id))
        named = f"{label}{' as a club' if club else ''}: {does}"
        choices += graded(validator, {**form.words, **club}, "weapon", {id: named}, filler)
    # Weapons before hands, hands before clubs; what a rule forbids last.
    choices.sort(
        key=lambda one: (one.why_not is not None, bool(_club(character, one.value)), one.value == HANDS)
    )
    weapon = wanted("weapon", "Weapon", "w", draft, choices)
    form.say(weapon)
    form.words |= _club(character, weapon.value)
    held = form.held
    more = form.say(*form.strength(melee.used_as(held)), *form.spot())
    target = form.target()
    second = form.second(lambda arm: arm.use == "melee")
    lines = (*form.harm(), *form.roll("target", "weapon"))
    return Filled([target, weapon, *more, *second], form.words, lines)


def parries_with_one(character: Character) -> bool:
    """Whether defending needs a choice: with two weapons that are used together."""
    ready = ready_weapons(character, lambda arm: arm.use == "melee")
    held = [weapon for id in ready if (weapon := character.weapon(id))]
    return any(melee.fights_with_both(character, one, other) for one, other in combinations(held, 2))


def _club(character: Character, id: Any) -> Words:
    """CQ-POL-10: a gun without a bayonet strikes as a club; hand-to-hand a small one fires."""
    weapon = character.weapon(str(id or ""))
    plain_gun = weapon is not None and figures(weapon).missile and melee.used_as(weapon) is weapon
    return {"as_club": True} if plain_gun and not character.hth else {}


def _blow_damage(game: Fight, by: str, held: Weapon | None) -> str:
    club = bool(_club(game.units[by], held.id)) if held else False
    return aiming.damage_of(game, aiming.blow(game, by, "", melee.used_as(held, club=club))).replace("-", "−")
