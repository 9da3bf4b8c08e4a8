"""Contents of a response's headers."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class RateLimit:
    """The limit with the fewest calls left for this kind of request in this UTC minute."""

    limit: int
    remaining: int
    reset_at: datetime.datetime
    """When this minute ends, in UTC."""


@dataclass(frozen=True)
class ResponseMeta:
    """Contents of a response's headers."""

    request_id: str
    """Quote it when you ask for help. Empty if a proxy removed it."""
    records_consumed: int
    """Records charged for this response: 0 for an empty result, a count, a replay, and anything
    free.
    """
    records_remaining: int | None
    """Records the credential can still pay for; None if the response does not say."""
    budget_remaining: int | None
    """Records left in the call's budget; None without one."""
    receipt: str | None
    """The receipt, SEQUENCE.HASH, also of a count, for 0 records; None for test keys."""
    replayed: bool
    """Whether this is the stored response to an earlier request with the same Idempotency-Key,
    which is free.
    """
    rate_limit: RateLimit | None
    idempotency_key: str | None
    """The request's Idempotency-Key, if it had one."""
    attempts: int
    """How many times the request was sent to get this response: 1 without retries."""


def read_meta(
    headers: Mapping[str, str], idempotency_key: str | None, attempts: int
) -> ResponseMeta:
    """Read a response's headers. Treats non-numeric ones as absent."""
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
"""In the year 9999, the last that datetime supports."""


def whole_number(value: str | None) -> int | None:
    """Read an integer from a header."""
    return int(value) if value is not None and re.fullmatch("[0-9]{1,15}", value) else None
