"""Errors that calls raise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ParameterIssue:
    """A problem with one parameter."""

    parameter: str
    message: str


class HeliographError(Exception):
    """Any failure of a call. Each of the API's codes has its own subclass.

    ``str(error)`` can be logged on its own: it contains every invalid parameter, the code, and the
    request id.
    """

    detail: str
    """What happened, in one sentence."""
    code: str
    """Stable, unlike `detail`. The API may add codes; errors with a code unknown to this version
    are plain HeliographErrors.
    """
    status: int | None
    """The HTTP status; None without a response."""
    request_id: str | None
    """Quote it when you ask for help."""
    errors: tuple[ParameterIssue, ...]
    """Every invalid parameter, for `invalid_parameter` and similar codes; otherwise empty."""
    retry_after_seconds: int | None
    """Seconds to wait before resending the request."""
    budget_remaining: int | None
    """Records left in the call's budget, after a 402; None without one."""
    idempotency_key: str | None
    """The request's Idempotency-Key. After `network_error`, `timeout`, or a 503, the request may
    or may not have been charged. Resend it with this key, and it is charged at most once.
    """
    attempts: int
    """How many times the request was sent."""

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        status: int | None = None,
        request_id: str | None = None,
        errors: Sequence[ParameterIssue] = (),
        retry_after_seconds: int | None = None,
        budget_remaining: int | None = None,
        idempotency_key: str | None = None,
        attempts: int = 0,
    ) -> None:
        """Used only by the client."""
        self.code = code
        self.detail = detail
        self.status = status
        self.request_id = request_id
        self.errors = tuple(errors)
        self.retry_after_seconds = retry_after_seconds
        self.budget_remaining = budget_remaining
        self.idempotency_key = idempotency_key
        self.attempts = attempts
        super().__init__(self._message())

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON types, for logs."""
        return {
            **self.__dict__,
            "name": type(self).__name__,
            "errors": [dict(issue.__dict__) for issue in self.errors],
        }

    def __reduce__(self) -> tuple[Any, ...]:
        """Support pickling."""
        return _rebuilt, (type(self), dict(self.__dict__))

    def _message(self) -> str:
        # Parameter errors replace the detail, which only counts them.
        said = self.detail
        if self.errors:
            said = "; ".join(f"{issue.parameter} {issue.message}" for issue in self.errors) + "."
        request = f", request {self.request_id}" if self.request_id is not None else ""
        return f"{said} ({self.code}{request})"


def _rebuilt(kind: type[HeliographError], details: dict[str, Any]) -> HeliographError:
    return kind(**details)


class NetworkError(HeliographError):
    """`network_error`: the API could not be reached, or the connection broke."""


class CallTimeoutError(HeliographError):
    """`timeout`: the call's deadline has passed."""


class UnexpectedResponseError(HeliographError):
    """`unexpected_response`: the response is not from the API, or cannot be read."""
