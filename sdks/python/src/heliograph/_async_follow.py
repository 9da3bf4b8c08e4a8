"""Follows a feed. The function that waits, in `_follow.py`, is made from the asynchronous one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

from ._answers import ChangesPage
from ._calls import ChangeWalk
from ._error import HeliographError
from ._transport import AsyncTransport


async def follow_changes(
    walk: ChangeWalk, transport: AsyncTransport, ask: Callable[..., Awaitable[ChangesPage]]
) -> AsyncIterator[ChangesPage]:
    """Get page after page, and go on after failures that pass.

    :raises HeliographError: for a failure that stays.
    """
    while True:
        try:
            page = await ask(**walk.next())
        except HeliographError as failure:
            pause = walk.pause_after(failure)
            await transport.pause(pause)
            continue
        yield page
        walk.go_on_behind(page.next_cursor)
