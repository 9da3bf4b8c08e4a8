# Generated from the contract by "npm run generate -w @heliograph/sdk". Do not edit.
"""The clients. The synchronous one, in `_client.py`, is generated from the asynchronous one."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, overload

import httpx

from . import _calls
from ._receipts import Receipts
from ._saved_searches import SavedSearches
from ._signals import Signals
from ._cost import Budget, Cost
from ._generated.records import Company, FilterOptions, Usage
from ._responses import (
    CompanyResponse,
    FilterOptionsResponse,
    IdentifyResponse,
    RawResponse,
    SuggestionsResponse,
    UsageResponse,
    read_data,
    read_identified,
    read_raw,
    read_suggestions,
)
from ._settings import Unset, read_settings
from ._transport import Transport

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from ._generated.parameters import (
        CompanyParameters,
        IdentifyCompanyParameters,
        SuggestParameters,
        TestOutcome,
    )


class Companies:
    """Companies mentioned in signals. Needs the scope `companies:read`."""

    def __init__(self, transport: Transport) -> None:
        """Use the client's instance instead."""
        self._transport = transport

    def get(
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
    ) -> CompanyResponse:
        """Get one company by its slug. Costs one record.

        With `fields`, members that were not requested are None, whatever their type; `slug` is
        always included. The price is the same.
        """
        cost = Cost(max_records, budget)
        options = {"timeout": timeout, "max_retries": max_retries, "test_outcome": test_outcome}
        call = _calls.company_call(slug, parameters, idempotency_key, cost, options)
        answer = self._transport.send(call)
        return CompanyResponse(read_data(Company, answer), answer.meta)

    @overload
    def identify(
        self,
        *,
        domain: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        test_outcome: TestOutcome | None = None,
    ) -> IdentifyResponse: ...

    @overload
    def identify(
        self,
        *,
        name: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        test_outcome: TestOutcome | None = None,
    ) -> IdentifyResponse: ...

    def identify(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        test_outcome: TestOutcome | None = None,
        **parameters: Unpack[IdentifyCompanyParameters],
    ) -> IdentifyResponse:
        """Get up to 10 companies that match a domain or a name. Free.

        :param domain: a host, a URL, or an email address. Pass either this or a name.
        :param name: the company's full name.
        """
        options = {"timeout": timeout, "max_retries": max_retries, "test_outcome": test_outcome}
        return read_identified(
            self._transport.send(_calls.identify_call(parameters, options))
        )


class Heliograph:
    """A Heliograph API client. One per program is enough.

    URL and key default to SIGNALS_API_URL and SIGNALS_API_KEY.

    >>> client = Heliograph()  # or with base_url and api_key
    >>> page = client.signals.search(q='"series a"', days=30)
    """

    signals: Signals
    companies: Companies
    saved_searches: SavedSearches
    receipts: Receipts

    def __init__(
        self,
        *,
        base_url: str | Unset = Unset.UNSET,
        api_key: str | Unset = Unset.UNSET,
        timeout: float | None = None,
        max_retries: int | None = None,
        max_records: int | None = None,
        budget: Budget | None = None,
        user_agent: str | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        """Create a client.

        :param base_url: the API's URL, such as `https://api.example.com`. Default: the variable
            SIGNALS_API_URL.
        :param api_key: `hg_live_…`, or a test key, `hg_test_…`. Default: the variable
            SIGNALS_API_KEY. Sent only in the Authorization header, and never displayed.
        :param timeout: total seconds for a call, including retries and pauses. Default: 60;
            `math.inf` for no limit.
        :param max_retries: maximum retries per request. Default: 4; 0 disables them.
        :param max_records: the most records that one response may cost. If it would cost more, the
            call fails with BudgetReachedError, uncharged.
        :param budget: the most that all calls together may cost under its id.
        :param user_agent: identifies your program.
        :param http_client: sends the requests, for example with your own proxies or certificates.
            You close it.
        :raises ValueError: when a setting is missing or invalid.
        """
        self._settings = read_settings(
            base_url, api_key, timeout, max_retries, user_agent, Cost(max_records, budget)
        )
        self._is_owner = http_client is None
        self._http = http_client or httpx.Client()
        transport = Transport(self._settings, self._http)
        self._transport = transport
        self._known_options: tuple[str, FilterOptions] | None = None
        self.signals = Signals(transport)
        self.companies = Companies(transport)
        self.saved_searches = SavedSearches(transport)
        self.receipts = Receipts(transport)

    def filter_options(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        test_outcome: TestOutcome | None = None,
    ) -> FilterOptionsResponse:
        """Get the values that filters accept: categories, hiring labels, countries, and more.

        Free. Cached by ETag: while they are unchanged, another call transfers no body.
        """
        known = self._known_options
        headers = {"If-None-Match": known[0]} if known else {}
        options = {"timeout": timeout, "max_retries": max_retries, "test_outcome": test_outcome}
        answer = self._transport.send(_calls.filter_options_call(headers, options))
        if answer.status == httpx.codes.NOT_MODIFIED and known:
            return FilterOptionsResponse(copy.deepcopy(known[1]), answer.meta)
        answered = read_data(FilterOptions, answer)
        tag = answer.headers.get("etag")
        self._known_options = None if tag is None else (tag, copy.deepcopy(answered))
        return FilterOptionsResponse(answered, answer.meta)

    def suggest(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        test_outcome: TestOutcome | None = None,
        **parameters: Unpack[SuggestParameters],
    ) -> SuggestionsResponse:
        """Get filter values whose names contain a prefix; its last word may be incomplete.

        Free, and does not count as a search.

        :param kind: what to suggest: `company`, `country`, `city`, `industry`, or `category`.
        :param prefix: the text typed so far, at least one word.
        :param limit: maximum number of suggestions.
        """
        options = {"timeout": timeout, "max_retries": max_retries, "test_outcome": test_outcome}
        return read_suggestions(
            self._transport.send(_calls.suggest_call(parameters, options))
        )

    def usage(
        self,
        *,
        month: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        test_outcome: TestOutcome | None = None,
    ) -> UsageResponse:
        """Get the usage in a UTC month, and what is left now. Free.

        :param month: `YYYY-MM`. Default: the current month.
        """
        options = {"timeout": timeout, "max_retries": max_retries, "test_outcome": test_outcome}
        answer = self._transport.send(_calls.usage_call(month, options))
        return UsageResponse(read_data(Usage, answer), answer.meta)

    def request(
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
    ) -> RawResponse:
        """Send a raw GET request, for endpoints this client has no method for.

        Uses the same retries and errors.

        :param path: relative to the API's version, such as `/signals`.
        :param query: the API's parameter names, such as `dateFrom`; None is omitted.
        :raises ValueError: when `path` does not begin with a slash.
        """
        cost = Cost(max_records, budget)
        options = {"timeout": timeout, "max_retries": max_retries, "test_outcome": test_outcome}
        call = _calls.raw_call(path, query, headers, idempotency_key, cost, options)
        return read_raw(self._transport.send(call))

    def close(self) -> None:
        """Close the connections, unless you passed an `http_client`."""
        if self._is_owner:
            self._http.close()

    def __enter__(self) -> Self:
        """Return the client, for `with`."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the client."""
        self.close()

    def __repr__(self) -> str:
        """Return the address, without the key."""
        return f"{type(self).__name__}(base_url={self._settings.root!r})"
