"""Builds the calls of both clients."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from ._cost import Cost
from ._encode import encode_query, encode_segment, wire_parameters
from ._error import HeliographError
from ._exchange import Call
from ._generated.parameters import (
    MAXIMUM_PAGE_SIZE,
    ChangesParameters,
    CompanyParameters,
    CountParameters,
    IdentifyCompanyParameters,
    IterateParameters,
    PageParameters,
    SuggestParameters,
)
from ._page_size import even_page_size
from ._retry import is_retried, pause_before_retry

CHANGES_NAMES = ChangesParameters.__annotations__
COMPANY_NAMES = CompanyParameters.__annotations__
COUNT_NAMES = CountParameters.__annotations__
IDENTIFY_NAMES = IdentifyCompanyParameters.__annotations__
ITERATE_NAMES = IterateParameters.__annotations__
PAGE_NAMES = PageParameters.__annotations__
SUGGEST_NAMES = SuggestParameters.__annotations__

Options = Mapping[str, Any]
"""A call's `timeout`, `max_retries`, and `test_outcome`."""


def idempotency_key_of(given: str | None) -> str:
    """Return the key given, or a random 128-bit one.

    An empty key is kept, for the API to reject: a random one would charge a repeated call again.
    """
    return secrets.token_hex(16) if given is None else given


def search_call(
    parameters: Mapping[str, Any], key: str | None, cost: Cost, options: Options
) -> Call:
    """Build a request for a page of signals."""
    query = encode_query(wire_parameters("search", parameters, PAGE_NAMES))
    return charged("/signals", query, key, cost, options)


def count_call(
    parameters: Mapping[str, Any], key: str | None, cost: Cost, options: Options
) -> Call:
    """Build a request for the number of signals."""
    named = wire_parameters("count", parameters, COUNT_NAMES)
    return charged("/signals", encode_query({**named, "countOnly": True}), key, cost, options)


def changes_call(
    parameters: Mapping[str, Any], key: str | None, cost: Cost, options: Options
) -> Call:
    """Build a request for changes."""
    query = encode_query(wire_parameters("changes", parameters, CHANGES_NAMES))
    return charged("/changes", query, key, cost, options)


def company_call(
    slug: str, parameters: Mapping[str, Any], key: str | None, cost: Cost, options: Options
) -> Call:
    """Build a request for a company."""
    query = encode_query(wire_parameters("get", parameters, COMPANY_NAMES))
    return charged(f"/companies/{encode_segment(slug)}", query, key, cost, options)


def identify_call(parameters: Mapping[str, Any], options: Options) -> Call:
    """Build a request for the companies that match a domain or a name."""
    query = encode_query(wire_parameters("identify", parameters, IDENTIFY_NAMES))
    return Call("/companies/identify", query, **options)


def filter_options_call(headers: Mapping[str, str], options: Options) -> Call:
    """Build a request for the values that filters accept."""
    return Call("/filter-options", headers=headers, **options)


def suggest_call(parameters: Mapping[str, Any], options: Options) -> Call:
    """Build a request for filter values."""
    query = encode_query(wire_parameters("suggest", parameters, SUGGEST_NAMES))
    return Call("/suggest", query, **options)


def usage_call(month: str | None, options: Options) -> Call:
    """Build a request for a month's usage."""
    return Call("/usage", encode_query({"month": month}), **options)


def receipts_call(month: str | None, cursor: str | None, options: Options) -> Call:
    """Build a request for a page of receipts."""
    return Call("/usage/receipts", encode_query({"month": month, "cursor": cursor}), **options)


def statement_call(month: str, options: Options) -> Call:
    """Build a request for a signed statement."""
    accept = {"Accept": "application/jose, application/problem+json"}
    return Call("/usage/statement", encode_query({"month": month}), headers=accept, **options)


def raw_call(
    path: str,
    query: Mapping[str, Any] | None,
    headers: Mapping[str, str] | None,
    key: str | None,
    cost: Cost,
    options: Options,
) -> Call:
    """Build a raw request.

    :raises ValueError: when the path does not begin with a slash.
    """
    if not path.startswith("/"):
        raise ValueError('path must begin with "/".')
    call = charged(path, encode_query(query or {}), key, cost, options)
    return Call(**{**call.__dict__, "headers": headers or {}})


def charged(path: str, query: str, key: str | None, cost: Cost, options: Options) -> Call:
    """Build a call that may cost records, with one Idempotency-Key for all its attempts."""
    return Call(path, query, idempotency_key=idempotency_key_of(key), cost=cost, **options)


WAIT_SECONDS = 30
"""Long polling: how long the API holds a feed request while there are no changes."""
_ANSWER_SECONDS = 60
"""Time for the response and its retries, on top of the wait."""


class ChangeWalk:
    """Tracks a feed's position from page to page, and decides which failures it survives."""

    def __init__(
        self,
        parameters: Mapping[str, Any],
        options: Options,
        allowed: Iterable[str] = CHANGES_NAMES,
    ) -> None:
        """Start where the parameters say.

        :param allowed: the names of valid parameters.

        :raises TypeError: for an invalid parameter.
        """
        wire_parameters("change_pages", parameters, allowed)
        self._parameters = dict(parameters)
        self._wait: int = WAIT_SECONDS if parameters.get("wait") is None else parameters["wait"]
        self._options = dict(options)
        if self._options.get("timeout") is None:
            self._options["timeout"] = self._wait + _ANSWER_SECONDS
        self._failures = 0

    def next(self) -> dict[str, Any]:
        """Return the next page's parameters and options.

        A feed gets its cursor before it waits, so nothing is missed if the wait fails.
        """
        has_place = self._parameters.get("cursor") is not None
        return {**self._parameters, **self._options, "wait": self._wait if has_place else 0}

    def advance_to(self, cursor: str) -> None:
        """Continue after a page."""
        self._failures = 0
        self._parameters["cursor"] = cursor
        self._parameters["since"] = None

    def pause_after(self, failure: HeliographError) -> int:
        """Return the milliseconds to wait after a transient failure.

        :raises HeliographError: the failure, if it is permanent.
        """
        if failure.code not in ("timeout", "internal") and not is_retried(failure):
            raise failure
        self._failures += 1
        return pause_before_retry(self._failures, failure.retry_after_seconds)


class PageWalk:
    """Tracks parameters and Idempotency-Keys from page to page."""

    def __init__(self, parameters: Mapping[str, Any], key: str | None) -> None:
        """Start before the first page, or after the parameters' `cursor`.

        :raises TypeError: for an invalid parameter.
        """
        wire_parameters("pages", parameters, ITERATE_NAMES)
        self.limit: int | None = parameters.get("limit")
        """The next page's limit; 0 ends the walk, None uses the API's default."""
        self._parameters = dict(parameters)
        self._cursor: str | None = parameters.get("cursor")
        self._key = key
        self._number = 0
        self._is_over = False

    def next(self) -> tuple[dict[str, Any], str | None] | None:
        """Return the next page's parameters and key; None at the end."""
        if self._is_over or self.limit == 0:
            return None
        self._number += 1
        key = None if self._key is None else f"{self._key}-{self._number}"
        return {**self._parameters, "limit": self.limit, "cursor": self._cursor}, key

    def advance_to(self, cursor: str | None) -> None:
        """Continue after a page."""
        self._cursor = cursor
        self._is_over = cursor is None


class RecordWalk(PageWalk):
    """A walk whose pages never exceed the allowed records in total."""

    def __init__(
        self, parameters: Mapping[str, Any], key: str | None, max_records: int | None
    ) -> None:
        """Start with all records left.

        :raises ValueError: when `max_records` is not a non-negative integer.
        """
        super().__init__(parameters, key)
        if max_records is not None and (not isinstance(max_records, int) or max_records < 0):
            raise ValueError("max_records must be a whole number of at least 0.")
        self._is_semantic = bool(parameters.get("semantic"))
        self._left = max_records
        even = even_page_size(max_records) if self._is_semantic else MAXIMUM_PAGE_SIZE
        self._wanted = even if self.limit is None else self.limit
        # In semantic mode a cursor is bound to one page size.
        if self._is_semantic and not self._cursor:
            self._wanted = min(self._wanted, even)
        self.take(0)

    def take(self, count: int) -> None:
        """Subtract records from those left."""
        if self._left is None:
            self.limit = self._wanted
            return
        self._left -= count
        # In semantic mode a page that would exceed the limit is not requested.
        is_last = self._is_semantic and self._left < self._wanted
        self.limit = 0 if is_last else min(self._wanted, self._left)
