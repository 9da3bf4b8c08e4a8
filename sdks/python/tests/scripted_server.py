"""A server that plays a scenario's responses."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl

HEADERS = {
    "content-type": "application/json; charset=utf-8",
    "x-request-id": "request-1",
    "x-records-consumed": "3",
    "x-records-remaining": "97",
    "x-ratelimit-limit": "300",
    "x-ratelimit-remaining": "299",
    "x-ratelimit-reset": "1795168920",
}
PROBLEM_HEADERS = {"content-type": "application/problem+json", "x-request-id": "request-2"}


@dataclass
class ScriptedServer:
    """Answers one turn per request; the last turn repeats forever."""

    url: str
    turns: list[Any] = field(default_factory=list)
    seen: list[dict[str, Any]] = field(default_factory=list, repr=False)
    gone: threading.Event = field(default_factory=threading.Event)

    def play(self, *turns: Any) -> None:
        self.turns = list(turns)
        self.seen.clear()

    @property
    def keys(self) -> list[str | None]:
        return [request["headers"].get("idempotency-key") for request in self.seen]


@contextmanager
def scripted_server() -> Iterator[ScriptedServer]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._take()

        do_POST = do_PATCH = do_DELETE = do_GET  # noqa: N815

        def _take(self) -> None:
            path, _, query = self.path.partition("?")
            headers = {name.lower(): value for name, value in self.headers.items()}
            parameters = dict(parse_qsl(query, keep_blank_values=True))
            sent = self.rfile.read(int(headers.get("content-length", 0)))
            scripted.seen.append(
                {
                    "method": self.command,
                    "path": path,
                    "query": parameters,
                    "headers": headers,
                    "body": json.loads(sent) if sent else None,
                }
            )
            turn = scripted.turns.pop(0) if len(scripted.turns) > 1 else scripted.turns[0]
            self._play(turn, parameters)

        def _play(self, turn: Any, parameters: dict[str, str]) -> None:
            if turn == "silence":
                scripted.gone.wait()
            elif turn == "hangUp":
                self._break()
            elif turn == "breakOff":
                self.send_response(200)
                self.send_header("content-length", "1000")
                self.end_headers()
                self.wfile.write(b'{"data":')
                self._break()
            else:
                self._answer(turn, *content_of(turn, parameters))

        def _answer(self, turn: dict[str, Any], usual: dict[str, str], body: bytes) -> None:
            self.send_response(turn.get("status", 200))
            for name, value in {**usual, **turn.get("headers", {})}.items():
                if value is not None:
                    self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def _break(self) -> None:
            self.close_connection = True
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_RDWR)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    scripted = ScriptedServer(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield scripted
    finally:
        scripted.gone.set()
        server.shutdown()
        server.server_close()


def content_of(turn: dict[str, Any], parameters: dict[str, str]) -> tuple[dict[str, str], bytes]:
    """A response's usual headers, and its body."""
    if "text" in turn:
        return {}, turn["text"].encode()
    if turn.get("status") in (204, 304):
        return HEADERS, b""
    if "problem" in turn:
        code = turn["problem"]
        members = {
            "title": code,
            "status": turn["status"],
            "detail": f"It is {code}.",
            "code": code,
        }
        problem = {"type": "about:blank", **members, **turn.get("members", {})}
        return PROBLEM_HEADERS, json.dumps(problem).encode()
    body = turn.get("body", {"data": {"items": [], "nextCursor": None}})
    if "pages" in turn:
        body = page_of(turn["pages"], parameters)
    return HEADERS, json.dumps(body).encode()


def page_of(total: int, parameters: dict[str, str]) -> dict[str, Any]:
    """Signals 1 to `total`, in pages of the limit; the cursor is the next number."""
    first = int(parameters.get("cursor", 1))
    last = min(first + int(parameters.get("limit", 50)) - 1, total)
    items = [{"id": str(number)} for number in range(first, last + 1)]
    return {"data": {"items": items, "nextCursor": str(last + 1) if last < total else None}}
