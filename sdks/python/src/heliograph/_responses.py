"""Results of calls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ._error import UnexpectedResponseError
from ._exchange import Answer
from ._generated.records import (
    Change,
    Changes,
    Company,
    Delivery,
    DeliveryListData,
    Facets,
    FilterOptions,
    IdentifiedCompany,
    Identify,
    Receipt,
    ReceiptListData,
    Replay,
    SavedSearch,
    SavedSearchListData,
    SearchTotalData,
    SemanticPageData,
    SemanticSearch,
    Signal,
    Suggest,
    Suggestion,
    Usage,
)
from ._meta import ResponseMeta
from ._record import R, decode


@dataclass(frozen=True)
class SearchPage:
    """A page of signals."""

    items: tuple[Signal, ...]
    """With `fields`, members that were not requested are None."""
    next_cursor: str | None
    """Pass it as `cursor`, with exactly the same filters. None on the last page."""
    search: SemanticSearch | None
    """Only in semantic mode."""
    meta: ResponseMeta = field(repr=False)


@dataclass(frozen=True)
class ChangesPage:
    """The next changes of a feed."""

    items: tuple[Change, ...]
    """A withdrawn signal has only an `id`; other members are None."""
    next_cursor: str
    """Continues after this page, even if it is empty. Valid for 30 days."""
    caught_up: bool
    """Whether there are no more changes for now."""
    meta: ResponseMeta = field(repr=False)


@dataclass(frozen=True)
class Count:
    """The number of matching signals."""

    total: int
    facets: Facets | None
    """The requested facets."""
    meta: ResponseMeta = field(repr=False)


@dataclass(frozen=True)
class CompanyResponse:
    """A company."""

    company: Company
    """With `fields`, members that were not requested are None."""
    meta: ResponseMeta = field(repr=False)


@dataclass(frozen=True)
class SuggestionsResponse:
    """Suggested filter values."""

    items: tuple[Suggestion, ...]
    """Sorted by number of published signals, descending; empty without matches."""
    meta: ResponseMeta = field(repr=False)


@dataclass(frozen=True)
class IdentifyResponse:
    """Matching companies."""

    items: tuple[IdentifiedCompany, ...]
    """Sorted by number of published signals, descending; empty without matches."""
    meta: ResponseMeta = field(repr=False)


@dataclass(frozen=True)
class FilterOptionsResponse:
    """The values that filters accept."""

    options: FilterOptions
    meta: ResponseMeta = field(repr=False)


@dataclass(frozen=True)
class UsageResponse:
    """A month's usage."""

    usage: Usage
    meta: ResponseMeta = field(repr=False)


@dataclass(frozen=True)
class SavedSearchResponse:
    """A saved search."""

    saved_search: SavedSearch
    meta: ResponseMeta = field(repr=False)


@dataclass(frozen=True)
class SavedSearchesResponse:
    """Saved searches."""

    items: tuple[SavedSearch, ...]
    """All of the account's, oldest first."""
    meta: ResponseMeta = field(repr=False)


@dataclass(frozen=True)
class DeliveryResponse:
    """An event that was or will be sent to a webhook."""

    delivery: Delivery
    meta: ResponseMeta = field(repr=False)


@dataclass(frozen=True)
class DeliveryPage:
    """A page of deliveries."""

    items: tuple[Delivery, ...]
    """Newest first."""
    next_cursor: str | None
    """Pass it as `cursor`. None on the last page."""
    meta: ResponseMeta = field(repr=False)


@dataclass(frozen=True)
class ReplayResponse:
    """The number of deliveries to be resent."""

    deliveries: int
    meta: ResponseMeta = field(repr=False)


@dataclass(frozen=True)
class ReceiptsPage:
    """A page of receipts."""

    items: tuple[Receipt, ...]
    """In order of `sequence`. To check the chain, hash `receipt.raw`."""
    next_cursor: str | None
    """Pass it as `cursor`, with the same month. None on the last page."""
    meta: ResponseMeta = field(repr=False)


@dataclass(frozen=True)
class RawResponse:
    """A response as received."""

    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: Any
    """The full body, including `data`; None for a response without a body."""
    meta: ResponseMeta = field(repr=False)


_LISTS = (
    SemanticPageData,
    Changes,
    Suggest,
    Identify,
    SavedSearchListData,
    DeliveryListData,
    ReceiptListData,
)


def read_page(answer: Answer) -> SearchPage:
    """Read a page of a search."""
    data = read_data(SemanticPageData, answer)
    return SearchPage(data.items, data.next_cursor, data.search, answer.meta)


def read_changes(answer: Answer) -> ChangesPage:
    """Read a page of changes."""
    data = read_data(Changes, answer)
    return ChangesPage(data.items, data.next_cursor, data.caught_up, answer.meta)


def read_count(answer: Answer) -> Count:
    """Read the number of matches."""
    data = read_data(SearchTotalData, answer)
    return Count(data.total, data.facets, answer.meta)


def read_suggestions(answer: Answer) -> SuggestionsResponse:
    """Read filter values."""
    return SuggestionsResponse(read_data(Suggest, answer).items, answer.meta)


def read_identified(answer: Answer) -> IdentifyResponse:
    """Read matching companies."""
    return IdentifyResponse(read_data(Identify, answer).items, answer.meta)


def read_saved_search(answer: Answer) -> SavedSearchResponse:
    """Read a saved search."""
    return SavedSearchResponse(read_data(SavedSearch, answer), answer.meta)


def read_saved_searches(answer: Answer) -> SavedSearchesResponse:
    """Read all saved searches."""
    return SavedSearchesResponse(read_data(SavedSearchListData, answer).items, answer.meta)


def read_delivery(answer: Answer) -> DeliveryResponse:
    """Read a delivery."""
    return DeliveryResponse(read_data(Delivery, answer), answer.meta)


def read_deliveries(answer: Answer) -> DeliveryPage:
    """Read a page of deliveries."""
    data = read_data(DeliveryListData, answer)
    return DeliveryPage(data.items, data.next_cursor, answer.meta)


def read_replay(answer: Answer) -> ReplayResponse:
    """Read the number of deliveries to be resent."""
    return ReplayResponse(read_data(Replay, answer).deliveries, answer.meta)


def read_receipts(answer: Answer) -> ReceiptsPage:
    """Read a page of receipts."""
    data = read_data(ReceiptListData, answer)
    return ReceiptsPage(data.items, data.next_cursor, answer.meta)


def read_statement(answer: Answer) -> str:
    """Read a signed statement.

    :raises UnexpectedResponseError: when it is not text.
    """
    if isinstance(answer.body, str):
        return answer.body
    raise _unexpected(answer, "statement")


def read_raw(answer: Answer) -> RawResponse:
    """Return a response as received."""
    return RawResponse(answer.status, answer.headers, answer.body, answer.meta)


def read_data(record: type[R], answer: Answer) -> R:
    """Read a response's `data`.

    :raises UnexpectedResponseError: if it has none, or a list has no items.
    """
    data = answer.body.get("data") if isinstance(answer.body, dict) else None
    if not isinstance(data, dict):
        raise _unexpected(answer, "data")
    if record in _LISTS and not isinstance(data.get("items"), list):
        raise _unexpected(answer, "items")
    return decode(record, data)


def _unexpected(answer: Answer, missing: str) -> UnexpectedResponseError:
    meta = answer.meta
    return UnexpectedResponseError(
        "unexpected_response",
        f"The response has no {missing}: is it the API? Check base_url.",
        status=answer.status,
        request_id=meta.request_id or None,
        idempotency_key=meta.idempotency_key,
        attempts=meta.attempts,
    )
