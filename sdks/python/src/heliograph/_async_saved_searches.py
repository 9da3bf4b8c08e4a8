"""Saved searches. The class that waits, in `_saved_searches.py`, is made from this one."""

from __future__ import annotations

import datetime
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from . import _saved_search_calls as _calls
from ._answers import (
    ChangesPage,
    DeliveryAnswer,
    DeliveryPage,
    ReplayAnswer,
    SavedSearchAnswer,
    SavedSearchesAnswer,
    read_changes,
    read_deliveries,
    read_delivery,
    read_replay,
    read_saved_search,
    read_saved_searches,
)
from ._async_follow import follow_changes
from ._calls import ChangeWalk
from ._cost import Budget, Cost
from ._transport import AsyncTransport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._generated.parameters import SavedSearchChangesParameters, SearchFilters, TestOutcome
    from ._saved_search_calls import SavedSearchUpdate, WebhookAddress


class AsyncSavedSearches:
    """Searches that are kept, and their webhooks.

    Free, but for `changes` and `change_pages`. These need the scope `signals:read`, the others
    `searches:write`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        """Only the client makes one."""
        self._transport = transport

    async def list(
        self, *, timeout: float | None = None, max_retries: int | None = None
    ) -> SavedSearchesAnswer:
        """Get all of the account, oldest first."""
        call = _calls.list_call({"timeout": timeout, "max_retries": max_retries})
        return read_saved_searches(await self._transport.send(call))

    async def get(
        self, search_id: str, *, timeout: float | None = None, max_retries: int | None = None
    ) -> SavedSearchAnswer:
        """Get one."""
        call = _calls.get_call(search_id, {"timeout": timeout, "max_retries": max_retries})
        return read_saved_search(await self._transport.send(call))

    async def create(
        self,
        *,
        name: str,
        query: SearchFilters,
        webhook: WebhookAddress | None = None,
        max_records_per_day: int | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> SavedSearchAnswer:
        """Keep a search. With a webhook its secret is in the answer, and in no later one.

        :param name: 1 to 100 characters.
        :param query: filters and words of a search.
        :param webhook: where matches are sent, as `{"url": "https://…"}`.
        :param max_records_per_day: the most records that the webhook may cost in a UTC day.
        :param idempotency_key: the same call with the same key within 24 hours makes nothing more.
            One is made unless given.
        """
        given = {
            "name": name,
            "query": query,
            "webhook": webhook,
            "max_records_per_day": max_records_per_day,
        }
        options = {"timeout": timeout, "max_retries": max_retries}
        call = _calls.create_call(given, idempotency_key, options)
        return read_saved_search(await self._transport.send(call))

    async def update(
        self,
        search_id: str,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        **changes: Unpack[SavedSearchUpdate],
    ) -> SavedSearchAnswer:
        """Change what is given; None takes `webhook` or `max_records_per_day` away.

        A webhook where there was none has its secret in the answer.
        """
        options = {"timeout": timeout, "max_retries": max_retries}
        call = _calls.update_call(search_id, changes, options)
        return read_saved_search(await self._transport.send(call))

    async def delete(
        self, search_id: str, *, timeout: float | None = None, max_retries: int | None = None
    ) -> None:
        """Drop one, with everything that waits to be sent.

        :raises NotFoundError: when it is gone already.
        """
        call = _calls.delete_call(search_id, {"timeout": timeout, "max_retries": max_retries})
        await self._transport.send(call)

    async def changes(
        self,
        search_id: str,
        *,
        max_records: int | None = None,
        budget: Budget | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        test_outcome: TestOutcome | None = None,
        **parameters: Unpack[SavedSearchChangesParameters],
    ) -> ChangesPage:
        """Get what happened to signals that match: as `signals.changes`, at the same price."""
        cost = Cost(max_records, budget)
        options = {"timeout": timeout, "max_retries": max_retries, "test_outcome": test_outcome}
        call = _calls.feed_call(search_id, parameters, idempotency_key, cost, options)
        return read_changes(await self._transport.send(call))

    async def change_pages(
        self,
        search_id: str,
        *,
        max_records: int | None = None,
        budget: Budget | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        test_outcome: TestOutcome | None = None,
        **parameters: Unpack[SavedSearchChangesParameters],
    ) -> AsyncIterator[ChangesPage]:
        """Get page after page of changes, without an end: as `signals.change_pages`.

        :raises HeliographError: for a failure that stays.
        """
        options = {"timeout": timeout, "max_retries": max_retries, "test_outcome": test_outcome}
        bounds = {"max_records": max_records, "budget": budget}
        call = {"search_id": search_id, **options, **bounds}
        walk = ChangeWalk(parameters, call, _calls.FEED_NAMES)
        async for page in follow_changes(walk, self._transport, self.changes):
            yield page

    async def deliveries(
        self,
        search_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> DeliveryPage:
        """Get deliveries of the last 30 days, newest first.

        :param limit: 1 to 100; 50 unless given.
        """
        options = {"timeout": timeout, "max_retries": max_retries}
        call = _calls.deliveries_call(search_id, limit, cursor, options)
        return read_deliveries(await self._transport.send(call))

    async def rotate_secret(
        self, search_id: str, *, timeout: float | None = None, max_retries: int | None = None
    ) -> SavedSearchAnswer:
        """Make another secret, which is in this answer only.

        The one before signs too for 24 hours. Not sent again by itself.
        """
        call = _calls.rotate_call(search_id, {"timeout": timeout, "max_retries": max_retries})
        return read_saved_search(await self._transport.send(call))

    async def replay(
        self,
        search_id: str,
        delivery_id: str,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> DeliveryAnswer:
        """Send a delivery again, free. Not sent again by itself."""
        options = {"timeout": timeout, "max_retries": max_retries}
        call = _calls.replay_call(search_id, delivery_id, options)
        return read_delivery(await self._transport.send(call))

    async def replay_since(
        self,
        search_id: str,
        since: str | datetime.datetime,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> ReplayAnswer:
        """Send everything again that was made since a moment, free. Not sent again by itself.

        :param since: with a zone, 30 days back at most.
        """
        options = {"timeout": timeout, "max_retries": max_retries}
        call = _calls.replay_since_call(search_id, since, options)
        return read_replay(await self._transport.send(call))

    async def send_test(
        self, search_id: str, *, timeout: float | None = None, max_retries: int | None = None
    ) -> DeliveryAnswer:
        """Send an event without signals to the webhook, and get what it answered.

        Not sent again by itself.
        """
        call = _calls.test_call(search_id, {"timeout": timeout, "max_retries": max_retries})
        return read_delivery(await self._transport.send(call))
