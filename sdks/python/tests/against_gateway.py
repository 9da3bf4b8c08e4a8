"""Both clients against a complete system; see tools/e2e/python-sdk.test.ts."""

from __future__ import annotations

import os
from collections.abc import Iterator

import anyio
import pytest

import heliograph
from heliograph import AsyncHeliograph, Budget, Heliograph

ALL = int(os.environ["ALL_SIGNALS"])


@pytest.fixture
def client() -> Iterator[Heliograph]:
    with Heliograph() as made:
        yield made


def test_searches_counts_and_looks_up_companies(client: Heliograph) -> None:
    page = client.signals.search(q="robots", companies=["acme-robotics"], limit=1)
    (signal,) = page.items
    assert signal.id == "9223372036854775807"
    assert signal.company.slug == "acme-robotics"
    meta = page.meta
    assert (meta.records_consumed, meta.records_remaining, meta.replayed) == (1, 99, False)
    assert meta.rate_limit is not None
    assert meta.rate_limit.limit == 300

    answer = client.companies.get("cafe-zurich")
    assert (answer.company.name, answer.company.signal_count) == ("Café Zürich", 1)
    count = client.signals.count(
        locations=[{"kind": "country", "value": "germany"}], facets=["country", "month"]
    )
    assert count.total == 4
    assert count.facets is not None
    assert count.facets.country is not None
    assert "Germany" in [value.value for value in count.facets.country.values]
    assert count.facets.category is None

    usage = client.usage().usage
    assert (usage.records, usage.allowances.api.remaining) == (2, 98)
    raw = client.request("/signals", query={"countOnly": True})
    assert raw.body == {"data": {"total": ALL}}


def test_suggests_values_and_identifies_companies(client: Heliograph) -> None:
    (suggestion,) = client.suggest(kind="company", prefix="café z").items
    assert (suggestion.value, suggestion.label) == ("cafe-zurich", "Café Zürich")
    answer = client.companies.identify(name="acme robotics INC")
    assert [(one.slug, one.matched_by) for one in answer.items] == [
        ("acme-robotics", "name_without_legal_form")
    ]
    assert client.companies.identify(domain="nobody.example").items == ()


def test_never_exceeds_its_limits(client: Heliograph) -> None:
    with pytest.raises(heliograph.BudgetReachedError):
        client.signals.search(limit=2, max_records=1)
    with pytest.raises(heliograph.BudgetReachedError) as reached:
        client.signals.search(limit=2, budget=Budget("small", records=1))
    assert reached.value.budget_remaining == 1
    # Only test keys can force outcomes.
    with pytest.raises(heliograph.InvalidParameterError):
        client.usage(test_outcome="internal")


def test_accepts_search_groups_as_objects(client: Heliograph) -> None:
    count = client.signals.count(
        search_groups={
            "op": "and",
            "groups": [
                {
                    "scope": "company",
                    "match": "and",
                    "terms": ["series a", "hiring"],
                    "exclude": ["layoffs"],
                }
            ],
        }
    )
    assert count.total == 2


def test_finds_non_ascii_company_names(client: Heliograph) -> None:
    for signal in client.signals.iterate(max_records=1, company="café zürich"):
        assert signal.company.name == "Café Zürich"


def test_iterates_up_to_max_records(client: Heliograph) -> None:
    ids = [signal.id for signal in client.signals.iterate(limit=2, max_records=5)]
    assert len(set(ids)) == len(ids) == 5


def test_repeats_an_iteration_for_free(client: Heliograph) -> None:
    async def run() -> list[str]:
        async with AsyncHeliograph() as other:
            signals = other.signals.iterate(limit=3, idempotency_key="nightly")
            return [signal.id async for signal in signals]

    ids = [signal.id for signal in client.signals.iterate(limit=3, idempotency_key="nightly")]
    assert len(ids) == ALL
    assert anyio.run(run) == ids


def test_creates_updates_and_follows_saved_searches(client: Heliograph) -> None:
    searches = client.saved_searches
    saved = searches.create(name="Robots", query={"q": "robots", "category": ["funding"]})
    kept = saved.saved_search
    assert (kept.query, kept.state) == ({"q": "robots", "category": "funding"}, "active")
    assert [one.id for one in searches.list().items] == [kept.id]
    changed = searches.update(kept.id, name="All", query={}, max_records_per_day=5).saved_search
    assert (changed.name, changed.query, changed.max_records_per_day) == ("All", {}, 5)
    changed = searches.update(kept.id, max_records_per_day=None).saved_search
    assert (changed.name, changed.max_records_per_day) == ("All", None)
    for page in searches.change_pages(kept.id):
        assert page.items == ()
        break
    assert searches.deliveries(kept.id).items == ()
    searches.delete(kept.id)
    with pytest.raises(heliograph.NotFoundError):
        searches.get(kept.id)


def test_reads_receipts_and_a_statement(client: Heliograph) -> None:
    charged = client.signals.search(limit=1)
    sequence, _, _ = (charged.meta.receipt or "").partition(".")
    receipts = list(client.receipts.all())
    assert [receipt.sequence for receipt in receipts] == list(range(1, int(sequence) + 1))
    last = receipts[-1]
    assert (last.records, last.request_id) == (1, charged.meta.request_id)
    header, payload, signature = client.receipts.statement(last.at[:7]).split(".")
    assert all((header, payload, signature))


def test_distinguishes_failures(client: Heliograph) -> None:
    with pytest.raises(heliograph.InvalidParameterError) as invalid:
        client.signals.search(limit=500, category=["nonsense"])
    error = invalid.value
    assert (error.code, error.status, error.attempts) == ("invalid_parameter", 400, 1)
    assert sorted(issue.parameter for issue in error.errors) == ["category", "limit"]
    assert error.request_id
    with pytest.raises(heliograph.NotFoundError):
        client.companies.get("nobody")
    with (
        Heliograph(api_key=f"hg_live_{'a' * 38}") as stranger,
        pytest.raises(heliograph.InvalidCredentialsError),
    ):
        stranger.usage()
    # Semantic search is off here, and only an operator can enable it, so no retry.
    with pytest.raises(heliograph.SemanticUnavailableError) as unavailable:
        client.signals.search(semantic="robots")
    assert unavailable.value.attempts == 1


def test_is_charged_once_when_responses_are_lost_and_caches_filter_options() -> None:
    with Heliograph(base_url=os.environ["FRONT_URL"], api_key=os.environ["UNLUCKY_KEY"]) as unlucky:
        page = unlucky.signals.search(limit=2)
        assert len(page.items) == 2
        assert (page.meta.attempts, page.meta.replayed, page.meta.records_consumed) == (3, True, 0)
        with pytest.raises(heliograph.InsufficientScopeError):
            unlucky.companies.get("acme-robotics")
        first = unlucky.filter_options()
        assert unlucky.filter_options().options == first.options
