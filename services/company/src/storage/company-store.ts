import { queryUntil } from '@heliograph/postgres';
import type { Pool } from 'pg';
import type { Company } from '../domain/company';
import { CATALOG_STATE } from './catalog-state';
import { companyFromRow, type CompanyRow } from './mapping';

/** Published: not pending, or still marked pending although its time has come. */
const FIND = `
  SELECT ${CATALOG_STATE} AS state, slug, name, domain, description, country, city, industries, employee_count,
         count(*) FILTER (WHERE is_published) AS signal_count,
         (max(activity_date) FILTER (WHERE is_published))::text AS latest_activity_date,
         min(published_at) FILTER (WHERE NOT is_published) AS next_at
    FROM catalog.company
    LEFT JOIN LATERAL (
         SELECT activity_date, published_at, NOT pending OR published_at <= now() AS is_published
           FROM catalog.signal WHERE signal.company_id = company.id
         ) AS signal ON true
   WHERE slug = $1
   GROUP BY company.id`;

/** From this many signals on, counting takes milliseconds. */
const MANY_SIGNALS = 1_000;
/** Companies with many signals that are remembered. */
const MAXIMUM_REMEMBERED = 1_000;

interface FoundRow extends CompanyRow {
  state: string;
  /** When the next scheduled signal is published. */
  next_at: Date | null;
}

interface Remembered {
  state: string;
  found: Promise<FoundRow | undefined>;
}

/**
 * Companies of the catalog, by slug. Each call counts the company's signals, but those of a company with many are
 * counted once per state of the catalog: otherwise an account that asks for one would keep others waiting.
 */
export class CompanyStore {
  private readonly remembered = new Map<string, Remembered>();

  constructor(private readonly pool: Pool) {}

  /** @param signal cancels the query in the database when the caller is gone, unless others share it. */
  async find(slug: string, signal: AbortSignal): Promise<Company | undefined> {
    const row = this.remembered.has(slug) ? await this.findOnce(slug) : await this.read(slug, signal);
    if (row && Number(row.signal_count) >= MANY_SIGNALS) {
      if (!this.remembered.has(slug)) this.remember(slug, { state: row.state, found: Promise.resolve(row) });
    } else {
      this.remembered.delete(slug);
    }
    return row && companyFromRow(row);
  }

  private async findOnce(slug: string): Promise<FoundRow | undefined> {
    const { rows } = await this.pool.query<{ state: string; at: Date }>({
      name: 'catalog_state_now',
      text: `SELECT ${CATALOG_STATE} AS state, now() AS at`,
    });
    const { state, at } = rows[0]!;
    const last = this.remembered.get(slug);
    if (last?.state === state) {
      const row = await last.found;
      if (!row?.next_at || at < row.next_at) return row;
    }
    // Another caller may have noticed, too.
    const current = this.remembered.get(slug);
    if (current && current !== last && current.state === state) return current.found;
    const found = this.read(slug, new AbortController().signal);
    const entry = { state, found };
    this.remember(slug, entry);
    // The next call tries again instead of sharing this failure.
    found.catch(() => this.remembered.get(slug) === entry && this.remembered.delete(slug));
    return found;
  }

  private remember(slug: string, entry: Remembered): void {
    this.remembered.delete(slug);
    this.remembered.set(slug, entry);
    if (this.remembered.size > MAXIMUM_REMEMBERED) {
      this.remembered.delete(this.remembered.keys().next().value!);
    }
  }

  private async read(slug: string, signal: AbortSignal): Promise<FoundRow | undefined> {
    const statement = { name: 'find_company', text: FIND, values: [slug] };
    return (await queryUntil<FoundRow>(this.pool, statement, signal)).rows[0];
  }
}
