# Made from the contract by "npm run generate -w @heliograph/sdk". Not to be edited.
"""The clients. The one that waits, in `_client.py`, is made from the asynchronous one."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any

import httpx

from . import _calls
from ._answers import (
    CompanyAnswer,
    Count,
    FilterOptionsAnswer,
    RawAnswer,
    SearchPage,
    UsageAnswer,
    read_count,
    read_data,
    read_page,
    read_raw,
)
from ._exchange import Call
from ._generated.records import Company, FilterOptions, Signal, Usage
from ._settings import read_settings
from ._transport import Transport

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from ._generated.parameters import CountParameters, IterateParameters, PageParameters


class Signals:
    """Published activities of companies. Needs the scope `signals:read`."""

    def __init__(self, transport: Transport) -> None:
        """Only the client makes one."""
        self._transport = transport

    def search(
        self,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        **parameters: Unpack[PageParameters],
    ) -> SearchPage:
        """Get one page: each signal in it is one record.

        :param idempotency_key: 8 to 128 letters, digits, `_` and `-`. Without one each call makes
            its own, and sends it with all of its retries. With one of yours, the same call within
            24 hours, also by another process, gets the same answer and is not charged again.
        :param timeout: seconds of the call in all; the client's unless given.
        :param max_retries: the client's unless given.
        """
        options = {"timeout": timeout, "max_retries": max_retries}
        return read_page(
            self._transport.send(_calls.search_call(parameters, idempotency_key, options))
        )

    def count(
        self,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        **parameters: Unpack[CountParameters],
    ) -> Count:
        """Count what matches, exactly, and by facets if any are asked for.

        Free; counts as a request and a search.
        """
        options = {"timeout": timeout, "max_retries": max_retries}
        return read_count(
            self._transport.send(_calls.count_call(parameters, idempotency_key, options))
        )

    def pages(
        self,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        **parameters: Unpack[IterateParameters],
    ) -> Iterator[SearchPage]:
        """Get page after page.

        A page is asked for when the one before has been dealt with, so that stopping early costs
        nothing more.

        :param idempotency_key: each page is sent with this and its number, `KEY-1` and so on; up to
            120 characters.
        :param timeout: seconds of each page.
        """
        walk = _calls.PageWalk(parameters, idempotency_key)
        return self._pages(walk, timeout, max_retries)

    def iterate(
        self,
        *,
        max_records: int | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        **parameters: Unpack[IterateParameters],
    ) -> Iterator[Signal]:
        """Get signal after signal, over all pages.

        A page is charged when it is got: to stop at a number of records, say `max_records`.

        :param max_records: at most so many records are returned and consumed. Pages are made small
            enough for it; in semantic mode, where all pages must be of one size, iteration may end
            a few records earlier.
        :raises ValueError: when `max_records` is not a whole number from 0 on.
        """
        walk = _calls.RecordWalk(parameters, idempotency_key, max_records)
        return self._signals(walk, timeout, max_retries)

    def _signals(
        self, walk: _calls.RecordWalk, timeout: float | None, max_retries: int | None
    ) -> Iterator[Signal]:
        for page in self._pages(walk, timeout, max_retries):
            walk.take(len(page.items))
            for signal in page.items:
                yield signal

    def _pages(
        self, walk: _calls.PageWalk, timeout: float | None, max_retries: int | None
    ) -> Iterator[SearchPage]:
        while (step := walk.next()) is not None:
            parameters, key = step
            page = self.search(
                idempotency_key=key,
                timeout=timeout,
                max_retries=max_retries,
                **parameters,
            )
            walk.go_on_behind(page.next_cursor)
            yield page


class Companies:
    """Companies mentioned in signals. Needs the scope `companies:read`."""

    def __init__(self, transport: Transport) -> None:
        """Only the client makes one."""
        self._transport = transport

    def get(
        self,
        slug: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> CompanyAnswer:
        """Get one company by its slug, for one record."""
        options = {"timeout": timeout, "max_retries": max_retries}
        answer = self._transport.send(_calls.company_call(slug, idempotency_key, options))
        return CompanyAnswer(read_data(Company, answer), answer.meta)


class Heliograph:
    """A client of the Heliograph API. One is enough for a program.

    Address and key are those of SIGNALS_API_URL and SIGNALS_API_KEY unless given.

    >>> client = Heliograph()  # or with base_url and api_key
    >>> page = client.signals.search(q='"series a"', days=30)
    """

    signals: Signals
    companies: Companies

    def __init__(
        self,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        user_agent: str | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        """Make a client.

        :param base_url: where the API is, such as `https://api.example.com`; the variable
            SIGNALS_API_URL unless given.
        :param api_key: `hg_live_…`; the variable SIGNALS_API_KEY unless given. It is sent in the
            Authorization header only, and shown by nothing.
        :param timeout: seconds that a call may take in all, retries and pauses included. 60 unless
            given; `math.inf` for none.
        :param max_retries: how often a request may be sent again. 4 unless given; 0 for never.
        :param user_agent: names your program.
        :param http_client: sends the requests, for proxies or certificates of your own. You close
            it.
        :raises ValueError: when something is missing or cannot be used.
        """
        self._settings = read_settings(base_url, api_key, timeout, max_retries, user_agent)
        self._is_owner = http_client is None
        self._http = http_client or httpx.Client()
        transport = Transport(self._settings, self._http)
        self._transport = transport
        self._known_options: tuple[str, FilterOptions] | None = None
        self.signals = Signals(transport)
        self.companies = Companies(transport)

    def filter_options(
        self, *, timeout: float | None = None, max_retries: int | None = None
    ) -> FilterOptionsAnswer:
        """Get what filters take: categories, hiring labels, funding stages, countries and more.

        Free. The answer is kept: while it has not changed, asking again transfers none of it.
        """
        known = self._known_options
        headers = {"If-None-Match": known[0]} if known else {}
        call = Call("/filter-options", headers=headers, timeout=timeout, max_retries=max_retries)
        answer = self._transport.send(call)
        if answer.status == httpx.codes.NOT_MODIFIED and known:
            return FilterOptionsAnswer(copy.deepcopy(known[1]), answer.meta)
        options = read_data(FilterOptions, answer)
        tag = answer.headers.get("etag")
        self._known_options = None if tag is None else (tag, copy.deepcopy(options))
        return FilterOptionsAnswer(options, answer.meta)

    def usage(
        self,
        *,
        month: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> UsageAnswer:
        """Get what was used in a UTC month, and what is left now. Free.

        :param month: `YYYY-MM`; the current one unless given.
        """
        options = {"timeout": timeout, "max_retries": max_retries}
        answer = self._transport.send(_calls.usage_call(month, options))
        return UsageAnswer(read_data(Usage, answer), answer.meta)

    def request(
        self,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> RawAnswer:
        """Send a GET request as you write it, for what this client has no method for.

        With the same retries and errors.

        :param path: below the version of the API, such as `/signals`.
        :param query: under the names of the API, such as `dateFrom`; None is left out.
        :raises ValueError: when `path` does not begin with a slash.
        """
        options = {"timeout": timeout, "max_retries": max_retries}
        return read_raw(
            self._transport.send(
                _calls.raw_call(path, query, headers, idempotency_key, options)
            )
        )

    def close(self) -> None:
        """Close the connections. Those of an `http_client` of yours stay."""
        if self._is_owner:
            self._http.close()

    def __enter__(self) -> Self:
        """Close it at the end of an `with`."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

    def __repr__(self) -> str:
        """Tell where it asks, without the key."""
        return f"{type(self).__name__}(base_url={self._settings.root!r})"
