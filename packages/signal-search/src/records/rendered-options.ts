import { arrangeLists, messageFieldOf, OPTION_LISTS, type FilterOptions } from '@heliograph/contract';
import { JSON_CONTENT_TYPE, StaticFile } from '@heliograph/edge';
import type { company } from '@heliograph/proto';
import { type OutgoingCall } from '@heliograph/runtime';
import type { FilterOptionsCache } from '../filter-options/filter-options-cache';
import type { OptionListsCache } from '../filter-options/option-lists-cache';

/** The last rendering, by identifiers, with the industries and countries it was made from. */
const rendered = new WeakMap<company.FilterOptions, { values: company.FilterOptions; file: StaticFile }>();

/**
 * The filter options, as a response, as of this call, including everything imported before it. If they cannot be
 * fetched, an older copy.
 *
 * @throws ServiceError if there is no copy and the company service is unreachable.
 */
export async function latestOptions(
  { identifiers, values }: FilterOptionsCache,
  call: OutgoingCall,
): Promise<StaticFile> {
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

function render(identifiers: company.FilterOptions, values: company.FilterOptions): StaticFile {
  const last = rendered.get(identifiers);
  if (last?.values === values) return last.file;
  const body = Buffer.from(JSON.stringify({ data: optionsRecord(identifiers, values) }));
  // Brotli would take seconds for the megabytes of a large corpus.
  const file = new StaticFile(JSON_CONTENT_TYPE, body, ['gzip']);
  rendered.set(identifiers, { values, file });
  return file;
}

function optionsRecord(identifiers: company.FilterOptions, values: company.FilterOptions): FilterOptions {
  return arrangeLists((name) => {
    const { [messageFieldOf(name)]: list } =
      OPTION_LISTS[name].holds === 'identifiers' ? identifiers : values;
    return list.map(({ id, label }) => ({ id, label }));
  });
}
