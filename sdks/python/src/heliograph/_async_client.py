"""The clients. The one that waits, in `_client.py`, is made from the asynchronous one."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, overload

import httpx

from . import _calls
from ._answers import (
    CompanyAnswer,
    FilterOptionsAnswer,
    IdentifyAnswer,
    RawAnswer,
    SuggestionsAnswer,
    UsageAnswer,
    read_data,
    read_identified,
    read_raw,
    read_suggestions,
)
from ._async_receipts import AsyncReceipts
from ._async_saved_searches import AsyncSavedSearches
from ._async_signals import AsyncSignals
from ._cost import Budget, Cost
from ._generated.records import Company, FilterOptions, Usage
from ._settings import read_settings
from ._transport import AsyncTransport

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from ._generated.parameters import (
        CompanyParameters,
        IdentifyCompanyParameters,
        SuggestParameters,
        TestOutcome,
    )


class AsyncCompanies:
    """Companies mentioned in signals. Needs the scope `companies:read`."""

    def __init__(self, transport: AsyncTransport) -> None:
        """Only the client makes one."""
        self._transport = transport

    async def get(
        self,
        slug: str,
        *,
        max_records: int | None = None,
        budget: Budget | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        test_outcome: TestOutcome | None = None,
        **parameters: Unpack[CompanyParameters],
    ) -> CompanyAnswer:
        """Get one company by its slug, for one record.

        With `fields`, members that were not asked for are None, whatever their type says; `slug`
        is always there. The price is the same.
        """
        cost = Cost(max_records, budget)
        options = {"timeout": timeout, "max_retries": max_retries, "test_outcome": test_outcome}
        call = _calls.company_call(slug, parameters, idempotency_key, cost, options)
        answer = await self._transport.send(call)
        return CompanyAnswer(read_data(Company, answer), answer.meta)

    @overload
    async def identify(
        self,
        *,
        domain: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        test_outcome: TestOutcome | None = None,
    ) -> IdentifyAnswer: ...

    @overload
    async def identify(
        self,
        *,
        name: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        test_outcome: TestOutcome | None = None,
    ) -> IdentifyAnswer: ...

    async def identify(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        test_outcome: TestOutcome | None = None,
        **parameters: Unpack[IdentifyCompanyParameters],
    ) -> IdentifyAnswer:
        """Get the companies that a domain or a name means, at most 10. Free.

        :param domain: a host, a URL or an email address. Give this or a name.
        :param name: the whole name of a company.
        """
        options = {"timeout": timeout, "max_retries": max_retries, "test_outcome": test_outcome}
        return read_identified(
            await self._transport.send(_calls.identify_call(parameters, options))
        )


class AsyncHeliograph:
    """A client of the Heliograph API. One is enough for a program.

    Address and key are those of SIGNALS_API_URL and SIGNALS_API_KEY unless given.

    >>> client = AsyncHeliograph()  # or with base_url and api_key
    >>> page = await client.signals.search(q='"series a"', days=30)
    """

    signals: AsyncSignals
    companies: AsyncCompanies
    saved_searches: AsyncSavedSearches
    receipts: AsyncReceipts

    def __init__(
        self,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        max_records: int | None = None,
        budget: Budget | None = None,
        user_agent: str | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """Make a client.

        :param base_url: where the API is, such as `https://api.example.com`; the variable
            SIGNALS_API_URL unless given.
        :param api_key: `hg_live_…`, or a test key, `hg_test_…`; the variable SIGNALS_API_KEY unless
            given. It is sent in the Authorization header only, and shown by nothing.
        :param timeout: seconds that a call may take in all, retries and pauses included. 60 unless
            given; `math.inf` for none.
        :param max_retries: how often a request may be sent again. 4 unless given; 0 for never.
        :param max_records: the most records that one answer may cost. Beyond it a call fails with
            BudgetReachedError, and nothing is charged.
        :param budget: what may be charged under its id, by all calls together.
        :param user_agent: names your program.
        :param http_client: sends the requests, for proxies or certificates of your own. You close
            it.
        :raises ValueError: when something is missing or cannot be used.
        """
        self._settings = read_settings(
            base_url, api_key, timeout, max_retries, user_agent, Cost(max_records, budget)
        )
        self._is_owner = http_client is None
        self._http = http_client or httpx.AsyncClient()
        transport = AsyncTransport(self._settings, self._http)
        self._transport = transport
        self._known_options: tuple[str, FilterOptions] | None = None
        self.signals = AsyncSignals(transport)
        self.companies = AsyncCompanies(transport)
        self.saved_searches = AsyncSavedSearches(transport)
        self.receipts = AsyncReceipts(transport)

    async def filter_options(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        test_outcome: TestOutcome | None = None,
    ) -> FilterOptionsAnswer:
        """Get what filters take: categories, hiring labels, funding stages, countries and more.

        Free. The answer is kept: while it has not changed, asking again transfers none of it.
        """
        known = self._known_options
        headers = {"If-None-Match": known[0]} if known else {}
        options = {"timeout": timeout, "max_retries": max_retries, "test_outcome": test_outcome}
        answer = await self._transport.send(_calls.filter_options_call(headers, options))
        if answer.status == httpx.codes.NOT_MODIFIED and known:
            return FilterOptionsAnswer(copy.deepcopy(known[1]), answer.meta)
        answered = read_data(FilterOptions, answer)
        tag = answer.headers.get("etag")
        self._known_options = None if tag is None else (tag, copy.deepcopy(answered))
        return FilterOptionsAnswer(answered, answer.meta)

    async def suggest(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        test_outcome: TestOutcome | None = None,
        **parameters: Unpack[SuggestParameters],
    ) -> SuggestionsAnswer:
        """Get values of filters whose names hold what was typed; the last word may be a beginning.

        Free, and no search.

        :param kind: what to suggest: `company`, `country`, `city`, `industry` or `category`.
        :param prefix: what was typed: at least one word.
        :param limit: the most suggestions.
        """
        options = {"timeout": timeout, "max_retries": max_retries, "test_outcome": test_outcome}
        return read_suggestions(
            await self._transport.send(_calls.suggest_call(parameters, options))
        )

    async def usage(
        self,
        *,
        month: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        test_outcome: TestOutcome | None = None,
    ) -> UsageAnswer:
        """Get what was used in a UTC month, and what is left now. Free.

        :param month: `YYYY-MM`; the current one unless given.
        """
        options = {"timeout": timeout, "max_retries": max_retries, "test_outcome": test_outcome}
        answer = await self._transport.send(_calls.usage_call(month, options))
        return UsageAnswer(read_data(Usage, answer), answer.meta)

    async def request(
        self,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        max_records: int | None = None,
        budget: Budget | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        test_outcome: TestOutcome | None = None,
    ) -> RawAnswer:
        """Send a GET request as you write it, for what this client has no method for.

        With the same retries and errors.

        :param path: below the version of the API, such as `/signals`.
        :param query: under the names of the API, such as `dateFrom`; None is left out.
        :raises ValueError: when `path` does not begin with a slash.
        """
        cost = Cost(max_records, budget)
        options = {"timeout": timeout, "max_retries": max_retries, "test_outcome": test_outcome}
        call = _calls.raw_call(path, query, headers, idempotency_key, cost, options)
        return read_raw(await self._transport.send(call))

    async def aclose(self) -> None:
        """Close the connections. Those of an `http_client` of yours stay."""
        if self._is_owner:
            await self._http.aclose()

    async def __aenter__(self) -> Self:
        """Close it at the end of an `async with`."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close it."""
        await self.aclose()

    def __repr__(self) -> str:
        """Tell where it asks, without the key."""
        return f"{type(self).__name__}(base_url={self._settings.root!r})"
