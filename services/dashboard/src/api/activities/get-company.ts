import type { Company } from '@heliograph/dashboard-api';
import { ask } from '../ask';
import { endpoint, nothingHere } from '../endpoint';

/** How slugs of companies are written at import. */
const COMPANY_SLUG = /^[a-z0-9][a-z0-9._-]{0,179}$/;

/** `GET /activities/companies/{slug}`: without records; absent values are left out. */
export const getCompany = endpoint({
  name: 'getCompany',
  async run({ context: { clients }, exchange, parameters: { slug } }) {
    // What is not written as a slug names no company; nobody has to be asked.
    if (slug === undefined || !COMPANY_SLUG.test(slug)) throw nothingHere('company');
    const found = await ask(exchange, (call) => clients.company.getCompany({ slug }, call));
    return {
      slug: found.slug,
      name: found.name,
      domain: found.domain,
      description: found.description,
      country: found.country,
      city: found.city,
      industries: found.industries,
      employeeCount: found.employeeCount === undefined ? undefined : Number(found.employeeCount),
      size: found.size,
      signalCount: Number(found.signalCount),
      latestActivityDate: found.latestActivityDate,
    } satisfies Company;
  },
});
