"""When to retry a call, and how long to pause first."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime

from ._error import HeliographError
from ._meta import whole_number

_FIRST_PAUSE_MS = 250
"""Maximum of the first random pause."""
_LONGEST_PAUSE_MS = 8_000
"""Maximum of any random pause."""
_LONGEST_SLEEP_MS = 2_147_483_647
"""24 days, as in the TypeScript SDK: a sleep of centuries overflows."""
RETRIED_STATUSES = frozenset({502, 503, 504})
"""Retryable statuses. 502 and 504 may come from a proxy."""


def pause_before_retry(
    attempts: int, retry_after: int | None, chance: Callable[[], float] | None = None
) -> int:
    """Return the milliseconds before the next attempt.

    Exponential backoff with full jitter, so that clients do not retry in lockstep, on top of
    Retry-After.

    :param attempts: how many times the request has been sent.
    """
    bound: int = min(_LONGEST_PAUSE_MS, _FIRST_PAUSE_MS * 2 ** (attempts - 1))
    pause = (retry_after or 0) * 1000 + math.floor((chance or random.random)() * bound)
    return min(_LONGEST_SLEEP_MS, pause)


def retry_after_seconds(
    headers: Mapping[str, str], now: Callable[[], float] = time.time
) -> int | None:
    """Read Retry-After (RFC 9110, section 10.2.3: seconds or a date) as seconds from now."""
    value = headers.get("retry-after")
    if value is None:
        return None
    seconds = whole_number(value)
    if seconds is not None:
        return seconds
    try:
        at = parsedate_to_datetime(value).timestamp()
    except (TypeError, ValueError, OverflowError):
        return None
    return max(0, math.ceil(at - now()))


def is_retried(failure: HeliographError) -> bool:
    """Return whether a request can safely be retried after a failure."""
    if failure.code in ("network_error", "rate_limited", "idempotency_in_progress"):
        return True
    if failure.code == "semantic_unavailable":
        # Without Retry-After, only an operator can fix it, so retrying is pointless.
        return failure.retry_after_seconds is not None
    return failure.status in RETRIED_STATUSES
