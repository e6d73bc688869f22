"""The table as a whole, a unit as a card, the rules behind chips and tokens, special rules, and what is corrected by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from vedette.engine.conditions import conditions_of
from vedette.engine.figures import signed
from vedette.engine.requests import Request
from vedette.games.open_fire import units
from vedette.games.open_fire.attack import spent
from vedette.games.open_fire.candidates import enemy_names
from vedette.games.open_fire.deployment import is_placing, to_place
from vedette.games.open_fire.profiles import ModelProfile, Special, UnitProfile, whose
from vedette.games.open_fire.sequence import active_side, pending
from vedette.games.open_fire.state import Battle, Unit
from vedette.games.open_fire.tables import CONDITIONS, modifier, number
from vedette.games.open_fire.view.attack_form import weapon_brief, weapon_line
from vedette.games.open_fire.view.forms import reminders_of, still_held
from vedette.view import steppers as by_hand
from vedette.view.common_forms import condition_badges, condition_details
from vedette.view.signs import Standing
from vedette.view.vocabulary import (
    Badge,
    Card,
    Detail,
    Level,
    Mark,
    Pip,
    Prompt,
    SideView,
    Stepper,
    Table,
    Token,
)

CHIPS: dict[str, tuple[str, ...]] = {
    "Stress": ("OF-STR-1", "OF-STR-4", "OF-STR-5", "OF-REC-1"), "reserve": ("OF-RES-1", "OF-DEP-1"),
    "in assault": ("OF-ASR-1", "OF-LAR-1", "OF-VAL-1", "OF-ASW-1"), "aboard": ("OF-TRA-1", "OF-TRA-3", "OF-TRA-4"),
    "passengers": ("OF-TRA-1", "OF-TRA-4"), "must disembark": ("OF-TRA-6",), "free attack": ("OF-LAR-1", "OF-LAR-2"),
    "wounded": ("OFS-INJ-2", "OFS-INJ-3"), "hurt": ("OFS-INJ-1",), "damaged vehicle": ("OF-VEH-12",),
    "advanced": ("OF-ADV-1", "OF-ATK-3", "OF-ATK-5"), "moved": ("OF-ACT-2",),
    "holds": ("OF-OBJ-2", "OF-OBJ-6", "OF-OBJ-9"), "took damage": ("OF-STR-2", "OF-RND-6"),
    "destroyed": ("OF-MRK-1",),
}  # fmt: skip
"""The rules behind the chips and tokens of a card, by the words that these begin with."""


PHASES = {
    "setup": "Set-up", "initiative": "Initiative", "activation": "Activations", "end": "End of the round",
    "over": "The battle is over",
}  # fmt: skip


AT_THE_END = ("control", "recover")
"""OF-OBJ-6, OF-OBJ-9: objectives whose holder scores them when the battle ends."""


def table(battle: Battle, request: Request | None) -> Table:
    """Everything on the table at a glance."""
    acting = request.side if request else active_side(battle)
    mission = battle.book.mission
    sides, marks = [], []
    for name, side in battle.sides.items():
        held = sum(
            own.vp for _, one, own in battle.secured() if one.secured_by == name and own.type in AT_THE_END
        )
        ended = side.vp + held if battle.round and not battle.outcome else None
        sides.append(SideView(name, battle.side_name(name), f"{side.vp} VP", acting == name, ended))
    for name, one in battle.objectives.items():
        own = mission.objectives[name]
        done, held_as = one.status == "removed", "carried" if own.type == "recover" and one.unit else "held"
        state = "scored" if done else held_as if one.secured_by else "free"
        marks.append(Mark(name, own.name, f"{own.vp} VP", one.secured_by, done, state=state))
    return Table(
        title=mission.name or "Open Fire",
        round=f"Round {battle.round} of {mission.rounds}" if battle.round else "",
        phase=PHASES[battle.phase],
        sides=tuple(sides),
        cards=tuple(card(battle, name) for name in battle.units),
        marks=tuple(marks),
        prompt=prompt(battle),
        active=battle.activation.unit,
        outcome=battle.verdict,
        rounds=(battle.round, mission.rounds),
    )


def position(battle: Battle) -> str:
    if battle.phase == "setup":
        return PHASES["setup"]
    unit = battle.activation.unit
    who = battle.units[unit].name if unit else PHASES[battle.phase]
    return f"Round {battle.round} · {who}"


def card(battle: Battle, name: str) -> Card:
    unit = battle.units[name]
    models = units.profile(battle, name).models
    worse = signed(-unit.stress)
    effect = f"MOV, to hit {worse}" if unit.stress else ""
    return Card(
        id=name,
        name=unit.name,
        side=unit.side,
        standing=_standing(battle, name, unit),
        pips=tuple(
            Pip(alive.hp, models[n].hp, n == unit.leader, models[n].name)
            for n, alive in enumerate(unit.models)
        ),
        value=unit.hp,
        full=sum(model.hp for model in models),
        tokens=(Token("Stress", unit.stress, number("stress_limit"), effect),),
        badges=tuple(_badges(battle, name, unit)),
        stats=() if unit.destroyed else _stats(battle, name, unit),
        kind=kind(battle, name),
    )


def kind(battle: Battle, name: str) -> str:
    """What sort of unit it is: what most of its models are called, where that is not the unit's own name."""
    called = Counter(model.name for model in units.profile(battle, name).models).most_common(1)[0][0]
    return "" if called == battle.units[name].name else called


def _standing(battle: Battle, name: str, unit: Unit) -> Standing:
    if unit.destroyed:
        return "gone"
    if battle.activation.unit == name:
        return "active"
    if not unit.on_table:
        return "done" if unit.activated and not battle.outcome else "away"
    if battle.outcome or battle.phase == "setup":
        return "here"
    return "done" if unit.activated else "ready"


def _stats(battle: Battle, name: str, unit: Unit) -> tuple[tuple[str, str], ...]:
    own, rate = units.leader(battle, name), units.movement_rate(battle, name)
    least = f"{own.mov_minimum:g}-" if own.mov_minimum else ""
    mov = f"{least}{own.mov:g}" + (f"→{rate:g}" if rate != own.mov else "")
    models, defends = units.profile(battle, name).models, units.defending_model(battle, name)
    return stats(models, unit.living, unit.leader, mov, defends)


def stats(
    models: Sequence[ModelProfile], among: Sequence[int], leader: int, mov: str, defends: int
) -> tuple[tuple[str, str], ...]:
    """The numbers of a unit: the leader's, and the DEF of the model that defends, with others' in brackets: `8 (Skipper 7)`."""

    def of_each(value: int, attribute: str) -> str:
        values = whose(models, among, leader, attribute)
        others = ", ".join(f"{who} {other}" for other, who in values.items() if other != value)
        return f"{value} ({others})" if others else f"{value}"

    skl, def_ = of_each(models[leader].skl, "skl"), of_each(models[defends].def_, "def_")
    return ("MOV", mov), ("SKL", skl), ("DEF", def_), ("CMD", str(models[leader].cmd))


def sorts(own: UnitProfile, among: Sequence[int], leader: int) -> list[Detail]:
    """What tells the models of a mixed unit apart, a line for each sort: `Skipper: DEF 7, HP 3, Deck pistol`."""
    models = own.models
    kinds: dict[int, list[int]] = {}
    for n in among:
        kinds.setdefault(next((first for first in kinds if models[first] == models[n]), n), []).append(n)
    firsts = [models[first] for first in kinds]
    attributes = ("mov", "skl", "def_", "cmd", "hp")
    numbers = [name for name in attributes if len({getattr(one, name) for one in firsts}) > 1]
    armed = any(one.weapons != firsts[0].weapons for one in firsts)
    ruled = any(one.special != firsts[0].special for one in firsts)
    made = []
    for kind, one in zip(kinds.values(), firsts, strict=True):
        told = [f"{name.strip('_').upper()} {getattr(one, name):g}" for name in numbers]
        told += [own.weapons[weapon].name for weapon in one.weapons] or ["unarmed"] if armed else []
        told += one.special.written if ruled else []
        shared = sum(other.name == one.name for other in firsts) > 1
        name = one.name if not shared else "Leader" if kind == [leader] else "Others"
        label = f"{len(kind)} × {name}" if len(kind) > 1 else name
        made.append(Detail(label, ", ".join(told), rules=("OF-UNI-3",)))
    return made if numbers or armed or ruled else []


def _badges(battle: Battle, name: str, unit: Unit) -> list[Badge]:
    if unit.destroyed:
        return [Badge("destroyed", "dim")]
    acting = battle.activation if battle.activation.unit == name else None
    moved = Badge("advanced" if acting and acting.advanced else "moved")
    held = _held(battle, name)
    reserve = Badge(kind(battle, name) if battle.phase == "setup" else "reserve", "dim")
    before = (
        (unit.contacts, Badge("in assault", "bad", risk=False)),
        (unit.in_reserve and (battle.phase != "setup" or kind(battle, name)), reserve),
        (unit.embarked_in, Badge("aboard", "dim")),
        (name in battle.must_disembark, Badge("must disembark", "bad")),
        (name in battle.free_attacks, Badge("free attack", "bad")),
    )
    behind = (
        (acting and acting.moved, moved),
        (unit.passengers, Badge("passengers")),
        (held, Badge(f"holds {', '.join(held)}", "good")),
        (unit.took_damage, Badge("took damage", "warn")),
    )
    first = [*_injuries(battle, name, unit), *(badge for there, badge in before if there)]
    return [*first, *condition_badges(battle, name), *(badge for there, badge in behind if there)]


def _injuries(battle: Battle, name: str, unit: Unit) -> list[Badge]:
    """OFS-INJ-4, OF-VEH-12: injuries and damaged vehicles."""
    full = [model.hp for model in units.profile(battle, name).models]
    harmed = [n for n in unit.living if unit.models[n].hp < full[n]]
    worse = f"MOV, to hit, DEF {signed(modifier('hurt').value)}"
    badges = []
    if any(units.wounded(battle, name, n) for n in harmed):
        badges.append(Badge("wounded", "bad", effect=f"{worse} · no advance · no attack after a move"))
    elif any(units.hurt(battle, name, n) for n in harmed):
        badges.append(Badge("hurt", "warn", effect=worse))
    if any(units.damaged_vehicle(battle, name, n) for n in harmed):
        worse = f"MOV and every test {signed(modifier('damaged-vehicle').value)}"
        badges.append(Badge("damaged vehicle", "warn", effect=worse))
    return badges


def _held(battle: Battle, unit: str) -> list[str]:
    return [own.name for _, objective, own in battle.secured() if objective.unit == unit]


def details(battle: Battle, name: str) -> list[Detail]:
    unit, own = battle.units[name], units.profile(battle, name)
    told = []
    for weapon in own.weapons.values():
        carriers = units.carriers(battle, name, weapon.id)
        all_spent = bool(carriers) and all(spent(battle, name, n, weapon) for n in carriers)
        told.append(Detail(weapon.name, weapon_line(weapon), all_spent, "weapon", weapon_brief(weapon)))
    told += sorts(own, unit.living, unit.leader)
    if not unit.destroyed:
        for line, one in zip(
            condition_details(CONDITIONS, battle, name), conditions_of(battle, name), strict=True
        ):
            brought = units.brought_by(battle, one)
            only = own.weapons.get(brought.weapon) if brought is not None else None
            told.append(replace(line, text=f"{line.text} (only with {only.name.lower()})") if only else line)
        told += [Detail(one.text.capitalize(), one.effect) for one in _injuries(battle, name, unit)]
        around = {
            "In assault range of": [battle.units[other].name for other in unit.contacts],
            "Aboard": [battle.units[unit.embarked_in].name] if unit.embarked_in else [],
            "Carries": [battle.units[other].name for other in unit.passengers],
            "Holds": _held(battle, name),
        }
        told += [Detail(label, ", ".join(names)) for label, names in around.items() if names]
    special = own.models[unit.leader].special.written
    if special:
        told.append(Detail("Special", ", ".join(special)))
    told += [Detail(ability.name, ability.text, kind="ability") for ability in own.abilities.values()]
    return told


def prompt(battle: Battle) -> Prompt:
    side = active_side(battle)
    match pending(battle):
        case "start_game":
            text, side = "Set up the table, then start the game.", ""
            if is_placing(battle):  # OF-SET-5: who places the next entry point, where the players choose them
                side = to_place(battle)
                nth = f"{len(battle.placed) + 1} of {len(battle.book.mission.entry_points)}"
                first = "Set up the table, then roll off for entry points."
                text = f"Place an entry point: {nth}." if side else first
            return Prompt(side, text, battle.book.mission.text, reminders_of(battle, "start_game"))
        case "roll_off":
            first = "Roll off for the first activation."
            return Prompt("", first, "One D12 each; the winner activates first.")
        case "activate":
            waiting = [unit for unit in battle.units.values() if unit.side == side and not unit.activated]
            reserve = "deploy one from reserve" if any(unit.in_reserve for unit in waiting) else ""
            aboard = "bring one out of its transport" if any(unit.embarked_in for unit in waiting) else ""
            elsewhere = " or ".join(filter(None, [reserve, aboard]))
            whence = f"Activate a unit on the table, or {elsewhere}." if elsewhere else ""
            return Prompt(side, "Choose a unit to activate.", whence)
        case "free_attack":
            left = battle.units[battle.left_by or battle.activation.unit].name
            return Prompt(side, f"{left} left your assault range: strike at them, or pass.")
        case "disembark":
            return Prompt(side, "Place the passengers beside the wreck.")
        case "end_round":
            text = f"All units have acted: end round {battle.round}."
            return Prompt("", text, "Then stress and objectives are settled.", still_held(battle))
    if battle.outcome:
        return Prompt("", battle.verdict + ".")
    order = "Ability, move, attack, secure: in this order; then end the activation."
    return Prompt(side, f"{battle.units[battle.activation.unit].name}: choose an action.", order)


# --- the special rules of a unit, each with the battle as it would be without it: what decided an attack is found that way


def traits(battle: Battle, unit: str) -> Mapping[str, Battle]:
    profile, found = battle.book.units[unit], {}

    def without(name: str, special: Special) -> Special:
        return replace(special, values={one: x for one, x in special.values.items() if one != name})

    special = [model.special for model in profile.models] + [arm.special for arm in profile.weapons.values()]
    for name in dict.fromkeys(name for one in special for name in one.values):
        models = tuple(replace(one, special=without(name, one.special)) for one in profile.models)
        weapons = {
            id: replace(one, special=without(name, one.special)) for id, one in profile.weapons.items()
        }
        book = {**battle.book.units, unit: replace(profile, models=models, weapons=weapons)}
        found[name.title()] = replace(battle, book=replace(battle.book, units=book))
    return found


# --- what of a unit is corrected by hand


def steppers(battle: Battle, name: str) -> tuple[Stepper, ...]:
    """Models of one kind in a row of their own, the leader dying last (OF-FRM-1, OF-DMG-1); then the tokens of the unit."""
    unit, own, path, made = battle.units[name], units.profile(battle, name), f"units.{name}", list[Stepper]()
    kinds = [model for n, model in enumerate(own.models) if model not in own.models[:n]]
    for kind in sorted(kinds, key=lambda kind: kind == own.models[unit.leader]):
        places = [n for n, model in enumerate(own.models) if model == kind]
        leader_first = sorted(places, key=lambda n: n != unit.leader)
        hits = [(f"{path}.models.{n}.hp", unit.models[n].hp, kind.hp) for n in leader_first]
        made.append(by_hand.pool("Hit points" if len(kinds) == 1 else f"Hit points: {kind.name}", hits, "h"))
    made += [
        by_hand.counter("Stress", f"{path}.stress", unit.stress, number("stress_limit"), "s"),
        by_hand.flag("Has acted", f"{path}.activated", unit.activated, "a"),
        by_hand.flag("Took damage", f"{path}.took_damage", unit.took_damage, "t"),
    ]
    if unit.in_reserve:
        made.append(by_hand.flag("In reserve", f"{path}.in_reserve", now=True, key="r"))
    for (
        weapon
    ) in own.weapons.values():  # OF-WSR-7: how many of those who carry a One Use weapon still have it
        armed, levels = units.carriers(battle, name, weapon.id), []
        if "One Use" not in weapon.special or not armed:
            continue
        for left in range(len(armed) + 1):
            changed = {}  # the models that change where these, and no others, have used the weapon
            for n, model in enumerate(unit.models):
                uses = n in armed[: len(armed) - left]
                if (weapon.id in model.used) != uses:
                    others = [used for used in model.used if used != weapon.id]
                    changed[f"{path}.models.{n}.used"] = [*others, weapon.id] if uses else others
            levels.append(Level(str(left), changed))
        gone = sum(weapon.id in unit.models[n].used for n in armed)
        made.append(Stepper(f"{weapon.name} left", tuple(levels), len(armed) - gone))
    if unit.on_table:  # OF-ASR-1: those in contact first; set in the enemy's list, the unit's own follows
        for other in sorted(enemy_names(battle, name), key=lambda other: other not in unit.contacts):
            enemy, listed = battle.units[other], f"units.{other}.contacts"
            made.append(by_hand.member(f"Contact: {enemy.name}", listed, enemy.contacts, name, "c"))
    return tuple(made)
