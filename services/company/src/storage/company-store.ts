import { queryUntil } from '@heliograph/postgres';
import type { Pool } from 'pg';
import type { Company } from '../domain/company';
import { companyFromRow, type CompanyRow } from './mapping';

/** Published: not pending, or still marked pending although its time has come. */
const FIND = `
  SELECT slug, name, domain, description, country, city, industries, employee_count,
         published.signal_count, published.latest_activity_date
    FROM catalog.company
   CROSS JOIN LATERAL (
         SELECT count(*) AS signal_count, max(activity_date)::text AS latest_activity_date
           FROM catalog.signal
          WHERE signal.company_id = company.id AND (NOT pending OR published_at <= now())
         ) AS published
   WHERE slug = $1`;

/** Companies of the catalog, by slug. */
export class CompanyStore {
  constructor(private readonly pool: Pool) {}

  /** @param signal cancels the query in the database when the caller is gone. */
  async find(slug: string, signal: AbortSignal): Promise<Company | undefined> {
    const statement = { name: 'find_company', text: FIND, values: [slug] };
    const { rows } = await queryUntil<CompanyRow>(this.pool, statement, signal);
    return rows[0] && companyFromRow(rows[0]);
  }
}
