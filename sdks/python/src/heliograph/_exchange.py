"""One call with all its attempts: builds requests and interprets responses."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

from ._cost import Cost
from ._error import (
    CallTimeoutError,
    HeliographError,
    NetworkError,
    ParameterIssue,
    UnexpectedResponseError,
)
from ._generated.errors import ERROR_CLASSES, InvalidParameterError
from ._generated.parameters import TestOutcome
from ._meta import ResponseMeta, read_meta
from ._retry import RETRIED_STATUSES, is_retried, pause_before_retry, retry_after_seconds
from ._settings import Settings


@dataclass(frozen=True)
class Call:
    """The request of a call."""

    path: str
    """Relative to the API's version, starting with `/`."""
    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    idempotency_key: str | None = None
    """Set for every call that may cost records."""
    cost: Cost = field(default_factory=Cost)
    timeout: float | None = None
    """Total seconds; None for the client's."""
    max_retries: int | None = None
    test_outcome: TestOutcome | None = None
    method: str = "GET"
    body: Mapping[str, Any] | None = None
    """Sent as JSON."""


@dataclass(frozen=True)
class Answer:
    """A success, or 304."""

    status: int
    headers: httpx.Headers
    body: Any
    """Parsed JSON, or a signed statement as text; None for a response without a body."""
    meta: ResponseMeta


class Exchange:
    """Holds a call's deadline and attempts, and classifies each outcome."""

    def __init__(self, settings: Settings, call: Call) -> None:
        """Start a call; its deadline counts from now."""
        self._settings = settings
        self._call = call
        self._timeout = settings.timeout if call.timeout is None else call.timeout
        self._ends_at = time.monotonic() + self._timeout
        self._retries = settings.max_retries if call.max_retries is None else call.max_retries
        self.attempts = 0
        self.failure: HeliographError | None = None

    @property
    def time_left(self) -> float:
        """Seconds until the deadline."""
        return self._ends_at - time.monotonic()

    def next_request(self, http: httpx.Client | httpx.AsyncClient) -> httpx.Request:
        """Build the next attempt's request.

        :raises InvalidParameterError: if it cannot be sent.
        """
        try:
            return self._request(http)
        except (httpx.InvalidURL, UnicodeEncodeError) as cause:
            raise self.unsendable(cause) from cause

    def _request(self, http: httpx.Client | httpx.AsyncClient) -> httpx.Request:
        self.attempts += 1
        call = self._call
        headers = httpx.Headers({"Accept": "application/json", **call.headers})
        # httpx masks this header in its repr.
        headers["Authorization"] = f"Bearer {self._settings.api_key.reveal()}"
        headers["User-Agent"] = self._settings.user_agent
        if call.idempotency_key is not None:
            headers["Idempotency-Key"] = call.idempotency_key
            for name, value in call.cost.with_defaults(self._settings.cost).headers():
                # Never override the caller's own headers.
                headers.setdefault(name, value)
        if call.test_outcome is not None:
            headers["X-Test-Outcome"] = call.test_outcome
        url = self._settings.url(call.path, call.query)
        extensions = {"timeout": _TimeLeft(self)}
        return http.build_request(
            call.method, url, headers=headers, json=call.body, extensions=extensions
        )

    def answer(self, response: httpx.Response, content: bytes) -> Answer:
        """Read a response.

        :raises HeliographError: for a failure, or if the response is not from the API.
        """
        headers = response.headers
        meta = read_meta(headers, self._call.idempotency_key, self.attempts)
        if response.status_code in _WITHOUT_BODY:
            return Answer(response.status_code, headers, None, meta)
        body = _parsed(content, headers.get("content-type", ""))
        if response.is_success and body is not _NO_JSON:
            return Answer(response.status_code, headers, body, meta)
        raise self._failure_of(response, body, meta)

    def pause_after(self, failure: HeliographError) -> float:
        """Return the seconds until the next attempt.

        :raises HeliographError: the failure, if it is permanent or no retries or time are left.
        """
        self.failure = failure
        if self.attempts > self._retries or not is_retried(failure):
            raise failure
        pause = pause_before_retry(self.attempts, failure.retry_after_seconds) / 1000
        if pause >= self.time_left:
            raise failure
        return pause

    def unreachable(self, cause: httpx.RequestError) -> NetworkError:
        """Create the error of a failed connection."""
        reason = str(cause) or type(cause).__name__
        return NetworkError(
            "network_error",
            f"The API at {self._settings.origin} could not be reached, "
            f"or the connection broke: {reason}",
            idempotency_key=self._call.idempotency_key,
            attempts=self.attempts,
        )

    def unsendable(self, cause: Exception) -> InvalidParameterError:
        """Create the error of a request that HTTP cannot carry."""
        return InvalidParameterError(
            "invalid_parameter",
            f"The request cannot be sent: {cause}",
            idempotency_key=self._call.idempotency_key,
            attempts=self.attempts,
        )

    def timed_out(self) -> CallTimeoutError:
        """Create the error of a call that took too long."""
        last = f" Its last failure: {self.failure.detail}" if self.failure else ""
        return CallTimeoutError(
            "timeout",
            f"The call took longer than {self._timeout:g} s.{last}",
            idempotency_key=self._call.idempotency_key,
            attempts=self.attempts,
        )

    def _failure_of(
        self, response: httpx.Response, body: Any, meta: ResponseMeta
    ) -> HeliographError:
        problem = body if isinstance(body, dict) else {}
        code, detail = problem.get("code"), problem.get("detail")
        if not isinstance(code, str) or not isinstance(detail, str):
            code, detail = _code_of_status(response.status_code), self._unexpected(response)
        kind = ERROR_CLASSES.get(code, HeliographError)
        if code == "unexpected_response":
            kind = UnexpectedResponseError
        return kind(
            code,
            detail,
            status=response.status_code,
            request_id=meta.request_id or None,
            errors=_parameter_issues(problem.get("errors")),
            retry_after_seconds=retry_after_seconds(response.headers),
            budget_remaining=meta.budget_remaining,
            idempotency_key=meta.idempotency_key,
            attempts=meta.attempts,
        )

    def _unexpected(self, response: httpx.Response) -> str:
        origin = self._settings.origin
        if 300 <= response.status_code < 400:
            return (
                f"{origin} answered with a redirect, which is not followed. "
                "Set base_url to the API's own URL."
            )
        return (
            f"{origin} answered {response.status_code} without a problem document: "
            "is it the API? Check base_url."
        )


class _TimeLeft(dict[str, float]):
    """Timeouts for httpx: each step of a request gets the time left when it starts."""

    def __init__(self, exchange: Exchange) -> None:
        super().__init__()
        self._exchange = exchange

    def get(self, *_: Any) -> float | None:  # type: ignore[override]
        left = self._exchange.time_left
        # Sockets reject longer timeouts, and 0 would mean nonblocking.
        return None if left > _LONGEST_WAIT else max(left, 0.001)


_LONGEST_WAIT = 1_000_000.0
_NO_JSON = object()
_WITHOUT_BODY = (httpx.codes.NO_CONTENT, httpx.codes.NOT_MODIFIED)


def _parsed(content: bytes, media_type: str) -> Any:
    if media_type.startswith("application/jose"):
        return content.decode("ascii", "replace")
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return _NO_JSON


def _code_of_status(status: int) -> str:
    """Assign a code to responses from proxies, which carry none."""
    if status == httpx.codes.TOO_MANY_REQUESTS:
        return "rate_limited"
    return "unavailable" if status in RETRIED_STATUSES else "unexpected_response"


def _parameter_issues(errors: Any) -> list[ParameterIssue]:
    if not isinstance(errors, list):
        return []
    return [
        ParameterIssue(str(error.get("parameter")), str(error.get("message")))
        for error in errors
        if isinstance(error, dict)
    ]
