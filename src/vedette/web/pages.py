"""What may be asked for, by whom and how: GET alone, under the names that were given out, and nothing can be changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from vedette.engine.errors import VedetteError
from vedette.engine.figures import read_whole
from vedette.web.drawing import script, style
from vedette.web.hub import Hub
from vedette.web.past import Past

POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""The battle report is one file with its own style, and runs nothing."""

HEADERS = (
    (b"content-security-policy", POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
)
"""What every answer says: nothing from anywhere else, nothing inline, nothing kept."""


def pages(hub: Hub, past: Past | None, audiences: Mapping[str, str], hosts: frozenset[str]) -> ASGIApp:
    """The whole app. `audiences`: who looks, by the first part of the address: a side's id, or "" for everybody.

    `hosts` are the names under which it may be asked for.
    """
    at_root = [Mount("", routes=_routes(hub, past, side)) for word, side in audiences.items() if not word]
    under = [Mount(f"/{word}", routes=_routes(hub, past, side)) for word, side in audiences.items() if word]
    handlers = {HTTPException: _plain, VedetteError: _plain}
    return Guard(Starlette(routes=[*under, *at_root], exception_handlers=handlers), hosts)


class Guard:
    """Refuses whatever is no look at the page, and says with every answer what a browser may do with it."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = message.get("headers", ())
                own = {name for name, _ in given}
                message["headers"] = [*given, *(header for header in HEADERS if header[0] not in own)]
            await send(message)

        if scope["type"] == "http":
            answer = self._refusal(scope) or self._app
            await answer(scope, receive, send_with_headers)

    def _refusal(self, scope: Scope) -> Response | None:
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1").lower()
        if host not in self._hosts:
            return _said(421, "This game is not served under that name. Use the address that was given out.")
        if scope["method"] not in ("GET", "HEAD"):
            return _said(405, "This page can only be looked at.", allow="GET, HEAD")
        return None


def _routes(hub: Hub, past: Past | None, side: str) -> list[BaseRoute]:
    async def live(request: Request) -> Response:
        return HTMLResponse(await hub.page(side))

    async def events(request: Request) -> Response:
        if request.method == "HEAD":
            return Response(media_type="text/event-stream")
        seen = request.headers.get("last-event-id") or request.query_params.get("seen", "")
        return StreamingResponse(hub.events(side, seen), media_type="text/event-stream")

    async def replay(request: Request) -> Response:
        return HTMLResponse(await _there(past).ask(Past.replay))

    async def line(request: Request) -> Response:
        there, n = _there(past), read_whole(request.path_params["n"])
        drawn = None if n is None else await there.ask(lambda past: past.line(n))
        if drawn is None:
            raise HTTPException(404, "There is no such line in this game.")
        return JSONResponse(drawn)

    async def report(request: Request) -> Response:
        told = await _there(past).ask(Past.report)
        return HTMLResponse(told, headers={"content-security-policy": REPORT_POLICY})

    return [
        Route("/", live),
        Route("/live", events),
        Route("/replay", replay),
        Route("/replay/{n}", line),
        Route("/report", report),
        Route("/page.css", _fixed(style(), "text/css")),
        Route("/page.js", _fixed(script(), "text/javascript")),
    ]


def _fixed(text: str, kind: str) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        return Response(text, media_type=kind)

    return answer


def _there(past: Past | None) -> Past:
    if past is None:
        raise HTTPException(404, "This game has no save, so there is no replay of it.")
    return past


async def _plain(request: Request, error: Any) -> Response:
    if not isinstance(error, HTTPException):
        return _said(404, str(error))
    return _said(error.status_code, "There is nothing here." if error.detail == "Not Found" else error.detail)


def _said(status: int, sentence: str, **headers: str) -> Response:
    return PlainTextResponse(f"{sentence}\n", status, headers)
