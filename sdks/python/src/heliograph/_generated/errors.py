# Generated from the contract by "npm run generate -w @heliograph/sdk". Do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from .._error import HeliographError

__all__ = [
    "AccessRestrictedError",
    "AccountDisabledError",
    "AccountSuspendedError",
    "ApiErrorCode",
    "BudgetReachedError",
    "ClientTooOldError",
    "CursorExpiredError",
    "CursorInvalidError",
    "CursorMismatchError",
    "ExpiredCredentialsError",
    "IdempotencyConflictError",
    "IdempotencyInProgressError",
    "InsufficientRecordsError",
    "InsufficientScopeError",
    "InternalError",
    "InvalidCredentialsError",
    "InvalidParameterError",
    "KeyCapReachedError",
    "MethodNotAllowedError",
    "MissingCredentialsError",
    "NotFoundError",
    "RateLimitedError",
    "RepeatedParameterError",
    "ResponseTooLargeError",
    "RevokedCredentialsError",
    "SemanticUnavailableError",
    "UnavailableError",
    "UnknownParameterError",
]

# Error codes of the API.
ApiErrorCode = Literal["invalid_parameter", "unknown_parameter", "repeated_parameter", "cursor_invalid", "cursor_mismatch", "cursor_expired", "client_too_old", "missing_credentials", "invalid_credentials", "expired_credentials", "revoked_credentials", "insufficient_records", "key_cap_reached", "budget_reached", "account_disabled", "account_suspended", "insufficient_scope", "access_restricted", "not_found", "method_not_allowed", "idempotency_conflict", "idempotency_in_progress", "rate_limited", "internal", "response_too_large", "semantic_unavailable", "unavailable"]


class InvalidParameterError(HeliographError):
    """400 `invalid_parameter`. A parameter, a header, or the body is invalid, or the request
    has errors of several kinds. `errors` lists every error in the request; fix them and
    send it again.
    """


class UnknownParameterError(HeliographError):
    """400 `unknown_parameter`. The operation has no such query parameter. Names are
    case-sensitive. Remove it. An API key belongs in the Authorization header, never in
    the query.
    """


class RepeatedParameterError(HeliographError):
    """400 `repeated_parameter`. A query parameter is given more than once. If the parameter
    takes a list, give its values as one comma-separated list.
    """


class CursorInvalidError(HeliographError):
    """400 `cursor_invalid`. The cursor belongs to another account or endpoint, or was
    modified. Pass `nextCursor` unchanged, or start again without a cursor.
    """


class CursorMismatchError(HeliographError):
    """400 `cursor_mismatch`. The cursor comes from a search with different filters or in the
    other mode or, in semantic mode, with a different query or limit. `detail` says which.
    Use exactly the filters of the previous page; in semantic mode also the query and the
    limit.
    """


class CursorExpiredError(HeliographError):
    """400 `cursor_expired`. The cursor of a semantic search is more than an hour old or
    predates an index rebuild with another model, or a cursor of changes is older than 30
    days or continues more than 61 days back. Cursors of keyword searches do not expire.
    Start the search again, without the cursor.
    """


class ClientTooOldError(HeliographError):
    """400 `client_too_old`. Semantic search was requested by a command-line client older
    than 0.3.0. Keyword search works in every version. Update the client.
    """


class MissingCredentialsError(HeliographError):
    """401 `missing_credentials`. There is no Authorization header. Cookies are not accepted.
    Send `Authorization: Bearer <API_KEY>`.
    """


class InvalidCredentialsError(HeliographError):
    """401 `invalid_credentials`. The Authorization header has an unknown API key, or a
    credential of the other interface: API keys are for `/api/v1`, access tokens of the
    command-line client for `/api/cli/v1`. Check the key: it starts with `hg_live_` or
    `hg_test_` and has 46 characters. `detail` says whether it belongs to the other
    interface.
    """


class ExpiredCredentialsError(HeliographError):
    """401 `expired_credentials`. The API key, or the command-line client's access token, has
    expired. Create a new key. The client refreshes its token automatically.
    """


class RevokedCredentialsError(HeliographError):
    """401 `revoked_credentials`. The API key was revoked, or the command-line client's
    session has ended, or its token was renewed. Use another key, or create one. With the
    client, run `signals login`.
    """


class InsufficientRecordsError(HeliographError):
    """402 `insufficient_records`. The remaining free records and prepaid balance do not
    cover all records in the response; for the command-line client, what is left of the
    subscription or of its 500 records, and the prepaid balance if you let it pay for the
    command line. With nothing left, semantic searches and companies are refused before
    they run; counts, and keyword searches that find nothing, still work. Nothing was
    charged. Top up the balance, or ask for fewer with a lower `limit`. The command-line
    client can use an API key (`SIGNALS_API_KEY`), which draws on the API records and the
    balance. Retrying does not help.
    """


class KeyCapReachedError(HeliographError):
    """402 `key_cap_reached`. The key has a monthly cap, and what is left of it this UTC
    month does not cover all records in the response. With nothing left, semantic searches
    and companies are refused before they run; counts, and keyword searches that find
    nothing, still work. Nothing was charged. Ask for no more than is left
    (`X-Records-Remaining` of `GET /usage`) with a lower `limit`, use another key, or have
    the cap raised; the cap resets with the UTC month. Retrying does not help.
    """


class BudgetReachedError(HeliographError):
    """402 `budget_reached`. The response costs more records than `X-Max-Records` allows, or
    more than is left of the request's budget (`X-Budget-Id`, `X-Budget-Records`). Nothing
    was charged. Ask for no more than `X-Budget-Remaining` with a lower `limit`; or, to
    spend more, raise `X-Budget-Records` or use another id. Retrying unchanged does not
    help.
    """


class AccountDisabledError(HeliographError):
    """403 `account_disabled`. The key's account is disabled. Contact the operator of this
    system.
    """


class AccountSuspendedError(HeliographError):
    """403 `account_suspended`. The key's account is suspended. Contact the operator of this
    system.
    """


class InsufficientScopeError(HeliographError):
    """403 `insufficient_scope`. The key lacks the scope of the operation: `signals:read` for
    searches, `companies:read` for companies, `searches:write` for saved searches. Create
    a key with the scope.
    """


class AccessRestrictedError(HeliographError):
    """403 `access_restricted`. The operators have restricted access to themselves, for
    example for maintenance. The credential is fine, and nothing was charged. `detail` is
    the operators’ message. Try again later.
    """


class NotFoundError(HeliographError):
    """404 `not_found`. Nothing exists at this path, or there is no such company, saved
    search, or delivery. Check the path; a slug is the `company.slug` of a signal.
    """


class MethodNotAllowedError(HeliographError):
    """405 `method_not_allowed`. The path exists, but not for this method. Use a method named
    in `Allow`.
    """


class IdempotencyConflictError(HeliographError):
    """409 `idempotency_conflict`. The Idempotency-Key was used for a request with another
    path, query, or body in the last 24 hours. Use a new key for each new request.
    """


class IdempotencyInProgressError(HeliographError):
    """409 `idempotency_in_progress`. The first request with this Idempotency-Key is still
    running. Send it again after the seconds in `Retry-After`.
    """


class RateLimitedError(HeliographError):
    """429 `rate_limited`. The account has used up its requests or searches for this UTC
    minute, has too many requests in flight, or has too many searches waiting; or this
    address sent too many rejected credentials. The refused request counts as a request.
    Wait for the seconds in `Retry-After`; do not retry sooner. If `detail` mentions
    requests in flight or waiting searches, send fewer in parallel.
    """


class InternalError(HeliographError):
    """500 `internal`. An unexpected error. Nothing was charged. Retry later; if it persists,
    report the `requestId`.
    """


class ResponseTooLargeError(HeliographError):
    """500 `response_too_large`. The page's records together are larger than the system can
    send. Nothing was charged. Ask for fewer with `limit`, and continue with the cursor;
    retrying the same request does not help.
    """


class SemanticUnavailableError(HeliographError):
    """503 `semantic_unavailable`. Semantic search is not configured on this system, its
    embedding provider or vector index is unreachable, or its index is still being built;
    `detail` says which, and what an operator can do. Nothing was charged. Retry with the
    same Idempotency-Key after the seconds in `Retry-After`, if given. Or search by
    keyword with `q`, which is not affected; semantic search never falls back to it.
    """


class UnavailableError(HeliographError):
    """503 `unavailable`. Part of the system is temporarily unreachable. Retry with the same
    Idempotency-Key after the seconds in `Retry-After`, so that nothing is charged twice.
    """


ERROR_CLASSES: Mapping[str, type[HeliographError]] = {
    "invalid_parameter": InvalidParameterError,
    "unknown_parameter": UnknownParameterError,
    "repeated_parameter": RepeatedParameterError,
    "cursor_invalid": CursorInvalidError,
    "cursor_mismatch": CursorMismatchError,
    "cursor_expired": CursorExpiredError,
    "client_too_old": ClientTooOldError,
    "missing_credentials": MissingCredentialsError,
    "invalid_credentials": InvalidCredentialsError,
    "expired_credentials": ExpiredCredentialsError,
    "revoked_credentials": RevokedCredentialsError,
    "insufficient_records": InsufficientRecordsError,
    "key_cap_reached": KeyCapReachedError,
    "budget_reached": BudgetReachedError,
    "account_disabled": AccountDisabledError,
    "account_suspended": AccountSuspendedError,
    "insufficient_scope": InsufficientScopeError,
    "access_restricted": AccessRestrictedError,
    "not_found": NotFoundError,
    "method_not_allowed": MethodNotAllowedError,
    "idempotency_conflict": IdempotencyConflictError,
    "idempotency_in_progress": IdempotencyInProgressError,
    "rate_limited": RateLimitedError,
    "internal": InternalError,
    "response_too_large": ResponseTooLargeError,
    "semantic_unavailable": SemanticUnavailableError,
    "unavailable": UnavailableError,
}
