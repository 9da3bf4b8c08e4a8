"""Saved searches. The synchronous class, in `_saved_searches.py`, is generated from this one."""

from __future__ import annotations

import datetime
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from . import _saved_search_calls as _calls
from ._async_follow import follow_changes
from ._calls import ChangeWalk
from ._cost import Budget, Cost
from ._generated.errors import NotFoundError
from ._responses import (
    ChangesPage,
    DeliveryPage,
    DeliveryResponse,
    ReplayResponse,
    SavedSearchesResponse,
    SavedSearchResponse,
    read_changes,
    read_deliveries,
    read_delivery,
    read_replay,
    read_saved_search,
    read_saved_searches,
)
from ._transport import AsyncTransport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._generated.parameters import SavedSearchChangesParameters, SearchFilters, TestOutcome
    from ._saved_search_calls import SavedSearchUpdate, WebhookAddress


class AsyncSavedSearches:
    """Saved searches and their webhooks.

    Free, except for `changes` and `change_pages`. These require the scope `signals:read`, the
    others `searches:write`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        """Use the client's instance instead."""
        self._transport = transport

    async def list(
        self, *, timeout: float | None = None, max_retries: int | None = None
    ) -> SavedSearchesResponse:
        """Get all of the account's saved searches, oldest first."""
        call = _calls.list_call({"timeout": timeout, "max_retries": max_retries})
        return read_saved_searches(await self._transport.send(call))

    async def get(
        self, search_id: str, *, timeout: float | None = None, max_retries: int | None = None
    ) -> SavedSearchResponse:
        """Get one saved search."""
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
    ) -> SavedSearchResponse:
        """Save a search. Only this response contains the secret of its webhook, if it has one.

        :param name: 1 to 100 characters.
        :param query: search words and filters.
        :param webhook: where to send matches, as `{"url": "https://…"}`.
        :param max_records_per_day: the most records that the webhook may cost per UTC day.
        :param idempotency_key: repeating the call with the same key within 24 hours creates nothing
            new. Default: a random key.
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
    ) -> SavedSearchResponse:
        """Change the given members; None removes `webhook` or `max_records_per_day`.

        If this adds a webhook, the response contains its secret.
        """
        options = {"timeout": timeout, "max_retries": max_retries}
        call = _calls.update_call(search_id, changes, options)
        return read_saved_search(await self._transport.send(call))

    async def delete(
        self, search_id: str, *, timeout: float | None = None, max_retries: int | None = None
    ) -> None:
        """Delete a saved search and its pending deliveries.

        :raises NotFoundError: when it no longer exists.
        """
        call = _calls.delete_call(search_id, {"timeout": timeout, "max_retries": max_retries})
        try:
            await self._transport.send(call)
        except NotFoundError as failure:
            # An earlier attempt deleted it, and its response was lost.
            if failure.attempts == 1:
                raise

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
        """Get changes to matching signals. Works and costs like `signals.changes`."""
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
        """Yield pages of changes, endlessly, like `signals.change_pages`.

        :raises HeliographError: for a permanent failure.
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

        :param limit: 1 to 100. Default: 50.
        """
        options = {"timeout": timeout, "max_retries": max_retries}
        call = _calls.deliveries_call(search_id, limit, cursor, options)
        return read_deliveries(await self._transport.send(call))

    async def rotate_secret(
        self,
        search_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> SavedSearchResponse:
        """Create a new secret, returned only in this response.

        The previous one also signs for 24 more hours.

        :param idempotency_key: repeating the call with the same key within 24 hours returns the
            same secret. Default: a random key.
        """
        options = {"timeout": timeout, "max_retries": max_retries}
        call = _calls.rotate_call(search_id, idempotency_key, options)
        return read_saved_search(await self._transport.send(call))

    async def replay(
        self,
        search_id: str,
        delivery_id: str,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> DeliveryResponse:
        """Resend a delivery for free. Never retried automatically."""
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
    ) -> ReplayResponse:
        """Resend everything created since a given time, for free. Never retried automatically.

        :param since: with a time zone, at most 30 days ago.
        """
        options = {"timeout": timeout, "max_retries": max_retries}
        call = _calls.replay_since_call(search_id, since, options)
        return read_replay(await self._transport.send(call))

    async def send_test(
        self, search_id: str, *, timeout: float | None = None, max_retries: int | None = None
    ) -> DeliveryResponse:
        """Send the webhook an event without signals, and get its response.

        Never retried automatically.
        """
        call = _calls.test_call(search_id, {"timeout": timeout, "max_retries": max_retries})
        return read_delivery(await self._transport.send(call))
