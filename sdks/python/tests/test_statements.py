from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heliograph import verify_statement
from heliograph._generated.records import Receipt
from heliograph._record import decode

FILE = Path(__file__).parents[2] / "scenarios/statements.json"
VECTORS = json.loads(FILE.read_text(encoding="utf-8"))
KEYS, STATEMENTS = VECTORS["keys"], VECTORS["statements"]


def receipts_of(case: dict[str, Any]) -> list[dict[str, Any]] | None:
    if "receipts" not in case:
        return None
    return [
        VECTORS["receipts"][one]
        if isinstance(one, int)
        else {**VECTORS["receipts"][one["of"]], **one["members"]}
        for one in case["receipts"]
    ]


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["name"])
def test_finds_the_same_differences_as_every_client(case: dict[str, Any]) -> None:
    around = case.get("around", "")
    pinned = {key["kid"]: key["x"] for key in KEYS["keys"]}
    trusted = pinned[case["pinned"]] if "pinned" in case else KEYS
    text = around + STATEMENTS[case["statement"]] + around
    verification = verify_statement(text, trusted, receipts_of(case))
    assert list(verification.differences) == case["differences"]
    assert verification.verified == (not case["differences"])


def test_accepts_receipts_from_the_client() -> None:
    receipts = [decode(Receipt, raw) for raw in VECTORS["receipts"][:5]]
    verification = verify_statement(STATEMENTS["november"], KEYS, receipts)
    assert verification.verified
    assert verification.statement is not None
    assert verification.statement["month"] == "2026-11"


def test_lists_100_differences_and_counts_all() -> None:
    verification = verify_statement(STATEMENTS["empty"], KEYS, [{} for _ in range(150)])
    assert (len(verification.differences), verification.difference_count) == (100, 150)


def test_reads_no_receipts_if_the_signature_is_invalid() -> None:
    def unread() -> Iterator[Receipt]:
        raise AssertionError("read")
        yield

    assert verify_statement(STATEMENTS["payloadChanged"], KEYS, unread()).statement is None


def test_rejects_an_invalid_pinned_key() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        verify_statement(STATEMENTS["november"], "short")


def test_names_the_missing_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    with pytest.raises(ImportError, match=r"heliograph\[verify\]"):
        verify_statement(STATEMENTS["november"], KEYS)
