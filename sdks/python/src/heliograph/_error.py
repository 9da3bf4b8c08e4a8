"""The failures of calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Fault:
    """A fault of one parameter."""

    parameter: str
    message: str


class HeliographError(Exception):
    """Every failure of a call. Each code of the API has a class of its own below this one.

    ``str(error)`` tells all for a log: each wrong parameter, the code and the request id.
    """

    detail: str
    """What happened, in a sentence."""
    code: str
    """Stable, unlike `detail`. The API may gain codes; those that this version does not know are
    this class itself."""
    status: int | None
    """The HTTP status; None when there was no answer."""
    request_id: str | None
    """Quote it when you ask for help."""
    errors: tuple[Fault, ...]
    """Every parameter that is wrong, for `invalid_parameter` and its like; else empty."""
    retry_after_seconds: int | None
    """Seconds before which the request must not be sent again."""
    budget_remaining: int | None
    """Records that the call's budget leaves, after a 402; None without one."""
    idempotency_key: str | None
    """The Idempotency-Key that the request was sent with. After `network_error`, `timeout` and a
    503 it may have been charged or not: send it again with this key and it is charged once at
    most."""
    attempts: int
    """How often the request was sent."""

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        status: int | None = None,
        request_id: str | None = None,
        errors: Sequence[Fault] = (),
        retry_after_seconds: int | None = None,
        budget_remaining: int | None = None,
        idempotency_key: str | None = None,
        attempts: int = 0,
    ) -> None:
        """Make a failure; only the client does."""
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
        """Tell all of it as JSON can, for logs."""
        return {
            **self.__dict__,
            "name": type(self).__name__,
            "errors": [dict(fault.__dict__) for fault in self.errors],
        }

    def __reduce__(self) -> tuple[Any, ...]:
        """Let it pass between processes."""
        return _rebuilt, (type(self), dict(self.__dict__))

    def _message(self) -> str:
        # The errors stand in place of a detail that only counts them.
        said = self.detail
        if self.errors:
            said = "; ".join(f"{fault.parameter} {fault.message}" for fault in self.errors) + "."
        request = f", request {self.request_id}" if self.request_id is not None else ""
        return f"{said} ({self.code}{request})"


def _rebuilt(kind: type[HeliographError], details: dict[str, Any]) -> HeliographError:
    return kind(**details)


class NetworkError(HeliographError):
    """`network_error`: the API could not be reached, or the connection broke."""


class CallTimeoutError(HeliographError):
    """`timeout`: the deadline of the call has passed."""


class UnexpectedAnswerError(HeliographError):
    """`unexpected_answer`: something else than the API answered, or its answer cannot be read."""
