import base64
import hashlib
import hmac

import pytest

from heliograph import WebhookVerificationError, verify_webhook

ONE, OTHER = (f"whsec_{base64.b64encode(letter * 32).decode()}" for letter in (b"a", b"b"))
BODY = '{"type":"signals.matched","data":{"savedSearch":{"id":"1","name":"Ü"},"items":[]}}'
NOW = 1_795_435_200


def headers_of(secret: str, body: str = BODY, at: int = NOW) -> dict[str, str]:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"msg.{at}.{body}".encode(), hashlib.sha256).digest()
    return {
        "Webhook-Id": "msg",
        "webhook-timestamp": str(at),
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }


@pytest.mark.parametrize("secrets", [ONE, [OTHER, ONE]])
def test_accepts_a_signature_by_any_of_the_secrets(secrets: str | list[str]) -> None:
    event = verify_webhook(secrets, headers_of(ONE), BODY.encode(), now=NOW)
    assert event["type"] == "signals.matched"


def test_accepts_one_valid_signature_among_several() -> None:
    both = headers_of(ONE)
    both["webhook-signature"] = f"v1,xx {both['webhook-signature']} v2,ü"
    assert verify_webhook(ONE, both, BODY, now=NOW)["data"]["items"] == []


CHANGED = {**headers_of(ONE), "Webhook-Id": "other"}
# As frameworks decode a header that is not UTF-8.
NOT_UTF8 = b"v1,\xff".decode(errors="surrogateescape")
WITHOUT_ONE = [
    (ONE, {key: value for key, value in headers_of(ONE).items() if key != name}, BODY)
    for name in headers_of(ONE)
]


@pytest.mark.parametrize(
    ("secret", "headers", "body"),
    [
        (OTHER, headers_of(ONE), BODY),
        (ONE, headers_of(ONE), BODY.replace("1", "2")),
        (ONE, CHANGED, BODY),
        (ONE, {**headers_of(ONE), "Webhook-Id": NOT_UTF8}, BODY),
        (ONE, {**headers_of(ONE), "webhook-signature": NOT_UTF8}, BODY),
        (ONE, headers_of(ONE), BODY + NOT_UTF8),
        (ONE, headers_of(ONE, at=NOW + 301), BODY),
        (ONE, headers_of(ONE, at=NOW - 301), BODY),
        *WITHOUT_ONE,
    ],
)
def test_rejects_altered_incomplete_and_old_messages(
    secret: str, headers: dict[str, str], body: str
) -> None:
    with pytest.raises(WebhookVerificationError):
        verify_webhook(secret, headers, body, now=NOW)


def test_verifies_the_bytes_of_the_body() -> None:
    with pytest.raises(WebhookVerificationError):
        verify_webhook(ONE, headers_of(ONE), b"\xef\xbb\xbf" + BODY.encode(), now=NOW)


# As from files and environment variables.
@pytest.mark.parametrize(
    "secret", [f"{ONE}\n", f"\t {ONE} ", ONE.rstrip("="), ONE.removeprefix("whsec_")]
)
def test_accepts_secrets_with_white_space_around_and_without_padding(secret: str) -> None:
    assert verify_webhook(secret, headers_of(ONE), BODY, now=NOW)["data"]["items"] == []


# Anyone could sign with an empty secret.
@pytest.mark.parametrize(
    "secrets",
    ["", " ", "whsec_", "whsec_*", "whsec_=", "whsec_A", "whsec_YW Jj", [ONE, ""]],
)
def test_rejects_invalid_secrets(secrets: str | list[str]) -> None:
    with pytest.raises(ValueError, match=r"^A secret is empty, or does not read whsec_"):
        verify_webhook(secrets, headers_of("whsec_"), BODY, now=NOW)
