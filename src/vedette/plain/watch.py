"""A game that somebody else plays, told as it happens."""

from __future__ import annotations

import time
from collections.abc import Callable

from vedette.engine.following import OFTEN, FollowedSave
from vedette.plain.game import PlainGame
from vedette.plain.play import print_line
from vedette.plain.speech import spoken_sentence
from vedette.plain.talk import Talk


def _wait() -> bool:
    time.sleep(OFTEN)
    return True


def tell_on(
    followed: FollowedSave, tell: Callable[[str], None] = print_line, wait: Callable[[], bool] = _wait
) -> None:
    """Tell what is new as long as `wait` says so: what happened, and who decides what now."""
    talk = Talk((), tell)
    game = PlainGame(followed.session, talk)
    talk.say(spoken_sentence(followed.session.damage))
    game.tell_position()
    while wait():
        if not followed.look():
            continue
        if followed.session is not game.session:
            talk.say("The save is another one now.")
            game = PlainGame(followed.session, talk)
        talk.say(spoken_sentence(followed.fault))
        game.tell_position()
