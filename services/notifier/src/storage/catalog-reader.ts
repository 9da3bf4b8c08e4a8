import type { CatalogSignal } from '@heliograph/read-model';
import type { Pool } from 'pg';

/** A published signal as the catalog has it now. */
export interface PublishedSignal extends CatalogSignal {
  /** Catalog version. */
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

/** Limit of one read of companies' signals; more than any company has in the corpus. */
const MAXIMUM_COMPANY_SIGNALS = 50_000;

const PUBLISHED = `SELECT document.id::text, document.version, signal.ordinal, signal.company_id, company.employee_count,
    signal.published_at, document.document::text AS document
  FROM catalog.signal_document AS document JOIN catalog.signal ON signal.id = document.id
    JOIN catalog.company ON company.id = signal.company_id
  WHERE (NOT signal.pending OR signal.published_at <= now())`;

/** Reads signals that anyone may see now: neither withdrawn nor scheduled. */
export class CatalogReader {
  constructor(private readonly pool: Pool) {}

  /** The published ones among the ids, in order of (version, id). */
  async published(ids: readonly string[]): Promise<PublishedSignal[]> {
    return this.read(
      `${PUBLISHED} AND document.id = ANY($1::numeric[]) ORDER BY document.version, document.id`,
      [ids],
    );
  }

  /** The companies' latest signals, 50,000 at most in all. */
  async ofCompanies(companyIds: readonly number[]): Promise<PublishedSignal[]> {
    return this.read(
      `${PUBLISHED} AND signal.company_id = ANY($1::integer[]) ORDER BY document.version DESC LIMIT ${MAXIMUM_COMPANY_SIGNALS}`,
      [companyIds],
    );
  }

  /** The most recently changed signals. */
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
