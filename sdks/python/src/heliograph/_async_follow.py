"""Follows a feed. The synchronous function, in `_follow.py`, is generated from this one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

from ._calls import ChangeWalk
from ._error import HeliographError
from ._responses import ChangesPage
from ._transport import AsyncTransport


async def follow_changes(
    walk: ChangeWalk, transport: AsyncTransport, ask: Callable[..., Awaitable[ChangesPage]]
) -> AsyncIterator[ChangesPage]:
    """Yield page after page, and continue after transient failures.

    :raises HeliographError: for a permanent failure.
    """
    while True:
        try:
            page = await ask(**walk.next())
        except HeliographError as failure:
            pause = walk.pause_after(failure)
            await transport.pause(pause)
            continue
        yield page
        walk.advance_to(page.next_cursor)
