"""Verifies statements and their months' receipts."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from ._generated.records import Receipt

_MAXIMUM_DIFFERENCES = 100
_NO_HASH = "0" * 64
"""The hash before an account's first receipt."""
_REQUESTS = {"voidCharge": -1, "reverseCharge": 0}
"""How many requests these operations count as; all others count as one."""
_ISSUE = timedelta(minutes=1)
"""A statement may miss charges from the minute before it was issued."""
_PUBLIC_KEY_BYTES = 32
_MAXIMUM_INTEGER = 2**53 - 1
"""The largest integer that RFC 8785 represents exactly."""

_Point = tuple[int, str]
"""A position in a chain: a receipt's sequence and hash."""


@dataclass(frozen=True, kw_only=True)
class StatementVerification:
    """The result of checking a statement."""

    statement: Mapping[str, Any] | None
    """Its contents, with the API's names; None unless its signature is valid."""
    differences: tuple[str, ...]
    """Differences in the order found, at most 100. Worded the same in all clients."""
    difference_count: int
    """The total number of differences."""

    @property
    def verified(self) -> bool:
        """Whether there are no differences."""
        return self.difference_count == 0


def verify_statement(
    jws: str,
    keys: Mapping[str, Any] | str,
    receipts: Iterable[Receipt | Mapping[str, Any]] | None = None,
) -> StatementVerification:
    """Verify a statement, and its month's receipts against it, offline.

    Receipts are streamed, so any number works; if the signature is invalid, they are not read.
    Requires ``pip install "heliograph[verify]"``.

    :param jws: the statement as received: a compact JWS (RFC 7515), EdDSA with Ed25519 (RFC 8037).
    :param keys: a JWK Set, as served at ``/.well-known/jwks.json``, or one public Ed25519 key to
        trust regardless of its id: 32 bytes in base64url, the ``x`` of a JWK.
    :param receipts: all of the month's receipts, in order of ``sequence``: the client's records, or
        the API's objects. Without them, only the signature is checked.
    :raises ImportError: if the extra is not installed.
    :raises ValueError: for an invalid pinned key.
    """
    differences = _Differences()
    statement = _read_signed(jws, keys, differences)
    if statement is not None and receipts is not None:
        _compare(statement, receipts, differences)
    return StatementVerification(
        statement=statement,
        differences=tuple(differences.named),
        difference_count=differences.count,
    )


@dataclass
class _Differences:
    """Lists differences up to the maximum, and counts the rest."""

    named: list[str] = field(default_factory=list)
    count: int = 0

    def add(self, difference: str) -> None:
        self.count += 1
        if len(self.named) < _MAXIMUM_DIFFERENCES:
            self.named.append(difference)


def _read_signed(
    jws: str, keys: Mapping[str, Any] | str, differences: _Differences
) -> Mapping[str, Any] | None:
    parts = jws.strip().split(".")
    header, payload, signature = (
        (_decode(part) for part in parts) if len(parts) == 3 else (None,) * 3
    )
    head = _json(header)
    statement = _json(payload)
    if not isinstance(head, dict) or statement is _NOT_JSON or signature is None:
        differences.add("statement: not a compact JWS")
        return None
    problem = _problem_with_signature(head, ".".join(parts[:2]).encode(), signature, keys)
    if problem is None and _is_statement(statement):
        stated: Mapping[str, Any] = statement
        return stated
    differences.add(problem or "statement: not from this API")
    return None


def _problem_with_signature(
    head: Mapping[str, Any], signed: bytes, signature: bytes, keys: Mapping[str, Any] | str
) -> str | None:
    if head.get("alg") != "EdDSA":
        return "signature: not EdDSA"
    # RFC 7515, section 4.1.11: reject critical extensions we do not understand.
    if "crit" in head:
        return "signature: unknown extension"
    public_key = _pinned(keys) if isinstance(keys, str) else _find_key(head.get("kid"), keys)
    if public_key is None:
        return "signature: unknown key"
    return None if _is_signed(public_key, signature, signed) else "signature: invalid"


def _is_signed(public_key: bytes, signature: bytes, signed: bytes) -> bool:
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError as error:
        raise ImportError(
            'verify_statement needs the package cryptography: pip install "heliograph[verify]"'
        ) from error
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, signed)
    except InvalidSignature:
        return False
    return True


def _pinned(key: str) -> bytes:
    public_key = _decode(key)
    if public_key is None or len(public_key) != _PUBLIC_KEY_BYTES:
        raise ValueError("A public key is 32 bytes in base64url, as x of a JWK.")
    return public_key


def _find_key(key_id: Any, keys: Mapping[str, Any]) -> bytes | None:
    for key in keys["keys"]:
        if (key.get("kid"), key.get("kty"), key.get("crv")) == (key_id, "OKP", "Ed25519"):
            public_key = _decode(key.get("x", ""))
            is_key = public_key is not None and len(public_key) == _PUBLIC_KEY_BYTES
            return public_key if is_key else None
    return None


def _compare(
    statement: Mapping[str, Any],
    receipts: Iterable[Receipt | Mapping[str, Any]],
    differences: _Differences,
) -> None:
    totals = {"requests": 0, "records": 0, "amountMicros": 0}
    first: _Point | None = None
    last: _Point | None = None
    for given in receipts:
        receipt = given.raw if isinstance(given, Receipt) else given
        if not _is_receipt(receipt):
            differences.add(f"receipt after {last[0] if last else 0}: not a receipt")
            continue
        if _is_later_than(statement, receipt):
            continue
        _compare_link(receipt, last, differences)
        _compare_origin(receipt, statement, differences)
        totals["requests"] += _REQUESTS.get(receipt["operation"], 1)
        totals["records"] += receipt["records"]
        totals["amountMicros"] += receipt["amountMicros"]
        last = (receipt["sequence"], _hash(receipt))
        first = first or last
    _compare_point("first", first, statement["first"], differences)
    _compare_point("last", last, statement["last"], differences)
    for name, total in totals.items():
        if total != statement["totals"][name]:
            differences.add(f"{name}: {total}, stated {statement['totals'][name]}")


def _is_later_than(statement: Mapping[str, Any], receipt: Mapping[str, Any]) -> bool:
    """Whether a receipt is newer than a statement issued before its month was over."""
    last = statement["last"]
    if receipt["sequence"] <= (last["sequence"] if last else 0):
        return False
    at, issued_at = _timestamp(receipt["at"]), _timestamp(statement["issuedAt"])
    return at is not None and issued_at is not None and at > issued_at - _ISSUE


def _timestamp(text: str) -> datetime | None:
    try:
        time = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return None
    return time if time.tzinfo else None


def _compare_link(
    receipt: Mapping[str, Any], last: _Point | None, differences: _Differences
) -> None:
    sequence, previous = receipt["sequence"], receipt["previous"]
    if last and sequence != last[0] + 1:
        differences.add(f"order: receipt {sequence} after {last[0]}")
    elif last and previous != last[1]:
        differences.add(f"receipt {last[0]}: its hash does not match the one in receipt {sequence}")
    if sequence == 1 and previous != _NO_HASH:
        differences.add("receipt 1: it is the first, but names a previous hash")


def _compare_origin(
    receipt: Mapping[str, Any], statement: Mapping[str, Any], differences: _Differences
) -> None:
    if receipt["accountId"] != statement["accountId"]:
        differences.add(f"receipt {receipt['sequence']}: another account")
    if not receipt["at"].startswith(f"{statement['month']}-"):
        differences.add(f"receipt {receipt['sequence']}: another month")


def _compare_point(
    name: str, found: _Point | None, stated: Mapping[str, Any] | None, differences: _Differences
) -> None:
    # In X-Receipt's format.
    one = f"{found[0]}.{found[1]}" if found else "none"
    other = f"{stated['sequence']}.{stated['hash']}" if stated else "none"
    if one != other:
        differences.add(f"{name}: {one}, stated {other}")


def _hash(receipt: Mapping[str, Any]) -> str:
    """SHA-256 of a receipt as canonical JSON (RFC 8785), in hex.

    For strings, integers, and None, that is JSON with sorted names.
    """
    canonical = json.dumps(receipt, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    # RFC 8785 excludes lone surrogates: let one change the hash instead of raising an error.
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


_NOT_JSON = object()


def _json(text: bytes | None) -> Any:
    try:
        return _NOT_JSON if text is None else json.loads(text.decode())
    except (ValueError, RecursionError):
        return _NOT_JSON


def _decode(text: str) -> bytes | None:
    """Decode unpadded base64url (RFC 4648, section 5); None for anything else."""
    if not re.fullmatch(r"[A-Za-z0-9_-]*", text) or len(text) % 4 == 1:
        return None
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _is_statement(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("totals"), dict):
        return False
    totals, points = value["totals"], (value.get("first", 0), value.get("last", 0))
    return (
        all(isinstance(value.get(name), str) for name in ("accountId", "month", "issuedAt"))
        and all(_is_integer(totals.get(name)) for name in ("requests", "records", "amountMicros"))
        and all(point is None or _is_point(point) for point in points)
    )


def _is_point(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and _is_integer(value.get("sequence"))
        and isinstance(value.get("hash"), str)
    )


def _is_receipt(value: Any) -> bool:
    """Whether an object read from a file has the members that verification compares."""
    if not isinstance(value, Mapping):
        return False
    texts = ("accountId", "at", "operation", "previous")
    integers = ("sequence", "records", "amountMicros")
    return all(isinstance(value.get(name), str) for name in texts) and all(
        _is_integer(value.get(name)) for name in integers
    )


def _is_integer(value: Any) -> bool:
    # Not isinstance: bool is a subclass of int.
    return type(value) is int and abs(value) <= _MAXIMUM_INTEGER
