# Generated from the contract by "npm run generate -w @heliograph/sdk". Do not edit.
"""Follows a feed. The synchronous function, in `_follow.py`, is generated from this one."""

from __future__ import annotations

from collections.abc import Iterator, Awaitable, Callable

from ._calls import ChangeWalk
from ._error import HeliographError
from ._responses import ChangesPage
from ._transport import Transport


def follow_changes(
    walk: ChangeWalk, transport: Transport, ask: Callable[..., ChangesPage]
) -> Iterator[ChangesPage]:
    """Yield page after page, and continue after transient failures.

    :raises HeliographError: for a permanent failure.
    """
    while True:
        try:
            page = ask(**walk.next())
        except HeliographError as failure:
            pause = walk.pause_after(failure)
            transport.pause(pause)
            continue
        yield page
        walk.advance_to(page.next_cursor)
