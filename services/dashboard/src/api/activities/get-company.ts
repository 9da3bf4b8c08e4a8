import type { Company } from '@heliograph/dashboard-api';
import { COMPANY_SLUG, companyRecord } from '@heliograph/signal-search';
import { ask } from '../ask';
import { endpoint, notFound } from '../endpoint';

/** `GET /activities/companies/{slug}`: consumes no records; absent values are omitted. */
export const getCompany = endpoint({
  name: 'getCompany',
  isSearch: true,
  async run({ context: { clients }, exchange, parameters: { slug } }) {
    // No call needed.
    if (slug === undefined || !COMPANY_SLUG.test(slug)) throw notFound('company');
    const found = await ask(exchange, (call) => clients.company.getCompany({ slug }, call));
    return companyRecord(found) satisfies Company;
  },
});
