"""Companies as players of Flagrant Factions have them: the printed table, the YAML of the site and of flfa, a plain list.

Which form it is is told by what the text holds. What is not understood is a fault with its line, and `drafts.py` does the rest.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence

import yaml
from msgspec import to_builtins

from vedette.engine.commands import shown
from vedette.engine.data import Row, Table
from vedette.engine.errors import DataError
from vedette.engine.text import slug
from vedette.games.company import building
from vedette.games.company.setup import read_group
from vedette.games.company.tables import CHAPTER, captain_traits, editions, spells
from vedette.games.company.view.drafts import (
    OF_A_PROFILE,
    Archetypes,
    Draft,
    Drafted,
    captain_trait,
    cells_of,
    known_archetypes,
    make_army,
    squashed,
)
from vedette.games.company.view.packs import spell_names
from vedette.kit.yaml_tree import read_yaml
from vedette.view.packs import put
from vedette.view.roster import LONGEST, MOST, ArmyList

BOOK, SITE = "book", "site"


def read(text: str, side: str, edition: str) -> list[ArmyList]:
    """The companies of a text in one of the four forms; none where it is in no such form."""
    lines = [re.sub(r"\s+", " ", _with_bars(line)) for line in text.splitlines()]
    known = known_archetypes()
    if any(_heads(line) for line in lines):
        found = list(_tables(lines))
    elif re.search(r"^[ \t]*(- +)?(groups|entries|companies)[ \t]*:", text, re.MULTILINE):
        try:
            found = _yaml_companies(read_yaml(text))
        except DataError as error:
            return [ArmyList(faults=list(error.faults))]
    elif any(_grouped(line, known) for line in lines):
        found = list(_plain_lists(lines, known))
    else:
        return []
    for one in found:
        make_army(one, side, edition or one.edition, known)
    return [*found]


# --- the printed table

COLUMNS = {
    "name": ("name", "group"),
    "archetype": ("profile", "archetype"),
    "price": ("points", "pts", "cost"),
    "me": ("me", "melee"),
    "mi": ("mi", "missile"),
    "mo": ("mo", "move"),
    "fs": ("fs", "fighting strength"),
    "r": ("r", "resolve"),
    "t": ("t", "toughness"),
    "traits": ("traits",),
    "orders": ("orders",),
    "kinds": ("kinds",),
    "spells": ("spells",),
    "models": ("models",),
    "company": ("company",),
    "reserve": ("reserve",),
}
"""What the columns are called. Those behind the traits are ours, for Groups that say more than the game's own tables can."""

PLACES = {
    "t": ("t",),
    "mo": ("activation.move", "mo"),
    "mi": ("activation.shoot", "mi.hit", "mi.range"),
    "me": ("activation.attack", "me.attack", "me.defend"),
}
"""Where the numbers of a cell stand in a Group's row."""

NOTHING = ("", "-", "–", "—", "−", "none", "None")

NAMED = re.compile(r"(?P<name>.+?)\s*\((?P<within>[^()]*)\)")
"""A name and what stands in parentheses behind it."""

PRICED = re.compile(r"(?P<archetype>[^,\d][^,]*)?(?:(?:,\s*|^)(?P<price>\d{1,4})\s*(?:pts|points?)?\.?)?")
"""What stands there: archetype and price, or one of them."""

PART = re.compile(r"(\d{1,3}(?:\.\d{1,2})?)\s*\+?\s*(?:[\"”“″]|''|in\.?|inch(?:es)?)?")
"""A number of a cell: `7+`, `7 +`, `12”`."""

EXAMPLES = {
    "me": "7+ / 5+ / 6",
    "mi": '6+ / 5+ / 12"',
    "mo": '5+ / 8"',
    "fs": "12",
    "r": "4+",
    "t": "3",
    "price": "5",
    "models": "6",
}


def _heads(line: str) -> list[str]:
    """The columns that a line names, if it is the head of a table of Groups."""
    if not line.lstrip().startswith("|"):
        return []
    ours = {word: column for column, words in COLUMNS.items() for word in words}
    heads = [ours.get(cell.lower(), "") for cell in map(_bare, _cells(line))]
    return heads if {"name", "me", "mo", "r"} <= {*heads} else []


def _with_bars(line: str) -> str:
    """A row that was copied from a browser has tabs between its cells."""
    cells = line.replace("|", r"\|").split("\t")
    return f"|{'|'.join(cells)}|" if len(cells) > 5 else line


def _cells(line: str) -> list[str]:
    cells = re.split(r"(?<!\\)\|", line.strip())[1:]
    return [cell.replace(r"\|", "|").strip() for cell in (cells if cells[-1] else cells[:-1])]


def _bare(cell: str) -> str:
    """A cell without what makes it bold."""
    return html.unescape(cell.replace("**", "")).strip()


def _tables(lines: Sequence[str]) -> Iterator[Drafted]:
    """A company for each table of Groups, named by the heading before it; other tables and what stands between is passed over."""
    at, heading, about = 1, "", list[str]()
    columns: list[str] = []
    made = Drafted()
    for line, text in enumerate(lines, 1):
        if re.match(r" ?#{1,6} ", text):
            at, heading, about = line, text.split("{")[0].strip("# "), []
        elif text.startswith(">"):
            about.append(text.lstrip("> "))
        elif heads := _heads(text):
            columns, made = heads, Drafted(place=at, edition=_edition_of(heads, lines[line:]))
            made.name = made.readable(_bare(heading))
            made.text = made.readable(html.unescape(" ".join(filter(None, about))))
            yield made
        elif not text.lstrip().startswith("|"):
            columns = []
        elif columns and not {*text} <= {*"|:- \t"}:
            made.place = line
            _take_row(made, columns, _cells(text))


def _edition_of(heads: Sequence[str], below: Sequence[str]) -> str:
    """With FS it is the site's; with two numbers under R the book's, with one the chapter's."""
    place = heads.index("r")
    rows = (cells for line in below[:2] if len(cells := _cells(line)) > place and re.search(r"\d", line))
    return SITE if "fs" in heads else BOOK if any("/" in cells[place] for cells in rows) else CHAPTER


def _take_row(into: Drafted, columns: Sequence[str], cells: Sequence[str]) -> None:
    if any(len(cell) > LONGEST for cell in cells):
        into.fault(f"it has more than {LONGEST} characters")
        return
    if len(cells) > len(columns):
        into.fault(f"it has {len(cells)} cells and the table {len(columns)} columns")
        return
    given = {column: cell for column, cell in zip(columns, cells, strict=False) if column}
    row = {column: "" if (bare := _bare(cell)) in NOTHING else bare for column, cell in given.items()}
    faults = len(into.faults)
    name, archetype, price = _named(into, _bare(given["name"]))

    def numbers(column: str, wanted: int = 1) -> list[float | None]:
        """The numbers of a cell, such as `7+ / 5+ / 6`; a dash is none."""
        cell = row.get(column, "")
        if not cell:
            return [None] * wanted
        parts = [part.strip() for part in cell.split("/")]
        found = [PART.fullmatch(part) for part in parts]
        unread = [part for part, one in zip(parts, found, strict=True) if not one and part not in NOTHING]
        if len(parts) != wanted or unread:
            heading = column.upper() if len(column) < 3 else column
            into.fault(f"{shown(cell)} is no {heading}, such as {EXAMPLES[column]}")
            return [None] * wanted
        return [None if one is None else float(one[1]) for one in found]

    both = "/" in row.get("r", "")
    r = numbers("r", 2 if both else 1)
    fs = numbers("fs", 2 if "/" in row["fs"] else 1) if "fs" in row else r[:1]
    printed = {"r": fs[-1], "resolve": r[-1] if both or "fs" in row else None}
    for column, places in PLACES.items():
        printed |= zip(places, numbers(column, len(places)), strict=True)
    (points,), (models,) = numbers("price"), numbers("models")
    printed |= _orders(into, row.get("orders", ""))
    extra = _extra(row)
    made = _numbers(into, printed) if len(into.faults) == faults else {}
    group = Draft(into.place, name, archetype or row.get("archetype", ""), price, "**" in given["name"], made)
    if price is None and points is not None:
        group.price = int(points)
    if models is not None:
        extra["models"] = int(models)
    words = [one for one in given.get("traits", "").split(",") if _bare(one) not in NOTHING]
    captains = [captain_trait(_bare(one), into.edition) if "**" in one else "" for one in words]
    group.trait = next(filter(None, captains), "")
    group.traits = [_bare(word) for word, trait in zip(words, captains, strict=True) if not trait]
    group.company, group.extra = into.readable(row.get("company", "")), extra
    group.faulty = len(into.faults) > faults
    into.groups.append(group)


def _named(into: Drafted, cell: str) -> tuple[str, str, int | None]:
    """The name of a Group, its archetype and its price, as far as they are told."""
    found = NAMED.fullmatch(cell)
    within = PRICED.fullmatch(found["within"].strip()) if found else None
    name = into.readable(found["name"] if found and within else cell)
    if not (found["name"] if found and within else cell).strip():
        into.fault("a Group needs a name")
    if within is None:
        return name, "", None
    return name, (within["archetype"] or "").strip(), int(within["price"]) if within["price"] else None


def _numbers(into: Drafted, printed: Mapping[str, float | None]) -> Table:
    """The numbers of a Group as its row has them, of their paths in it."""
    missing = [name for name, path in (("FS", "r"), ("T", "t"), ("MO", "mo")) if printed[path] is None]
    if printed["me.attack"] is not None and printed["me.defend"] is None:
        missing.append("ME in defence")
    if (printed["mi.hit"] is None) != (printed["mi.range"] is None):
        missing.append("MI to hit and range")
    for one in missing:
        into.fault(f"it has no {one}")
    made: Table = {}
    for path, value in printed.items():
        put(made, path, int(value) if value is not None and value == int(value) else value)
    return {"activation": {}, **made}


def _orders(into: Drafted, cell: str) -> dict[str, int]:
    """Orders that have no column of their own: `Cast 7+, Summon 8+`."""
    found = {}
    for order in filter(None, cell.split(",")):
        named = re.fullmatch(r"\s*([A-Za-z]+)\s+(\d{1,2})\+?\s*", order)
        if named is None:
            into.fault(f"{shown(order)} is no order, such as Cast 7+")
        else:
            found[f"activation.{named[1].lower()}"] = int(named[2])
    return found


def _extra(row: Mapping[str, str]) -> Table:
    """What only our tables say of a Group besides."""
    known = {squashed(name): id for id, name in spell_names().items()}
    made: Table = {}
    if kinds := row.get("kinds"):
        made["kinds"] = [slug(kind) for kind in kinds.split(",")]
    if told := row.get("spells"):
        made["spells"] = [known.get(squashed(spell), slug(spell)) for spell in told.split(",")]
    if row.get("reserve"):
        made["reserve"] = True
    return made


# --- YAML: of the site, of flfa's companies and archetypes, and of a player whom flfa has saved


def _yaml_companies(documents: Sequence[yaml.Node]) -> list[Drafted]:
    """Every company of the documents. Archetypes among their entries are for all of them."""
    found, own, strange = list[Drafted](), list[Draft](), Drafted()
    for node in (entry for document in documents for entry in _entries(document)):
        keys, strange.place = _keys(node), _line(node)
        if "groups" in keys:
            found.append(_yaml_company(keys, _line(node)))
        elif "type" in keys and "category" in keys:
            name = f"{_said(strange, keys, 'type')} {_said(strange, keys, 'category')}"
            price, words = _number(strange, keys, "points"), _listed(strange, keys, "traits")
            numbers = _yaml_numbers(strange, keys)
            own.append(Draft(_line(node), name, price=price, numbers=numbers, traits=words))
        else:
            strange.fault("this is no company with groups, and no archetype")
    if not found:
        strange.fault("there are archetypes here, but no company" if own else "there is no company here", 1)
        return [strange]
    for one in found:
        one.own = own
    found[0].faults += strange.faults
    return found


def _entries(node: yaml.Node) -> Iterator[yaml.Node]:
    """The entries, wherever they are: one alone, a list, under `entries`, or the `companies` among a player's `data`."""
    yield from _items(node)
    keys = _keys(node)
    if "groups" in keys:
        yield node
        return
    for key in ("entries", "companies"):
        yield from _items(keys.get(key))
    if "data" in keys:
        yield from _entries(keys["data"])


def _line(node: yaml.Node) -> int:
    return node.start_mark.line + 1


def _items(node: yaml.Node | None) -> Sequence[yaml.Node]:
    return node.value if isinstance(node, yaml.SequenceNode) else ()


def _keys(node: yaml.Node | None) -> dict[str, yaml.Node]:
    """The values of a mapping; the game's programs write a key in several ways: fighting_strength, fightingstrength."""
    pairs = node.value if isinstance(node, yaml.MappingNode) else ()
    return {squashed(key.value): value for key, value in pairs}


def _scalar(node: yaml.Node | None) -> str:
    """A single value as it is written; "" where there is none."""
    is_one = isinstance(node, yaml.ScalarNode) and node.tag != "tag:yaml.org,2002:null"
    return str(node.value) if node is not None and is_one else ""


def _under(keys: Mapping[str, yaml.Node], names: Sequence[str]) -> tuple[str, int]:
    """The single value under the first of these keys that has one, and its line."""
    found = (keys[name] for name in names if _scalar(keys.get(name)))
    return next(((_scalar(node), _line(node)) for node in found), ("", 0))


def _yaml_company(keys: Mapping[str, yaml.Node], line: int) -> Drafted:
    made = Drafted()
    made.name = _said(made, keys, "name")
    made.text = _said(made, keys, "summary", "description")
    for group in _items(keys["groups"]):
        _take_group(made, group)
    if not _items(keys["groups"]):
        made.fault("it has no groups", line)
    if "captain" in keys:
        name = _said(made, keys, "captain")
        leading = [group for group in made.groups if group.name == name]
        made.captained = bool(name)
        if leading:
            leading[0].leads = True
        elif name and not made.faults:  # a Group with a fault may be the one
            made.fault(f"the captain {shown(name)} is none of its groups", _line(keys["captain"]))
    return made


def _take_group(into: Drafted, node: yaml.Node) -> None:
    """A Group with its numbers, as the site and flfa's saves have it, or with a profile to build it from."""
    keys, faults, into.place = _keys(node), len(into.faults), _line(node)
    name = _said(into, keys, "name")
    archetype = _said(into, keys, "profile", "profilename")
    is_printed = not keys.keys().isdisjoint({"melee", "move", "fightingstrength", "toughness"})
    if is_printed and archetype and _strength(into, keys) is None:
        is_printed = False  # flfa loses some when it saves a player again
        into.warn(f"{name}: numbers are missing, so it is built from archetype and traits")
    if not name:
        into.fault("a Group needs a name")
    if not archetype and not is_printed:
        into.fault("a Group needs a profile, or numbers of its own")
    price, words = _number(into, keys, "cost", "points"), _listed(into, keys, "traits")
    made = Draft(into.place, name, archetype, price, traits=words)
    if is_printed:
        made.numbers = _yaml_numbers(into, keys)
    if captain := _said(into, _keys(keys.get("captain")), "name"):
        made.leads, made.trait = True, captain_trait(captain, SITE)
    made.faulty = len(into.faults) > faults
    into.groups.append(made)


def _yaml_numbers(into: Drafted, keys: Mapping[str, yaml.Node]) -> Table:
    me, mi, mo = (_keys(keys.get(key)) for key in ("melee", "missile", "move"))
    printed = {
        "r": _strength(into, keys),
        "resolve": _number(into, keys, "resolve"),
        "t": _number(into, keys, "toughness"),
        "activation.move": _number(into, mo, "activation"),
        "mo": _number(into, mo, "distance"),
        "activation.shoot": _number(into, mi, "activation"),
        "mi.hit": _number(into, mi, "tohit"),
        "mi.range": _number(into, mi, "range"),
        "activation.attack": _number(into, me, "activation"),
        "me.attack": _number(into, me, "tohitattack", "tohitattacking"),
        "me.defend": _number(into, me, "tohitdefend", "tohitdefending"),
    }
    return _numbers(into, printed)


def _strength(into: Drafted, keys: Mapping[str, yaml.Node]) -> int | None:
    """The FS at the start: a number, or in flfa the maximum beside what is left."""
    parts = _keys(keys.get("fightingstrength"))
    return _number(into, parts, "maximum") if parts else _number(into, keys, "fightingstrength")


def _said(into: Drafted, keys: Mapping[str, yaml.Node], *names: str) -> str:
    text, line = _under(keys, names)
    return into.readable(" ".join(text.split()), line)


def _number(into: Drafted, keys: Mapping[str, yaml.Node], *names: str) -> int | None:
    """The number under the first of these keys; flfa writes 0 for none."""
    text, line = _under(keys, names)
    if text and not re.fullmatch(r"\d{1,4}\+?", text):
        into.fault(f"{shown(text)} is no number", line)
        return None
    return int(text.removesuffix("+") or 0) or None


def _listed(into: Drafted, keys: Mapping[str, yaml.Node], key: str) -> list[str]:
    return [into.readable(_scalar(node), _line(node)) for node in _items(keys.get(key))]


# --- a plain list

LINE = re.compile(
    r"""
    (?P<mark>★|\*(?!\*)|\(C\))?\s*
    (?:[-•·]\s+)?
    (?:(?P<before>\d{1,3})\s*[x×]\s+)?
    (?P<group>.+?\([^()]*\)(?:\*\*)?)\s*
    (?:[x×]\s*(?P<behind>\d{1,3})\s*)?
    (?P<star>★)?\s*
    (?:[:+–—-]\s*(?P<traits>.*))?
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""A Group of a list: `2x Hunters (Heavy Cavalry, 5): Throwers`."""

SUMMED = re.compile(r"(?:(?:total|sum|in all)? ?\d{1,4} ?(?:points|pts)?)?", re.IGNORECASE)
"""A line without any words, or with the sum of the points."""


def _grouped(text: str, known: Archetypes) -> re.Match[str] | None:
    """A line with a Group: behind its name its archetype and price stand in parentheses, or an archetype alone."""
    found = LINE.fullmatch(text.strip()) if len(text) <= LONGEST else None
    named = NAMED.fullmatch(_bare(found["group"])) if found else None
    within = PRICED.fullmatch(named["within"].strip()) if named else None
    if within is None or not within["archetype"]:
        return None
    is_known = any(squashed(within["archetype"]) in one for one in known.values())
    return found if within["price"] or is_known else None


def _plain_lists(lines: Sequence[str], known: Archetypes) -> Iterator[Drafted]:
    """A line with # begins another company; the first line that is no Group is its name."""
    made = Drafted()
    for line, text in enumerate(map(str.strip, lines), 1):
        if text.startswith("#") and made.groups:
            yield made
            made = Drafted()
        made.place = line
        if found := _grouped(text, known):
            made.groups += _groups_of(made, found, known)
        elif not made.groups and not made.name and not text.startswith("//"):
            title = re.sub(r" ?(\(\d[^()]*\))?:?$", "", text.strip("# ")[: LONGEST + 1])
            made.name = made.readable(title)
        elif not (text.startswith("//") or SUMMED.fullmatch(re.sub(r"\W+", " ", text).strip())):
            said = "is no Group: it needs a name, and archetype and price in parentheses, such as Hunters (Heavy Cavalry, 5)"
            made.fault(f"{shown(text)} {said}")
    yield made


def _groups_of(into: Drafted, found: re.Match[str], known: Archetypes) -> list[Draft]:
    name, archetype, price = _named(into, _bare(found["group"]))
    count = int(found["before"] or found["behind"] or 1)
    if not count:
        into.fault(f"it has no {name}")
    if squashed(archetype) in known[CHAPTER] and squashed(archetype) not in known[SITE]:
        into.edition = CHAPTER
    leads = bool(found["mark"] or found["star"] or "**" in found["group"])
    words = [into.readable(_bare(one)) for one in re.split(r"[,+]", found["traits"] or "")]
    kept = [word for word in words if word not in NOTHING]
    count = min(count, MOST + 1 - len(into.groups))
    return [Draft(into.place, name, archetype, price, leads and not n, traits=kept) for n in range(count)]


# --- a company as a printed table

SPECIAL = str.maketrans({sign: f"&#{ord(sign)};" for sign in "|*<>#{"})
"""Signs that mean something in Markdown."""


def table(name: str, units: Sequence[Row], army: Row) -> str:
    """An army as the game prints its companies: the heads of its edition, and more columns where a Group says more. Raises DataError."""
    edition = str(army.get("edition", CHAPTER))
    companies = {str(one["id"]): one for one in army.get("companies", ())}
    archetypes = known_archetypes()[edition]
    rows = [_printed_row(unit, edition, companies, archetypes) for unit in units]
    named, own = ["FS", "R"], editions()[edition]
    if own.r == own.resolve:  # both under one head
        named = ["R"]
        rows = [{**row, "R": row["FS"] if row["R"] == "-" else f"{row['FS']} / {row['R']}"} for row in rows]
    more = ("Orders", "Kinds", "Spells", "Models", "Company", "Reserve")
    heads = ["Name", "ME", "MI", "MO", *named, "T", "Traits"]
    heads += [head for head in more if any(row[head] != "-" for row in rows)]
    widths = [max(len(head), *(len(row[head]) for row in rows)) if rows else len(head) for head in heads]

    def line(cells: Sequence[str]) -> str:
        return f"| {' | '.join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))} |"

    text = " ".join(str(army.get("text", "")).split())
    rule = f"| {' | '.join('-' * width for width in widths)} |"
    lines = [f"## {_escaped(name)}", "", *([f"> {_escaped(text)}", ""] if text else []), line(heads), rule]
    return "\n".join([*lines, *(line([row[head] for head in heads]) for row in rows)]) + "\n"


def _printed_row(
    unit: Row, edition: str, companies: Mapping[str, Row], archetypes: Mapping[str, Row]
) -> dict[str, str]:
    """A Group's cells by the heads of their columns; in bold the Captain's Group, and before its traits that of the Captain."""
    group = read_group(unit)
    called = str(unit.get("name") or unit.get("profile") or unit.get("id", ""))
    if group is None:
        raise DataError(f"{called} is not complete.")
    if group.house_spells:
        raise DataError(f"{called} has spells of the house, which no table can hold.")
    profile = building.profile_of(unit)
    profile_name = "" if "list" in profile else profile.get("name", "")
    archetype = archetypes.get(squashed(group.base or profile_name))
    written = {key: to_builtins(getattr(group, key)) for key in OF_A_PROFILE}
    name = _escaped(str(unit.get("name") or profile.get("name") or group.id))
    within = f"{archetype['name']}, {group.points}" if archetype else f"{group.points}"
    company = companies.get(group.company or "") or next(iter(companies.values()), {})
    trait = captain_traits(edition).get(str(company.get("trait", ""))) if group.captain else None
    words = [f"**{trait.name}**"] if trait else []
    words += [one for one, _ in building.named_traits(group, edition)]
    known = spells(edition)
    others = {
        order: value for order, value in group.activation.items() if order not in ("move", "shoot", "attack")
    }
    found = {
        "Name": f"**{name}** ({within})" if group.captain else f"{name} ({within})",
        **cells_of(written),
        "Traits": ", ".join(words),
        "Orders": ", ".join(f"{order.capitalize()} {value}+" for order, value in others.items()),
        "Kinds": ", ".join(kind.replace("-", " ").capitalize() for kind in group.kinds),
        "Spells": ", ".join(known[id].name if id in known else id for id in group.known_spells),
        "Models": f"{group.models}" if group.models > 1 else "",
        "Company": _escaped(str(company.get("name", ""))) if len(companies) > 1 else "",
        "Reserve": "yes" if group.reserve else "",
    }
    return {head: cell or "-" for head, cell in found.items()}


def _escaped(text: str) -> str:
    """A text that stays as it is in a cell, and in Markdown."""
    return (text if html.unescape(text) == text else text.replace("&", "&amp;")).translate(SPECIAL)
