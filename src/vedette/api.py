"""What a ruleset may import. These names stay, and keep their meaning, until the first number of Vedette's version changes.

Each is described where it is made. Boards with hexes, map files and characters with files of their own are not promised yet:
they are where our own game has them (`view/board.py`, `view/map_editor.py`, `view/builder.py`).
"""

from vedette.engine.checks import Check, Refusal, WhyNot, check, forbids, refusals
from vedette.engine.commands import Command, Commands, CommandSpec, commands_of, shown
from vedette.engine.conditions import (
    Condition,
    ConditionKinds,
    condition_begins,
    condition_modifiers,
    conditions_end,
)
from vedette.engine.dice import Count, Faces, Low, Modifier, Remark, Roll, Sum, Tests, Total
from vedette.engine.errors import CommandError, DataError, VedetteError
from vedette.engine.facts import Conceded, Fact, Moment, Names, Score, facts_of, one_of, verdict
from vedette.engine.grammar import Spoken, agree, at_start, the
from vedette.engine.marks import STATIC
from vedette.engine.plain import to_plain
from vedette.engine.play import Again, Play
from vedette.engine.played import PlayedCommand
from vedette.engine.readings import Chosen, completed, explains
from vedette.engine.references import Actor, AnySide, AnyUnit, SideId, UnitId, Winner
from vedette.engine.requests import Chain, ChoiceRequest, Option, Queued, Request
from vedette.engine.ruleset import Ruleset, RuleText, won, won_and_over
from vedette.engine.state import BaseState
from vedette.engine.text import clean, require_text, slug
from vedette.kit.schema import (
    Checked,
    Data,
    Id,
    Inches,
    Name,
    Setup,
    Several,
    SpokenData,
    Words,
    Written,
    doubles,
    game_options,
    read_setup,
)
from vedette.kit.schema import Count as WholeNumber
from vedette.kit.sentences import fact
from vedette.kit.setup_resolver import SetupResolver, keys, row_faults, unit_faults, with_profile
from vedette.kit.table_plan import SetupStep, Terrain
from vedette.kit.tables import Tables, applying
from vedette.kit.tracked import must_be_tracked, preset, presets, put_tracked, untracked
from vedette.kit.words import count, modifier_words, some, whose, with_reading
from vedette.view import steppers
from vedette.view.asked import Asked, BySaid, declared, declared_view
from vedette.view.common_forms import condition_badges, condition_details
from vedette.view.course import Column, Course, Ledger, Verdict
from vedette.view.course import Row as CourseRow
from vedette.view.fields import Draft, answered, chosen, many, numeric, toggle
from vedette.view.forms import Filled, FormBuilder, FormValidator, action_of, graded, open_first, why_not
from vedette.view.packs import PackField, PackKind
from vedette.view.roster import (
    Catalogue,
    CatalogueItem,
    Goal,
    Labels,
    Profile,
    Sketch,
    Spot,
    read_roster,
    units_of,
)
from vedette.view.sheet import Block, Reason, Sheet, SheetRow, because
from vedette.view.signs import Standing, Tone
from vedette.view.view import View
from vedette.view.vocabulary import (
    Action,
    Badge,
    Card,
    Choice,
    Detail,
    Field,
    Form,
    Level,
    Mark,
    Phase,
    Pip,
    PlannedRoll,
    Prompt,
    Report,
    SideView,
    Stepper,
    StoryWords,
    Table,
    Token,
    Turn,
)

__all__ = [
    "STATIC", "Action", "Actor", "Again", "AnySide", "AnyUnit", "Asked", "Badge", "BaseState", "Block",
    "BySaid", "Card", "Catalogue", "CatalogueItem", "Chain", "Check", "Checked", "Choice", "ChoiceRequest",
    "Chosen", "Column", "Command", "CommandError", "CommandSpec", "Commands", "Conceded", "Condition",
    "ConditionKinds", "Count", "Course", "CourseRow", "Data", "DataError", "Detail", "Draft", "Faces",
    "Fact", "Field", "Filled", "Form", "FormBuilder", "FormValidator", "Goal", "Id", "Inches", "Labels",
    "Ledger", "Level", "Low", "Mark", "Modifier", "Moment", "Name", "Names", "Option", "PackField",
    "PackKind", "Phase", "Pip", "PlannedRoll", "Play", "PlayedCommand", "Profile", "Prompt", "Queued",
    "Reason", "Refusal", "Remark", "Report", "Request", "Roll", "RuleText", "Ruleset", "Score", "Setup",
    "SetupResolver", "SetupStep", "Several", "Sheet", "SheetRow", "SideId", "SideView", "Sketch", "Spoken",
    "SpokenData", "Spot", "Standing", "Stepper", "StoryWords", "Sum", "Table", "Tables", "Terrain", "Tests",
    "Token", "Tone", "Total", "Turn", "UnitId", "VedetteError", "Verdict", "View", "WholeNumber", "WhyNot",
    "Winner", "Words", "Written", "action_of", "agree", "answered", "applying", "at_start", "because",
    "check", "chosen", "clean", "commands_of", "completed", "condition_badges", "condition_begins",
    "condition_details", "condition_modifiers", "conditions_end", "count", "declared", "declared_view",
    "doubles", "explains", "fact", "facts_of", "forbids", "game_options", "graded", "keys", "many",
    "modifier_words", "must_be_tracked", "numeric", "one_of", "open_first", "preset", "presets",
    "put_tracked", "read_roster", "read_setup", "refusals", "require_text", "row_faults", "shown", "slug",
    "some", "steppers", "the", "to_plain", "toggle", "unit_faults", "units_of", "untracked", "verdict",
    "whose", "why_not", "with_profile", "with_reading", "won", "won_and_over",
]  # fmt: skip
