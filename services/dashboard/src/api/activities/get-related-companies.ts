import type { ActivityPage, RelatedCompanies } from '@heliograph/dashboard-api';
import { ServiceError } from '@heliograph/runtime';
import {
  COMPANY_SLUG,
  companyRecord,
  cursorsOf,
  readQuery,
  readSearchQuery,
  runSearch,
  SEARCH_PARAMETER_NAMES,
} from '@heliograph/signal-search';
import { companiesOf, textAbout } from '../../domain/related-companies';
import { ask } from '../ask';
import { endpoint, notFound, refuse, type EndpointRequest } from '../endpoint';

/** Number of newest titles that stand in for a description. */
const TITLES = 3;
/** Number of nearest activities to read: most of them may be the company's own. */
const NEAREST = 50;

/**
 * `GET /activities/companies/{slug}/related`: searches by the meaning of the company's description, or else of its
 * newest titles. No user typed the text, so it is not one of the month's searches, but it counts toward the account's
 * searches per minute.
 */
export const getRelatedCompanies = endpoint({
  name: 'getRelatedCompanies',
  isSearch: true,
  async run(request) {
    const { slug } = request.parameters;
    if (slug === undefined || !COMPANY_SLUG.test(slug)) throw notFound('company');
    const found = await ask(request.exchange, (call) =>
      request.context.clients.company.getCompany({ slug }, call),
    );
    const newest = await activitiesOf(request, { companySlug: slug, limit: TITLES });
    const semantic = textAbout(
      companyRecord(found),
      newest.map(({ title }) => title),
    );
    if (semantic === undefined) return { items: [] };
    try {
      const nearest = await activitiesOf(request, { semantic, limit: NEAREST });
      return { items: companiesOf(nearest, slug) } satisfies RelatedCompanies;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'semantic_unavailable') return { items: null };
      throw error;
    }
  },
});

async function activitiesOf(
  { context, exchange, signedIn }: EndpointRequest<undefined>,
  parameters: Readonly<Record<string, string | number>>,
): Promise<ActivityPage['items']> {
  const entries = Object.entries(parameters).map(([name, value]) => [name, String(value)]);
  const raw = new URLSearchParams(entries as [string, string][]).toString();
  const query = readQuery(raw, SEARCH_PARAMETER_NAMES);
  const search = readSearchQuery(query, {
    cursors: cursorsOf(context.config.cursorSecrets, { channel: 'web', accountId: signedIn.account.id }),
    earliestActivityDate: context.config.earliestActivityDate,
    nowMs: context.clock(),
  });
  refuse(query.issues);
  const { body } = await runSearch(context.searching, exchange, search);
  return (JSON.parse(body.toString()) as { data: ActivityPage }).data.items;
}
