# Generated from the contract by "npm run generate -w @heliograph/sdk". Do not edit.
from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

__all__ = [
    "ChangesParameters",
    "CompanyParameters",
    "CountParameters",
    "IdentifyCompanyParameters",
    "IterateParameters",
    "ListDeliveriesParameters",
    "ListReceiptsParameters",
    "Location",
    "PageParameters",
    "SavedSearchChangesParameters",
    "SearchFilters",
    "SearchGroup",
    "SearchGroups",
    "StatementParameters",
    "SuggestParameters",
    "TestOutcome",
    "UsageParameters",
]

# The API's name of each parameter.
WIRE_NAMES: Mapping[str, str] = {
    "q": "q",
    "all": "all",
    "any": "any",
    "exact": "exact",
    "exclude": "exclude",
    "semantic": "semantic",
    "search_groups": "searchGroups",
    "company": "company",
    "company_slug": "companySlug",
    "companies": "companies",
    "country": "country",
    "locations": "locations",
    "industry": "industry",
    "industries": "industries",
    "size": "size",
    "days": "days",
    "date_ranges": "dateRanges",
    "date_from": "dateFrom",
    "date_to": "dateTo",
    "category": "category",
    "hiring_state": "hiringState",
    "hiring_function": "hiringFunction",
    "hiring_seniority": "hiringSeniority",
    "hiring_employment": "hiringEmployment",
    "hiring_work_arrangement": "hiringWorkArrangement",
    "funding_stage": "fundingStage",
    "funding_currency": "fundingCurrency",
    "funding_min": "fundingMin",
    "funding_max": "fundingMax",
    "ids": "ids",
    "activity_ids": "activityIds",
    "limit": "limit",
    "cursor": "cursor",
    "page": "page",
    "fields": "fields",
    "matched": "matched",
    "count_only": "countOnly",
    "facets": "facets",
    "month": "month",
    "since": "since",
    "wait": "wait",
    "kind": "kind",
    "prefix": "prefix",
    "domain": "domain",
    "name": "name",
}

# Parameters sent as JSON, by their API name.
JSON_PARAMETERS = frozenset({"searchGroups", "locations", "industries"})

# Filters that are comma-separated lists, by their API name.
LIST_FILTERS = frozenset(
    {
        "companies",
        "dateRanges",
        "category",
        "hiringState",
        "hiringFunction",
        "hiringSeniority",
        "hiringEmployment",
        "hiringWorkArrangement",
        "fundingStage",
        "ids",
        "activityIds",
    }
)

# The maximum and the default number of signals per page.
MAXIMUM_PAGE_SIZE = 50

# Outcomes that a request with a test key can produce.
TestOutcome = Literal["insufficient_records", "rate_limited", "unavailable", "internal", "slow"]


class _SearchGroup(TypedDict):
    scope: Literal["activity", "company"]
    """Where the terms must match."""
    match: Literal["and", "or"]
    """Combines the terms."""
    terms: Sequence[str]


class SearchGroup(_SearchGroup, total=False):
    exclude: Sequence[str]
    """Terms that must not match, within the scope."""


class SearchGroups(TypedDict):
    op: Literal["and", "or"]
    """Combines the groups."""
    groups: Sequence[SearchGroup]


class _Location(TypedDict):
    kind: Literal["country", "city"]
    value: str


class Location(_Location, total=False):
    country: str
    """Of a city."""


class SearchFilters(TypedDict, total=False):
    """Filters of a search."""

    q: str | None
    """Keywords in the title, separated by white space. "Quotes" make a phrase; a leading -
    excludes the word or phrase. Every term must match, and no excluded one may. Literal:
    whole words, ignoring case and accents, but no stemming, synonyms, or typo correction.
    In Chinese, Japanese, Korean, and other scripts without spaces, any adjacent letters
    match. Other punctuation has no meaning.
    """
    all: str | None
    """Terms that must all match the title. White space or commas separate them, quotes
    group.
    """
    any: str | None
    """Terms of which at least one must match the title; written as for `all`."""
    exact: str | None
    """One phrase: its words adjacent and in this order in the title."""
    exclude: str | None
    """Terms that must not match the title; written as for `all`."""
    search_groups: SearchGroups | None
    """Groups of terms. A term is a word or a phrase. With scope `activity` the terms must
    match within one title; with scope `company` they may match in separate activities of
    the same company, and the activities that match a term are returned as evidence.
    `match` combines the terms of a group, `op` the groups. At most 30 terms in all groups
    together; exclusions do not count. URL-encoded, at most 32,768 characters of JSON.
    """
    company: str | None
    """Adjacent words (as in `q`), in this order, in the company’s name."""
    company_slug: str | None
    """The slug of one company, exactly."""
    companies: str | Sequence[str] | None
    """Companies, each by slug or by full name (ignoring case and accents); one of them must
    match. A name with a comma cannot be given: use the slug.
    """
    country: str | None
    """A country exactly as in responses, not a display label."""
    locations: Sequence[Location] | None
    """Countries and cities, ignoring case and accents; one of them must match. `country`
    narrows a city to one country. URL-encoded, at most 65,536 characters of JSON.
    """
    industry: str | None
    """An industry exactly as in responses."""
    industries: Sequence[str] | None
    """Industries; one of them must match. URL-encoded, at most 65,536 characters of JSON."""
    size: Literal["1-49", "50-100", "101-500", "501-10000000"] | None
    """The company's number of employees, both ends included. Companies of unknown size never
    match.
    """
    days: Literal[7, "7", 30, "30", 90, "90"] | None
    """Signals of the last 7, 30, or 90 days (UTC), today included."""
    date_ranges: str | Sequence[Literal[7, "7", 30, "30", 90, "90", "older"]] | None
    """Age ranges in days, one of which must match; `older` is more than 90 days ago."""
    date_from: str | datetime.date | None
    """First activity date, inclusive. Not before the earliest supported date, 2026-08-30
    unless the operator chose another.
    """
    date_to: str | datetime.date | None
    """Last activity date, inclusive. Alone, it reaches back to the earliest supported date."""
    category: str | Sequence[str] | None
    """Categories: ids from the filter options; others are refused."""
    hiring_state: str | Sequence[str] | None
    """Hiring types: ids from the filter options; others are refused. Comma-separated."""
    hiring_function: str | Sequence[str] | None
    """Job functions: ids from the filter options; others are refused. Comma-separated."""
    hiring_seniority: str | Sequence[str] | None
    """Seniorities: ids from the filter options; others are refused. Comma-separated."""
    hiring_employment: str | Sequence[str] | None
    """Employment types: ids from the filter options; others are refused. Comma-separated."""
    hiring_work_arrangement: str | Sequence[str] | None
    """Work arrangements: ids from the filter options; others are refused. Comma-separated."""
    funding_stage: str | Sequence[str] | None
    """Funding stages: ids from the filter options; others are refused. Comma-separated."""
    funding_currency: Literal["USD", "EUR", "GBP"] | None
    """Keeps only funding published in this currency. Without it, amounts are compared as
    published.
    """
    funding_min: float | None
    """Minimum published funding amount, inclusive."""
    funding_max: float | None
    """Maximum published funding amount, inclusive."""
    ids: str | Sequence[str] | None
    """Only signals with one of these ids. Not in semantic mode."""
    activity_ids: str | Sequence[str] | None
    """Only signals with one of these ids. Works in semantic mode too."""


class CountParameters(SearchFilters, total=False):
    """Parameters of a count."""

    facets: str | Sequence[Literal["category", "country", "city", "industry", "size", "hiringState", "hiringFunction", "hiringSeniority", "hiringEmployment", "hiringWorkArrangement", "fundingStage", "fundingCurrency", "company", "month"]] | None
    """Only with `countOnly=true`: breaks the count down by each of these. Counts are exact,
    and each ignores the facet’s own filter. Each facet returns its 100 most frequent
    values.
    """


class IterateParameters(SearchFilters, total=False):
    """Parameters for iterating over pages. With `cursor`, continues after that page."""

    semantic: str | None
    """Switches to semantic search: signals ranked by closeness in meaning to this text. The
    pool is the up to 1,000 nearest signals; all filters, `q` too, apply within it only.
    Cannot be combined with `page`, `ids`, or `countOnly=true`. If unavailable, the
    response is 503 `semantic_unavailable`, never a keyword search. The text may be sent
    to an embedding provider outside this system; nothing else is.
    """
    limit: int | None
    """Signals per response. Each one returned is a record."""
    cursor: str | None
    """The `nextCursor` of the previous page, with exactly the same filters. In keyword mode
    `limit` may change from page to page, and cursors do not expire; in semantic mode the
    query and limit must be the same too, and a cursor is valid for one hour. It belongs
    to the account and interface it was given to. Cannot be combined with `page`.
    """
    fields: str | Sequence[Literal["id", "title", "activityUrl", "activityDate", "publishedAt", "category", "country", "city", "industries", "company", "hiring", "funding", "similarity", "matched"]] | None
    """Returns only these fields of each signal and `id`, in the order of the whole signal,
    at the same price. May differ from page to page. No effect with `countOnly=true`.
    """
    matched: bool | None
    """With `true` each signal has `matched`: where its title holds which term of `q`, `all`,
    `any`, `exact` and `searchGroups`. May differ from page to page. Keyword mode only,
    and not with `countOnly=true`.
    """


class PageParameters(IterateParameters, total=False):
    """Parameters of a page of signals. `semantic` excludes `page`, `ids`, and `matched`."""

    page: int | None
    """Number of the page, from 1; the first if absent. Keyword mode only. Use `cursor` when
    you must not skip or repeat a signal while others are being published.
    """


class CompanyParameters(TypedDict, total=False):
    fields: str | Sequence[Literal["slug", "name", "domain", "description", "country", "city", "industries", "employeeCount", "size", "signalCount", "latestActivityDate"]] | None
    """Returns only these fields and `slug`, in the order of the whole company, at the same
    price.
    """


class UsageParameters(TypedDict, total=False):
    month: str | None
    """A UTC calendar month, `YYYY-MM`, that has begun. A month without usage returns zeros."""


class ChangesParameters(TypedDict, total=False):
    limit: int | None
    """Changes per response."""
    cursor: str | None
    """The `nextCursor` of the previous response, with exactly the same filters; `limit`,
    `wait`, and `fields` may change. Valid for 30 days, for the account and interface it
    was given to. Cannot be combined with `since`.
    """
    since: str | datetime.date | datetime.datetime | None
    """Starts with what was published, updated, or withdrawn at this time or later: ISO 8601
    with a zone, or a date (midnight UTC), at most 30 days ago. With neither `cursor` nor
    `since` the feed starts now.
    """
    wait: int | None
    """Seconds to hold the response while there is no change."""
    fields: str | Sequence[Literal["id", "title", "activityUrl", "activityDate", "publishedAt", "category", "country", "city", "industries", "company", "hiring", "funding", "similarity", "matched"]] | None
    """Returns only these fields of each signal and `id`, at the same price."""
    q: str | None
    """Keywords in the title, separated by white space. "Quotes" make a phrase; a leading -
    excludes the word or phrase. Every term must match, and no excluded one may. Literal:
    whole words, ignoring case and accents, but no stemming, synonyms, or typo correction.
    In Chinese, Japanese, Korean, and other scripts without spaces, any adjacent letters
    match. Other punctuation has no meaning.
    """
    all: str | None
    """Terms that must all match the title. White space or commas separate them, quotes
    group.
    """
    any: str | None
    """Terms of which at least one must match the title; written as for `all`."""
    exact: str | None
    """One phrase: its words adjacent and in this order in the title."""
    exclude: str | None
    """Terms that must not match the title; written as for `all`."""
    search_groups: SearchGroups | None
    """Groups of terms. A term is a word or a phrase. With scope `activity` the terms must
    match within one title; with scope `company` they may match in separate activities of
    the same company, and the activities that match a term are returned as evidence.
    `match` combines the terms of a group, `op` the groups. At most 30 terms in all groups
    together; exclusions do not count. URL-encoded, at most 32,768 characters of JSON.
    """
    company: str | None
    """Adjacent words (as in `q`), in this order, in the company’s name."""
    company_slug: str | None
    """The slug of one company, exactly."""
    companies: str | Sequence[str] | None
    """Companies, each by slug or by full name (ignoring case and accents); one of them must
    match. A name with a comma cannot be given: use the slug.
    """
    country: str | None
    """A country exactly as in responses, not a display label."""
    locations: Sequence[Location] | None
    """Countries and cities, ignoring case and accents; one of them must match. `country`
    narrows a city to one country. URL-encoded, at most 65,536 characters of JSON.
    """
    industry: str | None
    """An industry exactly as in responses."""
    industries: Sequence[str] | None
    """Industries; one of them must match. URL-encoded, at most 65,536 characters of JSON."""
    size: Literal["1-49", "50-100", "101-500", "501-10000000"] | None
    """The company's number of employees, both ends included. Companies of unknown size never
    match.
    """
    days: Literal[7, "7", 30, "30", 90, "90"] | None
    """Signals of the last 7, 30, or 90 days (UTC), today included."""
    date_ranges: str | Sequence[Literal[7, "7", 30, "30", 90, "90", "older"]] | None
    """Age ranges in days, one of which must match; `older` is more than 90 days ago."""
    date_from: str | datetime.date | None
    """First activity date, inclusive. Not before the earliest supported date, 2026-08-30
    unless the operator chose another.
    """
    date_to: str | datetime.date | None
    """Last activity date, inclusive. Alone, it reaches back to the earliest supported date."""
    category: str | Sequence[str] | None
    """Categories: ids from the filter options; others are refused."""
    hiring_state: str | Sequence[str] | None
    """Hiring types: ids from the filter options; others are refused. Comma-separated."""
    hiring_function: str | Sequence[str] | None
    """Job functions: ids from the filter options; others are refused. Comma-separated."""
    hiring_seniority: str | Sequence[str] | None
    """Seniorities: ids from the filter options; others are refused. Comma-separated."""
    hiring_employment: str | Sequence[str] | None
    """Employment types: ids from the filter options; others are refused. Comma-separated."""
    hiring_work_arrangement: str | Sequence[str] | None
    """Work arrangements: ids from the filter options; others are refused. Comma-separated."""
    funding_stage: str | Sequence[str] | None
    """Funding stages: ids from the filter options; others are refused. Comma-separated."""
    funding_currency: Literal["USD", "EUR", "GBP"] | None
    """Keeps only funding published in this currency. Without it, amounts are compared as
    published.
    """
    funding_min: float | None
    """Minimum published funding amount, inclusive."""
    funding_max: float | None
    """Maximum published funding amount, inclusive."""
    ids: str | Sequence[str] | None
    """Only signals with one of these ids. Not in semantic mode."""
    activity_ids: str | Sequence[str] | None
    """Only signals with one of these ids. Works in semantic mode too."""


class _SuggestParameters(TypedDict):
    kind: Literal["company", "country", "city", "industry", "category"]
    """What to suggest."""
    prefix: str
    """What was typed: at least one word. Its words must be adjacent in the name, in this
    order, and the last may be incomplete.
    """


class SuggestParameters(_SuggestParameters, total=False):
    limit: int | None
    """The most suggestions to return."""


class IdentifyCompanyParameters(TypedDict, total=False):
    domain: str | None
    """A host, a URL, or an email address. If no company has its host, leading labels are
    dropped until one matches.
    """
    name: str | None
    """The full name of a company, ignoring case and accents. If no company has this name,
    legal forms such as Inc, Ltd, or GmbH are ignored on both sides.
    """


class SavedSearchChangesParameters(TypedDict, total=False):
    limit: int | None
    """Changes per response."""
    cursor: str | None
    """The `nextCursor` of the previous response, with exactly the same filters; `limit`,
    `wait`, and `fields` may change. Valid for 30 days, for the account and interface it
    was given to. Cannot be combined with `since`.
    """
    since: str | datetime.date | datetime.datetime | None
    """Starts with what was published, updated, or withdrawn at this time or later: ISO 8601
    with a zone, or a date (midnight UTC), at most 30 days ago. With neither `cursor` nor
    `since` the feed starts now.
    """
    wait: int | None
    """Seconds to hold the response while there is no change."""
    fields: str | Sequence[Literal["id", "title", "activityUrl", "activityDate", "publishedAt", "category", "country", "city", "industries", "company", "hiring", "funding", "similarity", "matched"]] | None
    """Returns only these fields of each signal and `id`, at the same price."""


class ListDeliveriesParameters(TypedDict, total=False):
    limit: int | None
    """Deliveries per page."""
    cursor: str | None
    """`nextCursor` of the previous page."""


class ListReceiptsParameters(TypedDict, total=False):
    month: str | None
    """A UTC calendar month, `YYYY-MM`, that has begun."""
    cursor: str | None
    """`nextCursor` of the previous page, in the same month."""


class _StatementParameters(TypedDict):
    month: str
    """A UTC calendar month, `YYYY-MM`, that has begun."""


class StatementParameters(_StatementParameters, total=False):
    pass
