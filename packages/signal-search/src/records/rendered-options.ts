import type { company } from '@heliograph/proto';
import { entityTagOf, type OutgoingCall } from '@heliograph/runtime';
import type { CatalogueKeeper, CatalogueSnapshot } from '../catalogue/catalogue-keeper';

/** Filter options as they are answered. */
export interface RenderedOptions {
  /** `{"data": …}` */
  body: Buffer;
  /** Strong, quotes included. */
  entityTag: string;
}

/** Options are rendered once for each version that is seen. */
const rendered = new WeakMap<CatalogueSnapshot, RenderedOptions>();

/**
 * The filter options as of this call: what was imported before it is among them. An older copy is better than none.
 *
 * @throws ServiceError when there is no copy and the company service cannot be asked.
 */
export async function latestOptions(keeper: CatalogueKeeper, call: OutgoingCall): Promise<RenderedOptions> {
  try {
    return render(await keeper.refreshed(call));
  } catch (error) {
    if (keeper.lastSeen) return render(keeper.lastSeen);
    throw error;
  }
}

function render(snapshot: CatalogueSnapshot): RenderedOptions {
  let result = rendered.get(snapshot);
  if (!result) {
    const body = Buffer.from(JSON.stringify({ data: optionsRecord(snapshot.options) }));
    result = { body, entityTag: entityTagOf(body) };
    rendered.set(snapshot, result);
  }
  return result;
}

function optionsRecord(options: company.FilterOptions) {
  const list = (items: readonly company.FilterOption[]) => items.map(({ id, label }) => ({ id, label }));
  return {
    categories: list(options.categories),
    industries: list(options.industries),
    hiring: {
      types: list(options.hiringTypes),
      functions: list(options.hiringFunctions),
      seniorities: list(options.hiringSeniorities),
      employmentTypes: list(options.hiringEmploymentTypes),
      workArrangements: list(options.hiringWorkArrangements),
    },
    fundingStages: list(options.fundingStages),
    sizes: list(options.sizes),
    countries: list(options.countries),
  };
}
