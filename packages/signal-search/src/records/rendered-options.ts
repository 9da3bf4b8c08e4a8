import { arrangeLists, messageFieldOf, OPTION_LISTS, type FilterOptions } from '@heliograph/contract';
import { entityTagOf } from '@heliograph/edge';
import type { company } from '@heliograph/proto';
import { type OutgoingCall } from '@heliograph/runtime';
import type { FilterOptionsCache } from '../filter-options/filter-options-cache';
import type { OptionListsCache } from '../filter-options/option-lists-cache';

/** Filter options as returned. */
interface RenderedOptions {
  /** `{"data": …}` */
  body: Buffer;
  /** A strong entity tag, including quotes. */
  entityTag: string;
}

/** The last rendering, by identifiers, with the industries and countries it was made from. */
const rendered = new WeakMap<
  company.FilterOptions,
  { values: company.FilterOptions; result: RenderedOptions }
>();

/**
 * The filter options as of this call, including everything imported before it. If they cannot be fetched, an older
 * copy.
 *
 * @throws ServiceError if there is no copy and the company service is unreachable.
 */
export async function latestOptions(
  { identifiers, values }: FilterOptionsCache,
  call: OutgoingCall,
): Promise<RenderedOptions> {
  return render(...(await Promise.all([latest(identifiers, call), latest(values, call)])));
}

async function latest(cache: OptionListsCache, call: OutgoingCall): Promise<company.FilterOptions> {
  try {
    return await cache.refreshed(call);
  } catch (error) {
    if (cache.lastSeen) return cache.lastSeen;
    throw error;
  }
}

function render(identifiers: company.FilterOptions, values: company.FilterOptions): RenderedOptions {
  const last = rendered.get(identifiers);
  if (last?.values === values) return last.result;
  const body = Buffer.from(JSON.stringify({ data: optionsRecord(identifiers, values) }));
  const result = { body, entityTag: entityTagOf(body) };
  rendered.set(identifiers, { values, result });
  return result;
}

function optionsRecord(identifiers: company.FilterOptions, values: company.FilterOptions): FilterOptions {
  return arrangeLists((name) => {
    const { [messageFieldOf(name)]: list } =
      OPTION_LISTS[name].holds === 'identifiers' ? identifiers : values;
    return list.map(({ id, label }) => ({ id, label }));
  });
}
