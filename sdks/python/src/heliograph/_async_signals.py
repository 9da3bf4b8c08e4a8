"""Searches. The class that waits, in `_signals.py`, is made from the asynchronous one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import TYPE_CHECKING, Any

from . import _calls
from ._answers import ChangesPage, Count, SearchPage, read_changes, read_count, read_page
from ._async_follow import follow_changes
from ._cost import Budget, Cost
from ._generated.records import Change, Signal
from ._transport import AsyncTransport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._generated.parameters import (
        ChangesParameters,
        CountParameters,
        IterateParameters,
        PageParameters,
        TestOutcome,
    )


class AsyncSignals:
    """Published activities of companies. Needs the scope `signals:read`."""

    def __init__(self, transport: AsyncTransport) -> None:
        """Only the client makes one."""
        self._transport = transport

    async def search(
        self,
        *,
        max_records: int | None = None,
        budget: Budget | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        test_outcome: TestOutcome | None = None,
        **parameters: Unpack[PageParameters],
    ) -> SearchPage:
        """Get one page: each signal in it is one record.

        With `fields`, members that were not asked for are None, whatever their type says; `id` is
        always there.

        :param max_records: the most records that the answer may cost; the client's unless given.
            Beyond it the call fails with BudgetReachedError, and nothing is charged.
        :param budget: what may be charged under its id; the client's unless given.
        :param idempotency_key: 8 to 128 letters, digits, `_` and `-`. Without one each call makes
            its own, and sends it with all of its retries. With one of yours, the same call within
            24 hours, also by another process, gets the same answer and is not charged again.
        :param timeout: seconds of the call in all; the client's unless given.
        :param max_retries: the client's unless given.
        :param test_outcome: with a test key, the outcome to make happen. Retries ask for it again,
            so tests of one failure set `max_retries=0`.
        """
        cost = Cost(max_records, budget)
        options = {"timeout": timeout, "max_retries": max_retries, "test_outcome": test_outcome}
        call = _calls.search_call(parameters, idempotency_key, cost, options)
        return read_page(await self._transport.send(call))

    async def count(
        self,
        *,
        max_records: int | None = None,
        budget: Budget | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        test_outcome: TestOutcome | None = None,
        **parameters: Unpack[CountParameters],
    ) -> Count:
        """Count what matches, exactly, and by facets if any are asked for.

        Free; counts as a request and a search.
        """
        cost = Cost(max_records, budget)
        options = {"timeout": timeout, "max_retries": max_retries, "test_outcome": test_outcome}
        call = _calls.count_call(parameters, idempotency_key, cost, options)
        return read_count(await self._transport.send(call))

    async def changes(
        self,
        *,
        max_records: int | None = None,
        budget: Budget | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        test_outcome: TestOutcome | None = None,
        **parameters: Unpack[ChangesParameters],
    ) -> ChangesPage:
        """Get what was published, updated and withdrawn of the signals that match.

        A signal costs a record the first time that the account gets it in this way, and nothing
        within 30 days after that. Keep `next_cursor`, and pass it on as `cursor`.
        """
        cost = Cost(max_records, budget)
        options = {"timeout": timeout, "max_retries": max_retries, "test_outcome": test_outcome}
        call = _calls.changes_call(parameters, idempotency_key, cost, options)
        return read_changes(await self._transport.send(call))

    async def change_pages(
        self,
        *,
        max_records: int | None = None,
        budget: Budget | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        test_outcome: TestOutcome | None = None,
        **parameters: Unpack[ChangesParameters],
    ) -> AsyncIterator[ChangesPage]:
        """Get page after page of changes, without an end.

        Waits for what happens, and goes on after failures that pass. Pages may be empty. Keep
        `next_cursor` when a page has been dealt with, to follow from there.

        :param timeout: seconds of each page; what it is held for and a minute unless given.
        :raises HeliographError: for a failure that stays.
        """
        options = {"timeout": timeout, "max_retries": max_retries, "test_outcome": test_outcome}
        cost = {"max_records": max_records, "budget": budget}
        walk = _calls.ChangeWalk(parameters, {**cost, **options})
        async for page in follow_changes(walk, self._transport, self.changes):
            yield page

    async def watch(self, **parameters: Any) -> AsyncIterator[Change]:
        """Get change after change, without an end: as `change_pages`."""
        async for page in self.change_pages(**parameters):
            for change in page.items:
                yield change

    def pages(
        self,
        *,
        budget: Budget | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        test_outcome: TestOutcome | None = None,
        **parameters: Unpack[IterateParameters],
    ) -> AsyncIterator[SearchPage]:
        """Get page after page.

        A page is asked for when the one before has been dealt with, so that stopping early costs
        nothing more. With `fields`, members that were not asked for are None.

        :param budget: of all pages together; the client's unless given.
        :param idempotency_key: each page is sent with this and its number, `KEY-1` and so on; up to
            120 characters.
        :param timeout: seconds of each page.
        """
        walk = _calls.PageWalk(parameters, idempotency_key)
        options = {"timeout": timeout, "max_retries": max_retries, "test_outcome": test_outcome}
        return self._pages(walk, {"budget": budget, **options})

    def iterate(
        self,
        *,
        max_records: int | None = None,
        budget: Budget | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        test_outcome: TestOutcome | None = None,
        **parameters: Unpack[IterateParameters],
    ) -> AsyncIterator[Signal]:
        """Get signal after signal, over all pages.

        A page is charged when it is got: to stop at a number of records, say `max_records`. With
        `fields`, members that were not asked for are None.

        :param max_records: at most so many records are returned and consumed. Pages are made small
            enough for it; in semantic mode, where all pages must be of one size, iteration may end
            a few records earlier. The client's `max_records` holds for each page.
        :param budget: of all pages together; the client's unless given.
        :raises ValueError: when `max_records` is not a whole number from 0 on.
        """
        walk = _calls.RecordWalk(parameters, idempotency_key, max_records)
        options = {"timeout": timeout, "max_retries": max_retries, "test_outcome": test_outcome}
        return self._signals(walk, {"budget": budget, **options})

    async def _signals(
        self, walk: _calls.RecordWalk, options: Mapping[str, Any]
    ) -> AsyncIterator[Signal]:
        async for page in self._pages(walk, options):
            walk.take(len(page.items))
            for signal in page.items:
                yield signal

    async def _pages(
        self, walk: _calls.PageWalk, options: Mapping[str, Any]
    ) -> AsyncIterator[SearchPage]:
        while (step := walk.next()) is not None:
            parameters, key = step
            page = await self.search(idempotency_key=key, **options, **parameters)
            walk.go_on_behind(page.next_cursor)
            yield page
