# Made from the contract by "npm run generate -w @heliograph/sdk". Not to be edited.
"""Follows a feed. The function that waits, in `_follow.py`, is made from the asynchronous one."""

from __future__ import annotations

from collections.abc import Iterator, Awaitable, Callable

from ._answers import ChangesPage
from ._calls import ChangeWalk
from ._error import HeliographError
from ._transport import Transport


def follow_changes(
    walk: ChangeWalk, transport: Transport, ask: Callable[..., ChangesPage]
) -> Iterator[ChangesPage]:
    """Get page after page, and go on after failures that pass.

    :raises HeliographError: for a failure that stays.
    """
    while True:
        try:
            page = ask(**walk.next())
        except HeliographError as failure:
            pause = walk.pause_after(failure)
            transport.pause(pause)
            continue
        yield page
        walk.go_on_behind(page.next_cursor)
