# Generated from the contract by "npm run generate -w @heliograph/sdk". Do not edit.
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from .._record import Record, Wire

__all__ = [
    "Allowance",
    "Change",
    "ChangedSignal",
    "Changes",
    "Company",
    "Delivery",
    "DeliveryAttempt",
    "DeliveryListData",
    "Facet",
    "FacetValue",
    "Facets",
    "FilterOption",
    "FilterOptions",
    "FilterOptionsHiring",
    "IdentifiedCompany",
    "Identify",
    "Match",
    "Receipt",
    "ReceiptListData",
    "Replay",
    "SavedSearch",
    "SavedSearchListData",
    "SearchPageData",
    "SearchTotalData",
    "SemanticPageData",
    "SemanticSearch",
    "Signal",
    "SignalCompany",
    "SignalFunding",
    "SignalHiring",
    "Suggest",
    "Suggestion",
    "Usage",
    "UsageAllowances",
    "UsageBalance",
    "UsageByOperation",
    "UsageDay",
    "UsageSubscription",
    "Webhook",
    "WebhookFailure",
]


@dataclass(frozen=True, kw_only=True)
class SignalCompany(Record):
    _wire: ClassVar[Wire] = {
        "slug": ("slug", None),
        "name": ("name", None),
    }

    slug: str
    name: str


@dataclass(frozen=True, kw_only=True)
class SignalHiring(Record):
    """Of the activity, not of the company as a whole. Identifiers from the filter options."""

    _wire: ClassVar[Wire] = {
        "types": ("types", None),
        "functions": ("functions", None),
        "seniorities": ("seniorities", None),
        "employment_types": ("employmentTypes", None),
        "work_arrangements": ("workArrangements", None),
    }

    types: tuple[str, ...] | None = None
    functions: tuple[str, ...] | None = None
    seniorities: tuple[str, ...] | None = None
    employment_types: tuple[str, ...] | None = None
    work_arrangements: tuple[str, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class SignalFunding(Record):
    """As published."""

    _wire: ClassVar[Wire] = {
        "stage": ("stage", None),
        "amount": ("amount", None),
        "currency": ("currency", None),
    }

    stage: str | None = None
    """An identifier from the filter options."""
    amount: float | None = None
    currency: str | None = None


@dataclass(frozen=True, kw_only=True)
class Match(Record):
    """Where the title contains a term of the search."""

    _wire: ClassVar[Wire] = {
        "parameter": ("parameter", None),
        "term": ("term", None),
        "start": ("start", None),
        "end": ("end", None),
        "group": ("group", None),
    }

    parameter: Literal["all", "any", "exact", "q", "searchGroups"]
    term: str
    """The term as written, without quotes."""
    start: int
    """Start, in Unicode code points of `title`."""
    end: int
    """End, exclusive."""
    group: int | None = None
    """For `searchGroups`: the index of the group, from 0."""


@dataclass(frozen=True, kw_only=True)
class Signal(Record):
    """An activity of a company. Absent values are omitted."""

    _wire: ClassVar[Wire] = {
        "id": ("id", None),
        "title": ("title", None),
        "activity_url": ("activityUrl", None),
        "activity_date": ("activityDate", None),
        "published_at": ("publishedAt", None),
        "category": ("category", None),
        "country": ("country", None),
        "city": ("city", None),
        "industries": ("industries", None),
        "company": ("company", SignalCompany),
        "hiring": ("hiring", SignalHiring),
        "funding": ("funding", SignalFunding),
        "similarity": ("similarity", None),
        "matched": ("matched", Match),
    }

    id: str
    """Decimal digits."""
    title: str
    """What keyword search matches."""
    activity_url: str | None = None
    """Link to the source, as imported: not always a valid URI (RFC 3986)."""
    activity_date: str
    published_at: str
    category: str
    """An identifier from the filter options."""
    country: str | None = None
    city: str | None = None
    industries: tuple[str, ...]
    company: SignalCompany
    hiring: SignalHiring | None = None
    """Of the activity, not of the company as a whole. Identifiers from the filter options."""
    funding: SignalFunding | None = None
    """As published."""
    similarity: float | None = None
    """Semantic mode only: 1 - cosine distance. A ranking score: neither a probability nor a
    threshold.
    """
    matched: tuple[Match, ...] | None = None
    """With `matched=true` only: ordered by `start`, `end`, `parameter`, and `group`."""


@dataclass(frozen=True, kw_only=True)
class SearchPageData(Record):
    _wire: ClassVar[Wire] = {
        "items": ("items", Signal),
        "next_cursor": ("nextCursor", None),
    }

    items: tuple[Signal, ...]
    next_cursor: str | None = None
    """Opaque. Null on the last page."""


@dataclass(frozen=True, kw_only=True)
class SemanticSearch(Record):
    """How a semantic search was ranked."""

    _wire: ClassVar[Wire] = {
        "mode": ("mode", None),
        "model": ("model", None),
        "ranking": ("ranking", None),
        "candidate_limit": ("candidateLimit", None),
        "as_of": ("asOf", None),
        "cursor_expires_at": ("cursorExpiresAt", None),
        "pool_size": ("poolSize", None),
        "matched": ("matched", None),
    }

    mode: Literal["semantic"]
    model: str
    """Name of the embedding model."""
    ranking: Literal["cosine_similarity"]
    candidate_limit: Literal[1000]
    """The largest possible pool of nearest signals."""
    as_of: str
    """UTC, with milliseconds. Later pages exclude signals published after this time."""
    cursor_expires_at: str
    """When `nextCursor` expires: one hour after this response."""
    pool_size: int
    """Number of signals in the pool."""
    matched: int
    """How many of them passed the filters, across all pages."""


@dataclass(frozen=True, kw_only=True)
class SemanticPageData(Record):
    _wire: ClassVar[Wire] = {
        "items": ("items", Signal),
        "next_cursor": ("nextCursor", None),
        "search": ("search", SemanticSearch),
    }

    items: tuple[Signal, ...]
    next_cursor: str | None = None
    """Opaque. Null on the last page."""
    search: SemanticSearch


@dataclass(frozen=True, kw_only=True)
class FacetValue(Record):
    _wire: ClassVar[Wire] = {
        "value": ("value", None),
        "label": ("label", None),
        "count": ("count", None),
    }

    value: str
    """As the filter accepts it; of `month`, `YYYY-MM`."""
    label: str
    """Label for display."""
    count: int


@dataclass(frozen=True, kw_only=True)
class Facet(Record):
    """Values by count, descending, then by value."""

    _wire: ClassVar[Wire] = {
        "values": ("values", FacetValue),
        "more": ("more", None),
    }

    values: tuple[FacetValue, ...]
    more: bool
    """Whether there are more values."""


@dataclass(frozen=True, kw_only=True)
class Facets(Record):
    """The requested facets."""

    _wire: ClassVar[Wire] = {
        "category": ("category", Facet),
        "country": ("country", Facet),
        "city": ("city", Facet),
        "industry": ("industry", Facet),
        "size": ("size", Facet),
        "hiring_state": ("hiringState", Facet),
        "hiring_function": ("hiringFunction", Facet),
        "hiring_seniority": ("hiringSeniority", Facet),
        "hiring_employment": ("hiringEmployment", Facet),
        "hiring_work_arrangement": ("hiringWorkArrangement", Facet),
        "funding_stage": ("fundingStage", Facet),
        "funding_currency": ("fundingCurrency", Facet),
        "company": ("company", Facet),
        "month": ("month", Facet),
    }

    category: Facet | None = None
    country: Facet | None = None
    city: Facet | None = None
    industry: Facet | None = None
    size: Facet | None = None
    hiring_state: Facet | None = None
    hiring_function: Facet | None = None
    hiring_seniority: Facet | None = None
    hiring_employment: Facet | None = None
    hiring_work_arrangement: Facet | None = None
    funding_stage: Facet | None = None
    funding_currency: Facet | None = None
    company: Facet | None = None
    month: Facet | None = None


@dataclass(frozen=True, kw_only=True)
class SearchTotalData(Record):
    _wire: ClassVar[Wire] = {
        "total": ("total", None),
        "facets": ("facets", Facets),
    }

    total: int
    facets: Facets | None = None
    """The requested facets."""


@dataclass(frozen=True, kw_only=True)
class Company(Record):
    """A company. Absent values are omitted."""

    _wire: ClassVar[Wire] = {
        "slug": ("slug", None),
        "name": ("name", None),
        "domain": ("domain", None),
        "description": ("description", None),
        "country": ("country", None),
        "city": ("city", None),
        "industries": ("industries", None),
        "employee_count": ("employeeCount", None),
        "size": ("size", None),
        "signal_count": ("signalCount", None),
        "latest_activity_date": ("latestActivityDate", None),
    }

    slug: str
    name: str
    domain: str | None = None
    description: str | None = None
    country: str | None = None
    city: str | None = None
    industries: tuple[str, ...]
    employee_count: int | None = None
    size: Literal["1-49", "50-100", "101-500", "501-10000000"] | None = None
    signal_count: int
    """Number of the company's published signals."""
    latest_activity_date: str | None = None


@dataclass(frozen=True, kw_only=True)
class Suggestion(Record):
    _wire: ClassVar[Wire] = {
        "value": ("value", None),
        "label": ("label", None),
        "count": ("count", None),
    }

    value: str
    """As the filter accepts it; for a company, the slug."""
    label: str
    """Label for display; for a company, the name."""
    count: int
    """Published signals."""


@dataclass(frozen=True, kw_only=True)
class Suggest(Record):
    _wire: ClassVar[Wire] = {
        "items": ("items", Suggestion),
    }

    items: tuple[Suggestion, ...]


@dataclass(frozen=True, kw_only=True)
class IdentifiedCompany(Record):
    """A matching company. Absent values are omitted."""

    _wire: ClassVar[Wire] = {
        "slug": ("slug", None),
        "name": ("name", None),
        "domain": ("domain", None),
        "country": ("country", None),
        "city": ("city", None),
        "matched_by": ("matchedBy", None),
    }

    slug: str
    name: str
    domain: str | None = None
    country: str | None = None
    city: str | None = None
    matched_by: Literal["domain", "parent_domain", "name", "name_without_legal_form"]
    """What matched: the host, the host without leading labels, the name, or the name without
    its legal form.
    """


@dataclass(frozen=True, kw_only=True)
class Identify(Record):
    _wire: ClassVar[Wire] = {
        "items": ("items", IdentifiedCompany),
    }

    items: tuple[IdentifiedCompany, ...]


@dataclass(frozen=True, kw_only=True)
class ChangedSignal(Record):
    """The signal as it is now, or its chosen fields; only `id` if it was withdrawn."""

    _wire: ClassVar[Wire] = {
        "id": ("id", None),
        "title": ("title", None),
        "activity_url": ("activityUrl", None),
        "activity_date": ("activityDate", None),
        "published_at": ("publishedAt", None),
        "category": ("category", None),
        "country": ("country", None),
        "city": ("city", None),
        "industries": ("industries", None),
        "company": ("company", SignalCompany),
        "hiring": ("hiring", SignalHiring),
        "funding": ("funding", SignalFunding),
        "similarity": ("similarity", None),
        "matched": ("matched", Match),
    }

    id: str
    """Decimal digits."""
    title: str | None = None
    """What keyword search matches."""
    activity_url: str | None = None
    """Link to the source, as imported: not always a valid URI (RFC 3986)."""
    activity_date: str | None = None
    published_at: str | None = None
    category: str | None = None
    """An identifier from the filter options."""
    country: str | None = None
    city: str | None = None
    industries: tuple[str, ...] | None = None
    company: SignalCompany | None = None
    hiring: SignalHiring | None = None
    """Of the activity, not of the company as a whole. Identifiers from the filter options."""
    funding: SignalFunding | None = None
    """As published."""
    similarity: float | None = None
    """Semantic mode only: 1 - cosine distance. A ranking score: neither a probability nor a
    threshold.
    """
    matched: tuple[Match, ...] | None = None
    """With `matched=true` only: ordered by `start`, `end`, `parameter`, and `group`."""


@dataclass(frozen=True, kw_only=True)
class Change(Record):
    """What happened to a signal."""

    _wire: ClassVar[Wire] = {
        "change": ("change", None),
        "at": ("at", None),
        "signal": ("signal", ChangedSignal),
    }

    change: Literal["published", "updated", "withdrawn"]
    at: str
    """When it was committed. UTC, with milliseconds; never earlier than the change before
    it.
    """
    signal: ChangedSignal


@dataclass(frozen=True, kw_only=True)
class Changes(Record):
    _wire: ClassVar[Wire] = {
        "items": ("items", Change),
        "next_cursor": ("nextCursor", None),
        "caught_up": ("caughtUp", None),
    }

    items: tuple[Change, ...]
    next_cursor: str
    """Opaque. Continues after this response, even an empty one."""
    caught_up: bool
    """Whether there are no more changes for now. If `false`, request more immediately."""


@dataclass(frozen=True, kw_only=True)
class FilterOption(Record):
    _wire: ClassVar[Wire] = {
        "id": ("id", None),
        "label": ("label", None),
    }

    id: str
    """The value to filter by."""
    label: str
    """Label for display."""


@dataclass(frozen=True, kw_only=True)
class FilterOptionsHiring(Record):
    _wire: ClassVar[Wire] = {
        "types": ("types", FilterOption),
        "functions": ("functions", FilterOption),
        "seniorities": ("seniorities", FilterOption),
        "employment_types": ("employmentTypes", FilterOption),
        "work_arrangements": ("workArrangements", FilterOption),
    }

    types: tuple[FilterOption, ...]
    functions: tuple[FilterOption, ...]
    seniorities: tuple[FilterOption, ...]
    employment_types: tuple[FilterOption, ...]
    work_arrangements: tuple[FilterOption, ...]


@dataclass(frozen=True, kw_only=True)
class FilterOptions(Record):
    _wire: ClassVar[Wire] = {
        "categories": ("categories", FilterOption),
        "industries": ("industries", FilterOption),
        "hiring": ("hiring", FilterOptionsHiring),
        "funding_stages": ("fundingStages", FilterOption),
        "sizes": ("sizes", FilterOption),
        "countries": ("countries", FilterOption),
    }

    categories: tuple[FilterOption, ...]
    industries: tuple[FilterOption, ...]
    hiring: FilterOptionsHiring
    funding_stages: tuple[FilterOption, ...]
    sizes: tuple[FilterOption, ...]
    countries: tuple[FilterOption, ...]


@dataclass(frozen=True, kw_only=True)
class Receipt(Record):
    _wire: ClassVar[Wire] = {
        "account_id": ("accountId", None),
        "sequence": ("sequence", None),
        "event_id": ("eventId", None),
        "at": ("at", None),
        "operation": ("operation", None),
        "mode": ("mode", None),
        "records": ("records", None),
        "amount_micros": ("amountMicros", None),
        "request_id": ("requestId", None),
        "answer_sha256": ("answerSha256", None),
        "previous": ("previous", None),
    }

    account_id: str
    sequence: int
    """Its place in the account's chain."""
    event_id: str
    at: str
    """With milliseconds; never earlier than that of the previous link."""
    operation: str
    """The charged operation. `voidCharge` cancels a charge whose response was never sent,
    `reverseCharge` refunds its money; `requestId` is the charge's.
    """
    mode: str | None = None
    """Null for operations without one."""
    records: int
    """Negative when voided."""
    amount_micros: int
    """Millionths of a dollar from the prepaid balance. Negative when refunded."""
    request_id: str
    """`X-Request-Id` of the response, or `webhook-id` of the delivery."""
    answer_sha256: str | None = None
    """SHA-256 of the response body, before any content coding, or of the delivery. Null for
    the web application and for corrections.
    """
    previous: str
    """SHA-256 of the previous link as canonical JSON (RFC 8785); zeros for the first."""


@dataclass(frozen=True, kw_only=True)
class ReceiptListData(Record):
    _wire: ClassVar[Wire] = {
        "items": ("items", Receipt),
        "next_cursor": ("nextCursor", None),
    }

    items: tuple[Receipt, ...]
    next_cursor: str | None = None
    """Null on the last page."""


@dataclass(frozen=True, kw_only=True)
class Allowance(Record):
    _wire: ClassVar[Wire] = {
        "granted": ("granted", None),
        "used": ("used", None),
        "remaining": ("remaining", None),
    }

    granted: int
    used: int
    remaining: int


@dataclass(frozen=True, kw_only=True)
class UsageByOperation(Record):
    _wire: ClassVar[Wire] = {
        "operation": ("operation", None),
        "requests": ("requests", None),
        "records": ("records", None),
    }

    operation: str
    requests: int
    records: int


@dataclass(frozen=True, kw_only=True)
class UsageDay(Record):
    _wire: ClassVar[Wire] = {
        "date": ("date", None),
        "requests": ("requests", None),
        "records": ("records", None),
        "by_operation": ("byOperation", UsageByOperation),
    }

    date: str
    """UTC."""
    requests: int
    records: int
    by_operation: tuple[UsageByOperation, ...]


@dataclass(frozen=True, kw_only=True)
class UsageAllowances(Record):
    """api and cli are one-time records; web counts this month's searches in the web
    application.
    """

    _wire: ClassVar[Wire] = {
        "api": ("api", Allowance),
        "cli": ("cli", Allowance),
        "web": ("web", Allowance),
    }

    api: Allowance
    cli: Allowance
    web: Allowance


@dataclass(frozen=True, kw_only=True)
class UsageBalance(Record):
    _wire: ClassVar[Wire] = {
        "currency": ("currency", None),
        "amount": ("amount", None),
        "records": ("records", None),
    }

    currency: Literal["USD"]
    amount: str
    """Prepaid dollars, exact."""
    records: int
    """Records the balance can pay for."""


@dataclass(frozen=True, kw_only=True)
class UsageSubscription(Record):
    _wire: ClassVar[Wire] = {
        "period_start": ("periodStart", None),
        "period_end": ("periodEnd", None),
        "cli": ("cli", Allowance),
    }

    period_start: str
    period_end: str
    cli: Allowance


@dataclass(frozen=True, kw_only=True)
class Usage(Record):
    _wire: ClassVar[Wire] = {
        "month": ("month", None),
        "requests": ("requests", None),
        "records": ("records", None),
        "by_operation": ("byOperation", UsageByOperation),
        "days": ("days", UsageDay),
        "allowances": ("allowances", UsageAllowances),
        "balance": ("balance", UsageBalance),
        "subscription": ("subscription", UsageSubscription),
    }

    month: str
    """UTC calendar month."""
    requests: int
    """Successful data requests, including those without records."""
    records: int
    """Records consumed."""
    by_operation: tuple[UsageByOperation, ...]
    days: tuple[UsageDay, ...] | None = None
    """Days with usage, in order; they may lag slightly behind the other figures. Omitted
    when unavailable.
    """
    allowances: UsageAllowances
    """api and cli are one-time records; web counts this month's searches in the web
    application.
    """
    balance: UsageBalance
    subscription: UsageSubscription | None = None
    """Null without an active subscription."""


@dataclass(frozen=True, kw_only=True)
class Webhook(Record):
    _wire: ClassVar[Wire] = {
        "url": ("url", None),
        "secret": ("secret", None),
        "previous_secret_until": ("previousSecretUntil", None),
    }

    url: str
    secret: str | None = field(default=None, repr=False)
    """The key that signs deliveries; only in the response that creates or rotates it."""
    previous_secret_until: str | None = None
    """Until then the previous secret signs as well."""


@dataclass(frozen=True, kw_only=True)
class WebhookFailure(Record):
    _wire: ClassVar[Wire] = {
        "at": ("at", None),
        "status": ("status", None),
        "reason": ("reason", None),
    }

    at: str
    status: int | None = None
    reason: str


@dataclass(frozen=True, kw_only=True)
class SavedSearch(Record):
    """A saved search. Absent values are omitted."""

    _wire: ClassVar[Wire] = {
        "id": ("id", None),
        "name": ("name", None),
        "query": ("query", None),
        "webhook": ("webhook", Webhook),
        "max_records_per_day": ("maxRecordsPerDay", None),
        "state": ("state", None),
        "failure": ("failure", WebhookFailure),
        "created_at": ("createdAt", None),
    }

    id: str
    name: str
    query: dict[str, Any]
    webhook: Webhook | None = None
    max_records_per_day: int | None = None
    """Records that its webhook may cost per UTC day; unlimited by default."""
    state: Literal["active", "failing", "waiting_for_records"]
    """`failing`: the webhook accepted nothing for three days, or answered 410; see
    `failure`. `waiting_for_records`: matches wait for records of the account, or for the
    next UTC day.
    """
    failure: WebhookFailure | None = None
    created_at: str


@dataclass(frozen=True, kw_only=True)
class SavedSearchListData(Record):
    _wire: ClassVar[Wire] = {
        "items": ("items", SavedSearch),
        "next_cursor": ("nextCursor", None),
    }

    items: tuple[SavedSearch, ...]
    next_cursor: str | None = None
    """Null: all of them are on one page."""


@dataclass(frozen=True, kw_only=True)
class DeliveryAttempt(Record):
    _wire: ClassVar[Wire] = {
        "at": ("at", None),
        "status": ("status", None),
        "failure": ("failure", None),
    }

    at: str
    status: int | None = None
    failure: str | None = None
    """Why it failed, if it did."""


@dataclass(frozen=True, kw_only=True)
class Delivery(Record):
    """An event that was sent to a webhook, or will be. Absent values are omitted."""

    _wire: ClassVar[Wire] = {
        "id": ("id", None),
        "at": ("at", None),
        "items": ("items", None),
        "attempts": ("attempts", None),
        "state": ("state", None),
        "last_attempt": ("lastAttempt", DeliveryAttempt),
        "next_attempt_at": ("nextAttemptAt", None),
        "test": ("test", None),
    }

    id: str
    """The `webhook-id`."""
    at: str
    """When it was created."""
    items: int
    """Number of signals in it."""
    attempts: int
    state: Literal["waiting_for_records", "pending", "delivered", "failed"]
    last_attempt: DeliveryAttempt | None = None
    next_attempt_at: str | None = None
    test: bool | None = None
    """A test of the webhook."""


@dataclass(frozen=True, kw_only=True)
class DeliveryListData(Record):
    _wire: ClassVar[Wire] = {
        "items": ("items", Delivery),
        "next_cursor": ("nextCursor", None),
    }

    items: tuple[Delivery, ...]
    next_cursor: str | None = None
    """null on the last page."""


@dataclass(frozen=True, kw_only=True)
class Replay(Record):
    _wire: ClassVar[Wire] = {
        "deliveries": ("deliveries", None),
    }

    deliveries: int
    """Number of deliveries that are sent again."""
