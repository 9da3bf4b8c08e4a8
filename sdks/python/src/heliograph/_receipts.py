# Generated from the contract by "npm run generate -w @heliograph/sdk". Do not edit.
"""Receipts. The synchronous class, in `_receipts.py`, is generated from the asynchronous one."""

from __future__ import annotations

from collections.abc import Iterator

from . import _calls
from ._generated.records import Receipt
from ._responses import ReceiptsPage, read_receipts, read_statement
from ._transport import Transport


class Receipts:
    """Receipts for an account's charges, and signed monthly statements. Free."""

    def __init__(self, transport: Transport) -> None:
        """Use the client's instance instead."""
        self._transport = transport

    def list(
        self,
        *,
        month: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> ReceiptsPage:
        """Get one page of a month's receipts, at most 100.

        :param month: `YYYY-MM`, UTC. Default: the current month.
        """
        options = {"timeout": timeout, "max_retries": max_retries}
        call = _calls.receipts_call(month, cursor, options)
        return read_receipts(self._transport.send(call))

    def all(
        self,
        *,
        month: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> Iterator[Receipt]:
        """Get all of a month's receipts, page by page.

        :param month: `YYYY-MM`, UTC. Default: the current month.
        :param timeout: seconds per page.
        """
        cursor = None
        while True:
            page = self.list(
                month=month, cursor=cursor, timeout=timeout, max_retries=max_retries
            )
            for receipt in page.items:
                yield receipt
            cursor = page.next_cursor
            if cursor is None:
                return

    def statement(
        self, month: str, *, timeout: float | None = None, max_retries: int | None = None
    ) -> str:
        """Get the signed total of a month's receipts: a compact JWS (RFC 7515).

        :param month: `YYYY-MM`, UTC.
        """
        options = {"timeout": timeout, "max_retries": max_retries}
        return read_statement(self._transport.send(_calls.statement_call(month, options)))
