import type { FacetName } from '@heliograph/contract';
import {
  countFacets,
  countMatches,
  dayOfTime,
  expectedCost,
  expectedFacetsCost,
  expectedSuggestCost,
  findPage,
  readQuery,
  suggest,
  type FacetCount,
  type FacetedCount,
  type KnownMatchers,
  type PageRequest,
  type ReadQuery,
  type SignalFilters,
  type Slices,
  type Snapshot,
  type SuggestRequest,
} from '@heliograph/read-model';
import type { ServiceError } from '@heliograph/runtime';
import type { Admission, Caller } from '../admission/admission';
import { tooExpensive } from '../domain/count-bound';
import type { PoolPage, PoolRequest } from '../domain/pool';
import type { SearchKind } from '../metrics';
import { itemsJson, itemsWithMatches } from './items-json';
import type { ItemShape, SearchEngine, SearchPage } from './search-engine';
import { searchPool } from './search-pool';

interface ReadModelEngineParts {
  /** @throws ServiceError `unavailable` */
  snapshot: () => Snapshot;
  /** Checked again when a response took long. @throws ServiceError `unavailable` */
  requireCurrent: () => void;
  admission: Admission;
  now: () => Date;
  onAnswered: (kind: SearchKind, seconds: number) => void;
}

const MS_OF_NS = 1e-6;

/** Keyword search, counts, and the filters of semantic search, over the corpus in memory. */
export class ReadModelEngine implements SearchEngine {
  constructor(private readonly parts: ReadModelEngineParts) {}

  async search(
    filters: SignalFilters,
    request: PageRequest,
    shape: ItemShape,
    caller: Caller,
  ): Promise<SearchPage> {
    const snapshot = this.parts.snapshot();
    const read = this.read(filters);
    return this.run('page', caller, expectedCost(read, snapshot), function* () {
      const { found, next } = yield* findPage(read, request, snapshot);
      const json = shape.matched
        ? yield* itemsWithMatches(found, filters, shape.fields)
        : itemsJson(found, shape.fields);
      return { itemsJson: json, itemCount: found.length, next };
    });
  }

  async count(filters: SignalFilters, caller: Caller, maximumCostMs: number): Promise<number> {
    const snapshot = this.parts.snapshot();
    const read = this.read(filters);
    const cost = expectedCost(read, snapshot);
    if (cost * MS_OF_NS > maximumCostMs) throw this.refusal(filters, snapshot);
    return this.run('count', caller, cost, () => countMatches(read, snapshot));
  }

  async countFacets(
    filters: SignalFilters,
    facets: readonly FacetName[],
    caller: Caller,
    maximumCostMs: number,
  ): Promise<FacetedCount> {
    const snapshot = this.parts.snapshot();
    const today = this.today();
    const cost = expectedFacetsCost(filters, today, facets, snapshot);
    if (cost * MS_OF_NS > maximumCostMs) throw this.refusal(filters, snapshot);
    return this.run('count', caller, cost, () => countFacets(filters, today, facets, snapshot));
  }

  async suggest(request: SuggestRequest, caller: Caller): Promise<FacetCount[]> {
    const snapshot = this.parts.snapshot();
    return this.run('suggestion', caller, expectedSuggestCost(request, snapshot), () =>
      suggest(request, snapshot),
    );
  }

  async searchPool(filters: SignalFilters, request: PoolRequest, caller: Caller): Promise<PoolPage> {
    const snapshot = this.parts.snapshot();
    const today = dayOfTime(request.publishedUntilMs);
    return this.run('pool', caller, request.pool.ids.length * 1_000, () =>
      searchPool(filters, request, today, snapshot),
    );
  }

  /** Refuses a count, with or without facets, which multiply its cost. */
  private refusal(filters: SignalFilters, snapshot: Snapshot): ServiceError {
    const known: KnownMatchers = new Map();
    const costOf = (each: SignalFilters) => expectedCost(this.read(each), snapshot, known);
    return tooExpensive(filters, costOf(filters), costOf);
  }

  private read(filters: SignalFilters): ReadQuery {
    return readQuery(filters, this.today());
  }

  private today(): number {
    return dayOfTime(this.parts.now().getTime());
  }

  private async run<Result>(
    kind: SearchKind,
    caller: Caller,
    cost: number,
    begin: () => Slices<Result>,
  ): Promise<Result> {
    const started = performance.now();
    const result = await this.parts.admission.search(caller, cost, begin);
    this.parts.requireCurrent();
    this.parts.onAnswered(kind, (performance.now() - started) / 1000);
    return result;
  }
}
