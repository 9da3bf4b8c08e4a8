"""Verifies webhook deliveries (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any

_TOLERANCE_SECONDS = 300
_SECRET = re.compile(r"(?:whsec_)?([A-Za-z0-9+/]+)=*")


class WebhookVerificationError(Exception):
    """The event cannot be trusted."""


def verify_webhook(
    secrets: str | Sequence[str],
    headers: Mapping[str, str],
    body: bytes | str,
    *,
    now: float | None = None,
) -> dict[str, Any]:
    """Verify that an event is from Heliograph, unmodified, and sent within five minutes of now.

    ``secrets`` are one or more ``whsec_…``, with or without white space around or padding; ``body``
    is the raw body; ``now``, for tests, is in seconds. Signatures are compared in constant time.
    Raises ``WebhookVerificationError``, and ``ValueError`` for a secret that is empty or not
    base64.
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        names = ("webhook-id", "webhook-timestamp", "webhook-signature")
        identifier, timestamp, signatures = (given[name] for name in names)
    except KeyError as error:
        raise WebhookVerificationError(f"{error.args[0]} is missing.") from None
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        raise WebhookVerificationError("webhook-timestamp is not a time.")
    if abs((time.time() if now is None else now) - int(timestamp)) > _TOLERANCE_SECONDS:
        raise WebhookVerificationError("webhook-timestamp is more than five minutes away.")
    text = _bytes(body) if isinstance(body, str) else body
    signed = _bytes(f"{identifier}.{timestamp}.") + text
    valid = False
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        key = _key(secret)
        expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        for signature in signatures.split(" "):
            valid |= hmac.compare_digest(expected, _bytes(signature))
    if not valid:
        raise WebhookVerificationError("No signature is valid.")
    event: dict[str, Any] = json.loads(text)
    return event


def _bytes(text: str) -> bytes:
    # Frameworks decode what is not UTF-8 to lone surrogates: let these match nothing instead of
    # raising an error.
    return text.encode("utf-8", "surrogatepass")


def _key(secret: str) -> bytes:
    read = _SECRET.fullmatch(secret.strip())
    try:
        # Padding beyond what is needed is ignored.
        key = base64.b64decode(f"{read[1]}==") if read else b""
    except binascii.Error:
        key = b""
    # Anyone could sign with an empty key.
    if not key:
        raise ValueError("A secret is empty, or does not read whsec_ and base64.")
    return key
