import type { FilterOptions } from '@heliograph/dashboard-api';
import type { company } from '@heliograph/proto';
import type { CatalogueSnapshot } from '@heliograph/signal-search';
import { createHash } from 'node:crypto';
import type { DashboardContext } from '../../context';
import { matchesEntityTag } from '@heliograph/runtime';
import { JSON_CONTENT_TYPE, type Exchange } from '../../http/exchange';
import { endpoint } from '../endpoint';

interface Rendered {
  body: Buffer;
  /** Strong, quotes included. */
  entityTag: string;
}

/** Options are rendered once for each version that is seen. */
const rendered = new WeakMap<CatalogueSnapshot, Rendered>();

/** `GET /activities/filter-options`, with a strong ETag over its content. */
export const getFilterOptions = endpoint({
  name: 'getFilterOptions',
  async run({ context, exchange }) {
    const { body, entityTag } = render(await latest(context, exchange));
    exchange.setHeader('ETag', entityTag);
    exchange.setHeader('Cache-Control', 'private, no-cache');
    if (matchesEntityTag(exchange.header('if-none-match'), entityTag)) exchange.sendEmpty(304);
    else exchange.send(200, JSON_CONTENT_TYPE, body);
    return undefined;
  },
});

/** What was imported before this request is in its answer; an older copy is better than none. */
async function latest({ catalogue }: DashboardContext, exchange: Exchange): Promise<CatalogueSnapshot> {
  try {
    return await catalogue.refreshed(exchange.call());
  } catch (error) {
    if (catalogue.lastSeen) return catalogue.lastSeen;
    throw error;
  }
}

function render(snapshot: CatalogueSnapshot): Rendered {
  let result = rendered.get(snapshot);
  if (!result) {
    const body = Buffer.from(JSON.stringify({ data: filterOptions(snapshot.options) }));
    const digest = createHash('sha256').update(body).digest('base64url').slice(0, 27);
    result = { body, entityTag: `"${digest}"` };
    rendered.set(snapshot, result);
  }
  return result;
}

function filterOptions(options: company.FilterOptions): FilterOptions {
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
