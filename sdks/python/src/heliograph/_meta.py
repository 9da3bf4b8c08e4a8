"""What the headers of an answer say."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class RateLimit:
    """The tightest limit for this kind of request in this UTC minute."""

    limit: int
    remaining: int
    reset_at: datetime.datetime
    """When the minute ends, in UTC."""


@dataclass(frozen=True)
class ResponseMeta:
    """What the headers of an answer say."""

    request_id: str
    """Quote it when you ask for help. Empty when something between has taken it away."""
    records_consumed: int
    """Records that this answer cost: 0 for an empty result, a count, a replay, and what is free."""
    records_remaining: int | None
    """Records that the credential can still pay for; None on answers that do not say."""
    budget_remaining: int | None
    """Records that the call's budget leaves; None without one."""
    receipt: str | None
    """The receipt, SEQUENCE.HASH; None where nothing is charged, and to test keys."""
    replayed: bool
    """Whether this is the stored answer of an earlier request with the same Idempotency-Key: free
    of charge."""
    rate_limit: RateLimit | None
    idempotency_key: str | None
    """The Idempotency-Key that the request was sent with, if it had one."""
    attempts: int
    """How often the request was sent until this answer came: 1 without a retry."""


def read_meta(
    headers: Mapping[str, str], idempotency_key: str | None, attempts: int
) -> ResponseMeta:
    """Read the headers of an answer. One that is absent or no number counts as not said."""
    return ResponseMeta(
        request_id=headers.get("x-request-id", ""),
        records_consumed=whole_number(headers.get("x-records-consumed")) or 0,
        records_remaining=whole_number(headers.get("x-records-remaining")),
        budget_remaining=whole_number(headers.get("x-budget-remaining")),
        receipt=headers.get("x-receipt"),
        replayed=headers.get("idempotency-replayed") == "true",
        rate_limit=_rate_limit(headers),
        idempotency_key=idempotency_key,
        attempts=attempts,
    )


def _rate_limit(headers: Mapping[str, str]) -> RateLimit | None:
    limit = whole_number(headers.get("x-ratelimit-limit"))
    remaining = whole_number(headers.get("x-ratelimit-remaining"))
    reset = whole_number(headers.get("x-ratelimit-reset"))
    if limit is None or remaining is None or reset is None or reset > _LAST_SECOND:
        return None
    reset_at = datetime.datetime.fromtimestamp(reset, datetime.timezone.utc)
    return RateLimit(limit, remaining, reset_at)


_LAST_SECOND = 253_402_300_799
"""Of the year 9999, where datetime ends."""


def whole_number(value: str | None) -> int | None:
    """Read the whole number of a header."""
    return int(value) if value is not None and re.fullmatch("[0-9]{1,15}", value) else None
