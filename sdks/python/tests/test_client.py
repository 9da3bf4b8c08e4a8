"""What only Python can get wrong: names, secrets, cancellation, processes, and threads."""

from __future__ import annotations

import copy
import datetime
import enum
import math
import pickle
import time
import traceback
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import anyio
import httpx
import pytest
from scripted_server import ScriptedServer, scripted_server

import heliograph
from heliograph import (
    AsyncHeliograph,
    Budget,
    BudgetReachedError,
    CallTimeoutError,
    Heliograph,
    HeliographError,
    InvalidParameterError,
    NetworkError,
    RateLimitedError,
    Signal,
    UnexpectedResponseError,
)

KEY = "hg_live_ThisMustNotBeShown"


@pytest.fixture(scope="module")
def server() -> Iterator[ScriptedServer]:
    with scripted_server() as scripted:
        yield scripted


@pytest.fixture
def client(server: ScriptedServer) -> Iterator[Heliograph]:
    server.play({})
    with Heliograph(base_url=server.url, api_key=KEY, max_retries=0) as made:
        yield made


def test_sends_its_name_and_version(server: ScriptedServer, client: Heliograph) -> None:
    client.signals.search()
    agent = f"heliograph-python/{heliograph.__version__}"
    assert server.seen[0]["headers"]["user-agent"] == agent
    with Heliograph(base_url=server.url, api_key=KEY, user_agent="nightly/1") as named:
        named.signals.search()
    assert server.seen[1]["headers"]["user-agent"] == "nightly/1"


def test_reads_url_and_key_from_the_environment_variables_of_the_cli(
    server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.play({})
    monkeypatch.setenv("SIGNALS_API_URL", f"{server.url}/api/v1/")
    monkeypatch.setenv("SIGNALS_API_KEY", "hg_live_OfTheVariable ")
    with Heliograph() as client:
        client.signals.search()
    assert server.seen[0]["headers"]["authorization"] == "Bearer hg_live_OfTheVariable"
    monkeypatch.setenv("SIGNALS_API_URL", "http://elsewhere.invalid")
    with Heliograph(base_url=server.url, api_key="hg_live_Given") as client:
        client.signals.search()
    assert server.seen[1]["headers"]["authorization"] == "Bearer hg_live_Given"


@pytest.mark.parametrize(
    ("name", "variable", "given"),
    [
        ("base_url", "SIGNALS_API_URL", {"api_key": KEY}),
        ("api_key", "SIGNALS_API_KEY", {"base_url": "http://127.0.0.1:1"}),
    ],
)
def test_names_the_missing_setting(
    name: str, variable: str, given: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(variable, raising=False)
    with pytest.raises(ValueError, match=f"^{name} is missing: .* {variable}.$"):
        Heliograph(**given)


# An unset variable for a test key must not fall back to the live key, nor another URL to the usual
# one.
@pytest.mark.parametrize("kind", [Heliograph, AsyncHeliograph])
@pytest.mark.parametrize(
    ("name", "variable"), [("base_url", "SIGNALS_API_URL"), ("api_key", "SIGNALS_API_KEY")]
)
def test_does_not_replace_none_with_the_variable(
    kind: Any, name: str, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGNALS_API_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("SIGNALS_API_KEY", KEY)
    with pytest.raises(ValueError, match=f"^{name} was given but is None.* {variable}, leave"):
        kind(**{name: None})


@pytest.mark.parametrize(
    "url",
    [
        *("api.example.com", "ftp://api.example.com", "https://user:secret@api.example.com"),
        *("https://api.example.com?x=1", "http://[", "http://h:port", "http://h/#x", ""),
    ],
)
def test_rejects_an_invalid_base_url(url: str) -> None:
    with pytest.raises(ValueError, match=r"^base_url must") as failure:
        AsyncHeliograph(base_url=url, api_key=KEY)
    assert "secret" not in str(failure.value)


@pytest.mark.parametrize("key", ["", f"{KEY}\n", f"{KEY} x", f"{KEY}é"])
def test_rejects_an_unsendable_key_without_revealing_it(key: str) -> None:
    with pytest.raises(ValueError, match=r"^The API key is empty") as failure:
        Heliograph(base_url="http://127.0.0.1:1", api_key=key)
    assert KEY not in str(failure.value)


def test_hides_the_webhook_secret_in_repr(server: ScriptedServer, client: Heliograph) -> None:
    webhook = {"url": "https://example.com/hook", "secret": "whsec_NotToBeLogged"}
    server.play({"status": 201, "body": {"data": {"id": "1", "webhook": webhook}}})
    answer = client.saved_searches.create(
        name="All", query={}, webhook={"url": "https://example.com/hook"}
    )
    assert answer.saved_search.webhook is not None
    assert answer.saved_search.webhook.secret == "whsec_NotToBeLogged"
    assert "NotToBeLogged" not in repr(answer)


def test_rejects_unknown_saved_search_arguments(server: ScriptedServer, client: Heliograph) -> None:
    page_size: Any = {"limit": 5}
    words: Any = {"q": "robots"}
    for call in (
        lambda: client.saved_searches.create(name="All", query=page_size),
        lambda: client.saved_searches.update("1", query=page_size),
        lambda: client.saved_searches.update("1", **page_size),
        lambda: client.saved_searches.changes("1", **words),
        lambda: next(iter(client.saved_searches.change_pages("1", **words))),
    ):
        with pytest.raises(TypeError, match=r"unexpected keyword argument .(limit|q)."):
            call()
    assert server.seen == []


def test_replays_since_a_point_in_time(server: ScriptedServer, client: Heliograph) -> None:
    server.play({"body": {"data": {"deliveries": 2}}})
    since = datetime.datetime(2026, 11, 23, 8, tzinfo=datetime.timezone.utc)
    assert client.saved_searches.replay_since("1", since).deliveries == 2
    assert server.seen[0]["body"] == {"since": "2026-11-23T08:00:00+00:00"}


def test_reads_changes_since_a_point_in_time(server: ScriptedServer, client: Heliograph) -> None:
    server.play({"body": {"data": {"items": [], "nextCursor": "c", "caughtUp": True}}})
    since = datetime.datetime(2026, 11, 23, 8, tzinfo=datetime.timezone.utc)
    client.signals.changes(since=since)
    client.saved_searches.changes("1", since=since.date())
    assert [request["query"]["since"] for request in server.seen] == [
        "2026-11-23T08:00:00+00:00",
        "2026-11-23",
    ]


def test_never_reveals_the_key(server: ScriptedServer, client: Heliograph) -> None:
    shown = [repr(client), repr(vars(client)), repr(vars(client._settings)), repr(client.signals)]
    for turn in ("hangUp", {"problem": "invalid_credentials", "status": 401}, {"text": "<p>"}):
        server.play(turn)
        with pytest.raises(HeliographError) as failure:
            client.signals.search()
        error = failure.value
        report = traceback.TracebackException.from_exception(error, capture_locals=True)
        shown += [repr(error), str(error.to_dict()), "".join(report.format())]
    assert KEY not in "\n".join(shown)
    assert f"base_url='{server.url}'" in repr(client)


def test_errors_can_be_pickled_and_copied(server: ScriptedServer, client: Heliograph) -> None:
    issue = {"parameter": "days", "message": "must be one of 7, 30, 90"}
    server.play({"problem": "invalid_parameter", "status": 400, "members": {"errors": [issue]}})
    with pytest.raises(InvalidParameterError) as failure:
        client.signals.search()
    for twin in (pickle.loads(pickle.dumps(failure.value)), copy.copy(failure.value)):
        assert type(twin) is InvalidParameterError
        assert twin.to_dict() == failure.value.to_dict()
        assert str(twin) == str(failure.value)
    assert failure.value.to_dict()["errors"] == [issue]


def test_records_keep_the_raw_response_and_can_be_compared() -> None:
    raw = {"id": "7", "title": "A", "company": {"slug": "a", "name": "A"}, "ofLater": 1}
    signal, twin = (heliograph._record.decode(Signal, given) for given in (raw, dict(raw)))
    assert signal == twin
    assert hash(signal) == hash(twin)
    assert signal.company.slug == "a"
    assert signal.city is None
    assert signal.raw["ofLater"] == 1
    assert "raw" not in repr(signal)
    assert pickle.loads(pickle.dumps(signal)) == signal


def test_accepts_dates_and_text_with_lone_surrogates(
    server: ScriptedServer, client: Heliograph
) -> None:
    client.signals.search(
        date_from=datetime.date(2026, 9, 1), q="a\ud83d b\ud83d\ude80", category=("funding",)
    )
    assert server.seen[0]["query"] == {
        "dateFrom": "2026-09-01",
        "q": "a\ufffd b🚀",
        "category": "funding",
    }


def test_rejects_unknown_parameters(server: ScriptedServer, client: Heliograph) -> None:
    for call in (
        lambda: client.signals.search(day=30),  # type: ignore[call-arg]
        lambda: client.signals.search(dateFrom="2026-09-01"),  # type: ignore[call-arg]
        lambda: client.signals.count(limit=1),  # type: ignore[call-arg]
        lambda: client.signals.pages(page=2),  # type: ignore[call-arg]
        lambda: client.signals.iterate(count_only=True),  # type: ignore[call-arg]
        lambda: client.signals.iterate(max_pages=1),  # type: ignore[call-arg]
        lambda: client.signals.pages(max_records=1),  # type: ignore[call-arg]
        lambda: client.signals.count(fields=["title"]),  # type: ignore[call-arg]
        lambda: client.signals.count(matched=True),  # type: ignore[call-arg]
        lambda: client.companies.get("acme", field="name"),  # type: ignore[call-arg]
        lambda: client.companies.identify(slug="acme"),  # type: ignore[call-overload]
        lambda: client.suggest(kind="city", prefix="a", q="b"),  # type: ignore[call-arg]
    ):
        with pytest.raises(TypeError, match="unexpected keyword argument"):
            call()
    with pytest.raises(ValueError, match=r'^path must begin with "/"\.$'):
        client.request("signals")
    assert server.seen == []


def _types_reject_missing_and_invalid_arguments(client: Heliograph) -> None:
    # Only checked by mypy: if it misses an error, it reports an unused ignore comment.
    if TYPE_CHECKING:
        client.suggest(kind="city")  # type: ignore[call-arg]
        client.suggest(kind="town", prefix="a")  # type: ignore[arg-type]
        client.companies.identify()  # type: ignore[call-overload]
        client.companies.identify(domain="a.example", name="A")  # type: ignore[call-overload]
        client.companies.get("acme", fields=["employee_count"])  # type: ignore[list-item]
        client.usage(test_outcome="broken")  # type: ignore[arg-type]
        Heliograph(api_key=None)  # type: ignore[arg-type]


@pytest.mark.parametrize("records", [-1, 1.5, math.nan])
def test_rejects_an_invalid_max_records(client: Heliograph, records: Any) -> None:
    with pytest.raises(ValueError, match=r"^max_records must be a whole number of at least 0\.$"):
        client.signals.iterate(max_records=records)


def test_reports_why_the_api_is_unreachable() -> None:
    with scripted_server() as gone:
        pass
    with (
        Heliograph(base_url=gone.url, api_key=KEY, max_retries=0) as lost,
        pytest.raises(NetworkError, match=r"(?i)refused"),
    ):
        lost.usage()


@pytest.mark.parametrize(
    "unsendable",
    [
        {"q": "x" * 70_000},
        {"budget": Budget("é", records=10)},
        {"idempotency_key": "abcdefgh\n"},
    ],
)
def test_reports_what_cannot_be_sent(
    server: ScriptedServer, client: Heliograph, unsendable: Any
) -> None:
    with pytest.raises(InvalidParameterError, match="cannot be sent"):
        client.signals.count(**unsendable)
    assert server.seen == []


def test_raises_the_class_of_the_error_code(server: ScriptedServer, client: Heliograph) -> None:
    server.play({"problem": "rate_limited", "status": 429, "headers": {"retry-after": "42"}})
    with pytest.raises(RateLimitedError) as failure:
        client.signals.search()
    assert failure.value.retry_after_seconds == 42


def test_reports_the_remaining_budget(server: ScriptedServer, client: Heliograph) -> None:
    left = {"x-budget-remaining": "20"}
    server.play({"problem": "budget_reached", "status": 402, "headers": left})
    with pytest.raises(BudgetReachedError) as failure:
        client.signals.search(budget=Budget("run", records=500))
    assert failure.value.budget_remaining == 20
    assert failure.value.to_dict()["budget_remaining"] == 20
    twin = pickle.loads(pickle.dumps(failure.value))
    assert twin.budget_remaining == 20


def test_uses_a_given_http_client_and_leaves_it_open(server: ScriptedServer) -> None:
    server.play({"status": 302, "headers": {"location": server.url}, "text": ""})
    # None of what httpx would do by default may happen with the key.
    http = httpx.Client(
        headers={"x-mine": "1"}, auth=("user", "password"), follow_redirects=True, timeout=0.001
    )
    with http:
        for _ in range(2):
            with (
                Heliograph(base_url=server.url, api_key=KEY, http_client=http) as client,
                pytest.raises(HeliographError, match="redirect"),
            ):
                client.signals.search()
    assert [seen["headers"]["x-mine"] for seen in server.seen] == ["1", "1"]
    assert server.seen[0]["headers"]["authorization"] == f"Bearer {KEY}"


def test_accepts_an_infinite_timeout(client: Heliograph) -> None:
    assert client.signals.search(timeout=math.inf).items == ()


def test_times_out_on_a_trickling_response() -> None:
    class TrickledBody(httpx.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            while True:
                time.sleep(0.01)
                yield b" "

    http = httpx.Client(
        transport=httpx.MockTransport(lambda _: httpx.Response(200, stream=TrickledBody()))
    )
    trickling = Heliograph(base_url="http://127.0.0.1:1", api_key=KEY, http_client=http)
    with pytest.raises(CallTimeoutError):
        trickling.signals.search(timeout=0.1)


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
@pytest.mark.parametrize(
    "turn",
    ["silence", {"problem": "unavailable", "status": 503, "headers": {"retry-after": "30"}}],
    ids=["in an attempt", "in a pause"],
)
def test_stops_when_its_task_is_canceled(server: ScriptedServer, turn: Any, backend: str) -> None:
    async def main() -> bool:
        async with (
            AsyncHeliograph(base_url=server.url, api_key=KEY) as client,
            anyio.create_task_group() as tasks,
        ):
            tasks.start_soon(client.signals.search)
            while not server.seen:
                await anyio.sleep(0.001)
            tasks.cancel_scope.cancel()
        return tasks.cancel_scope.cancel_called

    server.play(turn)
    assert anyio.run(main, backend=backend)
    assert len(server.seen) == 1


def test_sends_an_empty_idempotency_key_for_the_api_to_reject(
    server: ScriptedServer, client: Heliograph
) -> None:
    async def main() -> None:
        async with AsyncHeliograph(base_url=server.url, api_key=KEY) as other:
            await other.signals.search(idempotency_key="")
            await other.saved_searches.create(name="Funding", query={}, idempotency_key="")

    client.signals.search(idempotency_key="")
    client.saved_searches.create(name="Funding", query={}, idempotency_key="")
    anyio.run(main)
    assert server.keys == ["", "", "", ""]


def test_serves_many_tasks_at_once(server: ScriptedServer) -> None:
    async def main() -> set[str]:
        keys: set[str] = set()

        async def search(client: AsyncHeliograph) -> None:
            page = await client.signals.search()
            keys.add(page.meta.idempotency_key or "")

        async with (
            AsyncHeliograph(base_url=server.url, api_key=KEY) as client,
            anyio.create_task_group() as tasks,
        ):
            for _ in range(20):
                tasks.start_soon(search, client)
        return keys

    server.play({})
    assert len(anyio.run(main)) == 20


def test_sends_sets_in_the_same_order_in_every_process(
    server: ScriptedServer, client: Heliograph
) -> None:
    # Eight items are sorted by chance once in 40,320 processes.
    names: Any = set("hgfedcba")
    client.signals.search(category=names, industries=names)
    query = server.seen[0]["query"]
    assert query["category"] == "a,b,c,d,e,f,g,h"
    assert query["industries"] == '["a","b","c","d","e","f","g","h"]'


@pytest.mark.parametrize(
    "companies",
    [{"acme": 1, "zeta": 2}.keys(), {1: "acme", 2: "zeta"}.values(), ("acme", "zeta")],
    ids=["keys", "values", "tuple"],
)
def test_sends_every_kind_of_list_as_one(
    server: ScriptedServer, client: Heliograph, companies: Any
) -> None:
    client.signals.search(companies=companies)
    assert server.seen[0]["query"]["companies"] == "acme,zeta"


@pytest.mark.parametrize(
    ("companies", "kind"),
    [(iter(["acme"]), "list_iterator"), (b"acme", "bytes"), ({"acme": 1}, "dict")],
    ids=["iterator", "bytes", "dict"],
)
def test_rejects_what_would_be_a_filter_that_matches_nothing(
    server: ScriptedServer, client: Heliograph, companies: Any, kind: str
) -> None:
    with pytest.raises(InvalidParameterError, match=f"companies is of type {kind}; pass text or"):
        client.signals.search(companies=companies)
    with pytest.raises(InvalidParameterError, match=f"companies is of type {kind}; pass text or"):
        client.saved_searches.create(name="acme", query={"companies": companies})
    assert server.seen == []


class Category(str, enum.Enum):
    FUNDING = "funding"


class Stage(enum.Enum):
    SEED = "seed"


def test_sends_the_values_of_enumerations(server: ScriptedServer, client: Heliograph) -> None:
    stage: Any = Stage.SEED
    client.signals.search(category=[Category.FUNDING], funding_stage=stage)
    assert server.seen[0]["query"] == {"category": "funding", "fundingStage": "seed"}


def test_takes_json_nested_too_deeply_for_no_json(
    server: ScriptedServer, client: Heliograph
) -> None:
    server.play({"text": "[" * 200_000})
    with pytest.raises(UnexpectedResponseError):
        client.signals.search()
