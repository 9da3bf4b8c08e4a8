"""Both clients follow the scenarios shared by all SDKs."""

from __future__ import annotations

import datetime
import json
import random
import re
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from scripted_server import ScriptedServer, scripted_server

from heliograph import AsyncHeliograph, Budget, Heliograph, HeliographError
from heliograph._retry import pause_before_retry, retry_after_seconds

DIRECTORY = Path(__file__).parents[2] / "scenarios"


def read(name: str) -> Any:
    return json.loads((DIRECTORY / f"{name}.json").read_text(encoding="utf-8"))


WAYS = ["sync", "asyncio"]
# Trio sleeps and cancels differently from asyncio.
FILES = {
    "responses": WAYS,
    "parameters": WAYS,
    "retries": [*WAYS, "trio"],
    "failures": WAYS,
    "pages": WAYS,
    "budgets": WAYS,
    "suggestions": WAYS,
    "saved-searches": WAYS,
    "deliveries": WAYS,
    "receipts": WAYS,
}
SCENARIOS = [
    pytest.param(scenario, way, id=f"{scenario['name']} ({way})")
    for name, ways in FILES.items()
    for scenario in read(name)
    for way in ways
]
PAUSES = read("pauses")
PAGED = {"signals.pages", "savedSearches.changePages"}


@pytest.fixture(scope="module")
def server() -> Iterator[ScriptedServer]:
    with scripted_server() as scripted:
        yield scripted


@pytest.mark.parametrize(("scenario", "way"), SCENARIOS)
def test_scenario(
    scenario: dict[str, Any], way: str, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Pause limits have their own tests.
    monkeypatch.setattr(random, "random", lambda: 0.0)
    server.play(*scenario["responses"])
    began = time.monotonic()
    if way == "sync":
        run(scenario, server.url)
    else:
        anyio.run(run_async, scenario, server.url, backend=way)
    took_ms = (time.monotonic() - began) * 1000
    assert took_ms >= scenario.get("atLeastMs", 0)
    assert took_ms < scenario.get("lessThanMs", 60_000)
    if "requests" in scenario:
        assert len(server.seen) == len(scenario["requests"])
        for seen, expected in zip(server.seen, scenario["requests"], strict=True):
            expect_request(seen, expected)
    if "keys" in scenario:
        expect_keys(server.keys, scenario["keys"])


@pytest.mark.parametrize("case", PAUSES["pauses"], ids=str)
def test_pause(case: dict[str, Any]) -> None:
    pause = pause_before_retry(
        case["attempts"], case.get("retryAfterSeconds"), lambda: float(case["chance"])
    )
    assert pause == case["ms"]


def test_can_sleep_however_long_the_server_asks() -> None:
    assert pause_before_retry(1, 10**30) == 2_147_483_647


@pytest.mark.parametrize("case", PAUSES["retryAfter"]["headers"], ids=str)
def test_retry_after(case: dict[str, Any]) -> None:
    now = datetime.datetime.fromisoformat(PAUSES["retryAfter"]["now"].replace("Z", "+00:00"))
    headers = httpx.Headers({} if case["header"] is None else {"retry-after": case["header"]})
    assert retry_after_seconds(headers, now.timestamp) == case["seconds"]


def run(scenario: dict[str, Any], url: str) -> None:
    with Heliograph(**arguments_of(scenario, url)) as client:
        for call in scenario["calls"]:
            try:
                result = method_of(client, call)()
                if call["call"] in PAGED:
                    result = read_sizes(result, call.get("stopAfter"))
                elif call["call"] == "receipts.all":
                    result = {"sequences": [receipt.sequence for receipt in result]}
                elif call["call"] == "signals.iterate":
                    result = summary([signal.id for signal in result])
            except HeliographError as error:
                expect_failure(error, call)
            else:
                expect_result(result, call)


async def run_async(scenario: dict[str, Any], url: str) -> None:
    async with AsyncHeliograph(**arguments_of(scenario, url)) as client:
        for call in scenario["calls"]:
            try:
                result = method_of(client, call)()
                if call["call"] in PAGED:
                    result = {"sizes": []}
                    async for page in method_of(client, call)():
                        result["sizes"].append(len(page.items))
                        if len(result["sizes"]) == call.get("stopAfter"):
                            break
                elif call["call"] == "receipts.all":
                    result = {"sequences": [receipt.sequence async for receipt in result]}
                elif call["call"] == "signals.iterate":
                    result = summary([signal.id async for signal in result])
                else:
                    result = await result
            except HeliographError as error:
                expect_failure(error, call)
            else:
                expect_result(result, call)


def arguments_of(scenario: dict[str, Any], url: str) -> dict[str, Any]:
    options = dict(scenario.get("client", {}))
    base_url = url + options.pop("basePath", "")
    return {"base_url": base_url, "api_key": "hg_live_key", **named(options)}


def method_of(client: Heliograph | AsyncHeliograph, call: dict[str, Any]) -> Callable[[], Any]:
    """The call with its arguments, under their Python names."""
    target: Any = client
    for name in call["call"].split("."):
        target = getattr(target, snake(name))
    parameters = call.get("parameters", {})
    if call["call"] != "request":
        parameters = {snake(name): value for name, value in parameters.items()}
        if "query" in parameters:
            query = parameters["query"].items()
            parameters["query"] = {snake(name): value for name, value in query}
    options = named(call.get("options", {}))
    return lambda: target(**parameters, **options)


def named(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options under their Python names."""
    arguments = {snake(name): value for name, value in options.items()}
    if "timeout_ms" in arguments:
        arguments["timeout"] = arguments.pop("timeout_ms") / 1000
    if "budget" in arguments:
        arguments["budget"] = Budget(**arguments["budget"])
    return arguments


def read_sizes(pages: Iterator[Any], stop_after: int | None) -> dict[str, list[int]]:
    sizes: list[int] = []
    for page in pages:
        sizes.append(len(page.items))
        if len(sizes) == stop_after:
            break
    return {"sizes": sizes}


def summary(ids: list[str]) -> dict[str, Any]:
    ends = {"first": ids[0], "last": ids[-1]} if ids else {"first": None, "last": None}
    return {"count": len(ids), "different": len(set(ids)), **ends}


def expect_result(result: Any, call: dict[str, Any]) -> None:
    assert "fails" not in call, "the call succeeded"
    if call["call"] == "receipts.statement":
        result = {"statement": result}
    expected = call.get("returns", {})
    assert part(result, expected) == expected


def expect_failure(error: HeliographError, call: dict[str, Any]) -> None:
    assert "fails" in call, str(error)
    expected = call["fails"]
    assert part(error, expected) == expected
    for words in call.get("says", []):
        assert words in str(error)
    assert (type(error) is HeliographError) == (error.code == "of_a_later_version")


def part(value: Any, expected: Any) -> Any:
    """The parts of a value that an expectation covers, as JSON."""
    if isinstance(expected, Mapping):
        return {name: part(member(value, name), one) for name, one in expected.items()}
    if isinstance(expected, list) and isinstance(value, (list, tuple)):
        if len(value) != len(expected):
            return list(value)
        return [part(item, one) for item, one in zip(value, expected, strict=True)]
    if isinstance(value, datetime.datetime):
        return value.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return value


def member(value: Any, name: str) -> Any:
    if isinstance(value, Mapping):
        return value.get(name)
    if isinstance(value, HeliographError):
        if name == "message":
            return str(value)
        if name == "cause":
            return value.__cause__
    return getattr(value, snake(name))


def snake(name: str) -> str:
    return re.sub("(?=[A-Z])", "_", name).lower()


def expect_request(seen: dict[str, Any], expected: dict[str, Any]) -> None:
    assert seen["path"] == expected.get("path", seen["path"])
    assert seen["method"] == expected.get("method", seen["method"])
    assert seen["body"] == expected.get("body", seen["body"])
    assert seen["query"] == expected.get("query", seen["query"])
    for name, value in expected.get("headers", {}).items():
        assert seen["headers"].get(name) == value


def expect_keys(keys: list[str | None], expected: Any) -> None:
    if expected == "one":
        assert len(keys) > 1
        assert len(set(keys)) == 1
    elif expected == "different":
        assert None not in keys
        assert len(set(keys)) == len(keys)
    else:
        assert len(keys) == len(expected)
        for key, one in zip(keys, expected, strict=True):
            assert re.fullmatch("[a-f0-9]{32}" if one == "random" else re.escape(one), key or "")
