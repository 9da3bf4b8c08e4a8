"""Limits on the cost of calls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """The most an account may be charged under an id in 30 days, by all keys and sessions."""

    id: str
    """1 to 64 letters, digits, `_`, and `-`."""
    records: int
    """1 to 1,000,000. Each request is checked against the number it sends, which may change."""


@dataclass(frozen=True)
class Cost:
    """A call's cost limits; None if not set."""

    max_records: int | None = None
    """The most records that one response may cost."""
    budget: Budget | None = None

    def with_defaults(self, other: Cost) -> Cost:
        """Fill in missing limits from another instance."""
        return Cost(
            other.max_records if self.max_records is None else self.max_records,
            other.budget if self.budget is None else self.budget,
        )

    def headers(self) -> Iterator[tuple[str, str]]:
        """Return the headers for these limits, which the API enforces."""
        if self.max_records is not None:
            yield "X-Max-Records", str(self.max_records)
        if self.budget is not None:
            yield "X-Budget-Id", self.budget.id
            yield "X-Budget-Records", str(self.budget.records)
