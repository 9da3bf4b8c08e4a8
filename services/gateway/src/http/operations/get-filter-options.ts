import type { company } from '@heliograph/proto';
import type { CatalogueSnapshot } from '@heliograph/signal-search';
import { entityTagOf, matchesEntityTag } from '@heliograph/runtime';
import type { DataInterface } from '../data-interface';
import { JSON_CONTENT_TYPE } from '../metered';
import type { Operation } from '../operation';
import { queryOf, refuseFaults } from '../query';

interface Rendered {
  body: Buffer;
  entityTag: string;
}

/** Options are rendered once for each version that is seen. */
const rendered = new WeakMap<CatalogueSnapshot, Rendered>();

/** `GET {root}/filter-options` */
export function getFilterOptions(of: DataInterface): Operation {
  return {
    name: 'getFilterOptions',
    methods: ['GET', 'HEAD'],
    of,
    async handle(context, exchange) {
      refuseFaults(queryOf(exchange));
      const { body, entityTag } = render(await latest());
      exchange.addHeader('ETag', entityTag);
      exchange.addHeader('Cache-Control', 'private, no-cache');
      exchange.addHeader('X-Records-Consumed', '0');
      if (matchesEntityTag(exchange.request.headers['if-none-match'], entityTag)) exchange.sendEmpty(304);
      else exchange.send(200, JSON_CONTENT_TYPE, body);

      /** What was imported before this request is in its answer; an older copy is better than none. */
      async function latest(): Promise<CatalogueSnapshot> {
        try {
          return await context.catalogue.refreshed(exchange.call());
        } catch (error) {
          if (context.catalogue.lastSeen) return context.catalogue.lastSeen;
          throw error;
        }
      }
    },
  };
}

function render(snapshot: CatalogueSnapshot): Rendered {
  let result = rendered.get(snapshot);
  if (!result) {
    const body = Buffer.from(JSON.stringify({ data: filterOptions(snapshot.options) }));
    result = { body, entityTag: entityTagOf(body) };
    rendered.set(snapshot, result);
  }
  return result;
}

function filterOptions(options: company.FilterOptions) {
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
