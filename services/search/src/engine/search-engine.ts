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

/** A page as returned. */
export interface SearchPage {
  /** A JSON array, UTF-8. */
  itemsJson: Buffer;
  itemCount: number;
  /** The place of the last item when there are more after it. */
  next: Position | null;
}

/** What to return for each item. */
export interface ItemShape {
  /** Names of its fields besides its id; empty: all. */
  fields: readonly string[];
  /** Whether to include where its title contains each term of the filters. */
  matched: boolean;
}

/**
 * Keyword search, counts, and the filters of semantic search. Every engine gives the same results; one result is from
 * one version of the catalog.
 */
export interface SearchEngine {
  /**
   * A page of matches, newest first.
   *
   * @throws ServiceError `rate_limited`, `unavailable`, `response_too_large`; the signal's reason when the caller is
   *   gone.
   */
  search(filters: SignalFilters, request: PageRequest, shape: ItemShape, caller: Caller): Promise<SearchPage>;

  /**
   * The exact number of matches.
   *
   * @param maximumCostMs expected milliseconds of CPU time in this process.
   * @throws ServiceError `invalid_parameter` when it would cost too much; as {@link search}.
   */
  count(filters: SignalFilters, caller: Caller, maximumCostMs: number): Promise<number>;

  /** The exact number of matches, and its breakdown. @throws ServiceError as {@link count}. */
  countFacets(
    filters: SignalFilters,
    facets: readonly FacetName[],
    caller: Caller,
    maximumCostMs: number,
  ): Promise<FacetedCount>;

  /** The values with the most signals whose names contain what was typed. @throws ServiceError as {@link search}. */
  suggest(request: SuggestRequest, caller: Caller): Promise<FacetCount[]>;

  /**
   * A page of a pool's signals that pass the filters, most similar first. The filters' days are relative to the
   * cut-off, which is the same for all pages; groups see only the pool's signals.
   */
  searchPool(filters: SignalFilters, request: PoolRequest, caller: Caller): Promise<PoolPage>;
}
