"""Searches. The synchronous class, in `_signals.py`, is generated from the asynchronous one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import TYPE_CHECKING, Any

from . import _calls
from ._async_follow import follow_changes
from ._cost import Budget, Cost
from ._generated.records import Change, Signal
from ._responses import ChangesPage, Count, SearchPage, read_changes, read_count, read_page
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
    """Signals: published company activity. Needs the scope `signals:read`."""

    def __init__(self, transport: AsyncTransport) -> None:
        """Use the client's instance instead."""
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
        """Get one page. Each signal on it costs one record.

        With `fields`, members that were not requested are None, whatever their type; `id` is always
        included.

        :param max_records: the most records that the response may cost. If it would cost more, the
            call fails with BudgetReachedError, uncharged. Default: the client's.
        :param budget: the most that calls may cost under its id. Default: the client's.
        :param idempotency_key: 8 to 128 letters, digits, `_`, and `-`. By default each call
            generates one and reuses it for its retries. With your own key, repeating the call
            within 24 hours, even from another process, returns the same response at no charge.
        :param timeout: total seconds for the call. Default: the client's.
        :param max_retries: maximum retries. Default: the client's.
        :param test_outcome: with a test key, the outcome to force. Retries request it too, so use
            `max_retries=0` to test a single failure.
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
        """Count matches exactly, optionally broken down by facet.

        Free, but counts as a request and a search.
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
        """Get matching signals that were published, updated, or withdrawn.

        A signal costs one record the first time the account gets it from a feed, and nothing for
        the next 30 days. Save `next_cursor`, and pass it as `cursor`.
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
        """Yield pages of changes, endlessly.

        Waits for changes, and continues after transient failures. Pages may be empty. To resume
        later, save `next_cursor` after processing each page and pass it as `cursor`.

        :param timeout: seconds per page. Default: a minute more than the API holds the request.
        :raises HeliographError: for a permanent failure.
        """
        options = {"timeout": timeout, "max_retries": max_retries, "test_outcome": test_outcome}
        cost = {"max_records": max_records, "budget": budget}
        walk = _calls.ChangeWalk(parameters, {**cost, **options})
        async for page in follow_changes(walk, self._transport, self.changes):
            yield page

    async def watch(self, **parameters: Any) -> AsyncIterator[Change]:
        """Yield single changes, endlessly, like `change_pages`."""
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
        """Yield page after page.

        Each page is fetched only when you ask for it, so stopping early costs nothing more. With
        `fields`, members that were not requested are None.

        :param budget: covers all pages together. Default: the client's.
        :param idempotency_key: each page's key is this plus the page number: `KEY-1` and so on. Up
            to 120 characters.
        :param timeout: seconds per page.
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
        """Yield signal after signal, across all pages.

        A whole page is charged when it is fetched; to cap the cost, pass `max_records`. With
        `fields`, members that were not requested are None.

        :param max_records: the most records to return and pay for. Pages are sized to fit. In
            semantic mode, where all pages must be the same size, iteration may end a few records
            early. The client's `max_records` applies to each page.
        :param budget: covers all pages together. Default: the client's.
        :raises ValueError: when `max_records` is not a non-negative integer.
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
            walk.advance_to(page.next_cursor)
            yield page
