"""Builds the calls for saved searches."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypedDict

from ._calls import Options, charged, idempotency_key_of
from ._cost import Cost
from ._encode import encode_query, encode_segment, encode_texts, wire_parameters
from ._exchange import Call
from ._generated.parameters import SavedSearchChangesParameters, SearchFilters

FEED_NAMES = SavedSearchChangesParameters.__annotations__
_FILTER_NAMES = SearchFilters.__annotations__
_PATH = "/saved-searches"


class WebhookAddress(TypedDict):
    """Where to send matches."""

    url: str
    """Must start with https:// and resolve to a public address."""


class SavedSearchUpdate(TypedDict, total=False):
    """Changes to a saved search. Absent members stay unchanged; None removes one."""

    name: str
    """1 to 100 characters."""
    query: SearchFilters
    """Replaces the whole query."""
    webhook: WebhookAddress | None
    max_records_per_day: int | None
    """Per UTC day."""


_UPDATE_NAMES = {
    "name": "name",
    "query": "query",
    "webhook": "webhook",
    "max_records_per_day": "maxRecordsPerDay",
}


def list_call(options: Options) -> Call:
    """Build a request for all of the account's saved searches."""
    return Call(_PATH, **options)


def get_call(search_id: str, options: Options) -> Call:
    """Build a request for one saved search."""
    return Call(_path(search_id), **options)


def create_call(given: Mapping[str, Any], key: str | None, options: Options) -> Call:
    """Build a request that saves a search; None is omitted."""
    body = _written("create", {name: one for name, one in given.items() if one is not None})
    key = idempotency_key_of(key)
    return Call(_PATH, method="POST", body=body, idempotency_key=key, **options)


def update_call(search_id: str, changes: Mapping[str, Any], options: Options) -> Call:
    """Build a request that changes the given members.

    Not retried with a webhook: only the first response includes its secret.
    """
    if changes.get("webhook"):
        options = _without_retries(options)
    return Call(_path(search_id), method="PATCH", body=_written("update", changes), **options)


def delete_call(search_id: str, options: Options) -> Call:
    """Build a request that deletes a saved search."""
    return Call(_path(search_id), method="DELETE", **options)


def feed_call(
    search_id: str, parameters: Mapping[str, Any], key: str | None, cost: Cost, options: Options
) -> Call:
    """Build a request for changes."""
    query = encode_query(wire_parameters("changes", parameters, FEED_NAMES))
    return charged(_path(search_id, "changes"), query, key, cost, options)


def deliveries_call(
    search_id: str, limit: int | None, cursor: str | None, options: Options
) -> Call:
    """Build a request for a page of deliveries."""
    query = encode_query({"limit": limit, "cursor": cursor})
    return Call(_path(search_id, "deliveries"), query, **options)


def rotate_call(search_id: str, key: str | None, options: Options) -> Call:
    """Build a request that rotates the secret."""
    path = _path(search_id, "rotate-secret")
    return Call(path, method="POST", idempotency_key=idempotency_key_of(key), **options)


def replay_call(search_id: str, delivery_id: str, options: Options) -> Call:
    """Build a request that resends a delivery."""
    return _once(_path(search_id, "deliveries", delivery_id, "replay"), options)


def replay_since_call(search_id: str, since: str | datetime.datetime, options: Options) -> Call:
    """Build a request that resends every delivery created since a given time."""
    text = since if isinstance(since, str) else since.isoformat()
    return _once(_path(search_id, "replay"), options, {"since": text})


def test_call(search_id: str, options: Options) -> Call:
    """Build a request that sends an event without signals."""
    return _once(_path(search_id, "test"), options)


def _once(path: str, options: Options, body: Mapping[str, Any] | None = None) -> Call:
    """Build a call that is not idempotent, so it is not retried by default."""
    return Call(path, method="POST", body=body, **_without_retries(options))


def _without_retries(options: Options) -> Options:
    """Disable retries unless the caller asks for them."""
    return {**options, "max_retries": options.get("max_retries") or 0}


def _path(*segments: str) -> str:
    return "/".join((_PATH, *(encode_segment(segment) for segment in segments)))


def _written(call: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Encode a saved search for the API, with the query as URL parameters.

    :raises TypeError: for an invalid name, like for a function's argument.
    """
    for name in given:
        if name not in _UPDATE_NAMES:
            raise TypeError(f"{call}() got an unexpected keyword argument {name!r}")
    body = {_UPDATE_NAMES[name]: value for name, value in given.items()}
    if "query" in body:
        body["query"] = encode_texts(wire_parameters("query", body["query"], _FILTER_NAMES))
    return body
