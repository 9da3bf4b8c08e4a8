import type { CatalogSignal } from '@heliograph/read-model';
import type { Pool } from 'pg';

/** A published signal as it is in the catalog now. */
export interface PublishedSignal extends CatalogSignal {
  /** Of the catalog. */
  version: string;
}

interface Row {
  id: string;
  version: string;
  ordinal: number;
  company_id: number;
  employee_count: string | null;
  published_at: Date;
  document: string;
}

/** Per company, for what its other signals decide; more than any company has in the corpus. */
const MAXIMUM_PER_COMPANIES = 50_000;

const PUBLISHED = `SELECT document.id::text, document.version, signal.ordinal, signal.company_id, company.employee_count,
    signal.published_at, document.document::text AS document
  FROM catalog.signal_document AS document JOIN catalog.signal ON signal.id = document.id
    JOIN catalog.company ON company.id = signal.company_id
  WHERE (NOT signal.pending OR signal.published_at <= now())`;

/** Signals that anyone may see now: neither withdrawn nor scheduled. */
export class CatalogReader {
  constructor(private readonly pool: Pool) {}

  /** Those of the ids that are published, in order of (version, id). */
  async published(ids: readonly string[]): Promise<PublishedSignal[]> {
    return this.read(
      `${PUBLISHED} AND document.id = ANY($1::numeric[]) ORDER BY document.version, document.id`,
      [ids],
    );
  }

  /** The latest of each company, 50,000 at most. */
  async ofCompanies(companyIds: readonly number[]): Promise<PublishedSignal[]> {
    return this.read(
      `${PUBLISHED} AND signal.company_id = ANY($1::integer[]) ORDER BY document.version DESC LIMIT ${MAXIMUM_PER_COMPANIES}`,
      [companyIds],
    );
  }

  /** The most recently changed ones. */
  async latest(most: number): Promise<PublishedSignal[]> {
    return this.read(`${PUBLISHED} ORDER BY document.version DESC LIMIT $1`, [most]);
  }

  private async read(statement: string, values: unknown[]): Promise<PublishedSignal[]> {
    const { rows } = await this.pool.query<Row>(statement, values);
    return rows.map((row) => ({
      id: row.id,
      version: row.version,
      ordinal: row.ordinal,
      companyId: row.company_id,
      employeeCount: row.employee_count === null ? undefined : Number(row.employee_count),
      publishedAtMs: row.published_at.getTime(),
      document: Buffer.from(row.document),
    }));
  }
}
