import type { FacetName } from '@heliograph/contract';
import type {
  FacetCount,
  FacetedCount,
  PageRequest,
  Position,
  SignalFilters,
  SuggestRequest,
} from '@heliograph/read-model';
import type { Caller } from '../admission/admission';
import type { PoolPage, PoolRequest } from '../domain/pool';

/** A page as it is answered. */
export interface SearchPage {
  /** A JSON array, UTF-8. */
  itemsJson: Buffer;
  itemCount: number;
  /** The place of the last item when there are more after it. */
  next: Position | null;
}

/** What of each item is wanted. */
export interface ItemShape {
  /** Names of its own fields, which it has besides its id; all, when empty. */
  fields: readonly string[];
  /** Whether it has where its title holds which term of the filters. */
  matched: boolean;
}

/** Keyword search, counts, and the filters of semantic search. Every engine gives the same answers; one answer is of one version of the catalog. */
export interface SearchEngine {
  /**
   * A page of matches, newest first.
   *
   * @throws ServiceError `rate_limited`, `unavailable`, `answer_too_large`; the signal's reason when the caller has gone.
   */
  search(filters: SignalFilters, request: PageRequest, shape: ItemShape, caller: Caller): Promise<SearchPage>;

  /**
   * The exact number of matches.
   *
   * @param maximumCostMs expected milliseconds of a processor of this process.
   * @throws ServiceError `invalid_parameter` when it would cost too much; as {@link search}.
   */
  count(filters: SignalFilters, caller: Caller, maximumCostMs: number): Promise<number>;

  /** The exact number of matches, and what it consists of. @throws ServiceError as {@link count}. */
  countFacets(
    filters: SignalFilters,
    facets: readonly FacetName[],
    caller: Caller,
    maximumCostMs: number,
  ): Promise<FacetedCount>;

  /** The values with the most signals whose names hold what was typed. @throws ServiceError as {@link search}. */
  suggest(request: SuggestRequest, caller: Caller): Promise<FacetCount[]>;

  /**
   * A page of the signals of a pool that pass the filters, most similar first. The days of filters count from the cut-off, which is the same for all
   * pages; groups see the signals of the pool and no others.
   */
  searchPool(filters: SignalFilters, request: PoolRequest, caller: Caller): Promise<PoolPage>;
}
