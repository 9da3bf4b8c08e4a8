import { isFacet, MAXIMUM_FACETS, type FacetName } from '@heliograph/contract';
import type { FacetCounts } from '@heliograph/read-model';
import type { search } from '@heliograph/proto';
import { ServiceError, type CallContext } from '@heliograph/runtime';
import type { CorpusContext } from '../context';

/**
 * The exact number of matches, and its facets. The gateway checked their names; they are checked again here, because
 * they bound the work.
 *
 * @throws ServiceError `invalid_parameter` when it would cost too much, `rate_limited`, `unavailable`.
 */
export async function count(
  { engine, maximumCountCostMs, admissionMetrics }: CorpusContext,
  request: search.CountRequest,
  call: CallContext,
): Promise<search.CountResponse> {
  const { filters = {}, facets } = request;
  const names = facetsOf(facets);
  try {
    if (names.length === 0) {
      return { total: BigInt(await engine.count(filters, call, maximumCountCostMs)), facets: [] };
    }
    const counted = await engine.countFacets(filters, names, call, maximumCountCostMs);
    return {
      total: BigInt(counted.total),
      facets: counted.facets.map((facet, index) => facetToResponse(names[index]!, facet)),
    };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'invalid_parameter') {
      admissionMetrics.refused('expensive', 'cost');
    }
    throw error;
  }
}

function facetsOf(names: readonly string[]): FacetName[] {
  const facets = names.filter(isFacet);
  if (facets.length < names.length || facets.length > MAXIMUM_FACETS) {
    throw new ServiceError('invalid_parameter', `facets must be at most ${MAXIMUM_FACETS} known names.`);
  }
  return facets;
}

function facetToResponse(name: FacetName, { values, more }: FacetCounts): search.Facet {
  return {
    name,
    values: values.map(({ value, label = '', count: matches }) => ({ value, label, count: BigInt(matches) })),
    more,
  };
}
