import type { search } from '@heliograph/proto';
import type { CatalogSignal } from '@heliograph/read-model';
import type { ClientBase } from 'pg';
import { RETENTION_DAYS } from '../domain/retention';
import type { CurrentDatabase } from './current-database';

/** A published signal as the catalog has it now. */
export interface PublishedSignal extends CatalogSignal {
  /** Catalog version. */
  version: string;
  /** That of the last change of more than its company, which is in the log of changes. */
  ownVersion: string;
}

/** A change in the catalog's log. Its signal may have changed again, or been withdrawn. */
export interface LoggedChange extends search.ChangePosition {
  at: Date;
  /** Whether a match that had waited since then would be dropped. */
  isExpired: boolean;
}

interface Row {
  id: string;
  version: string;
  own_version: string;
  ordinal: number;
  company_id: number;
  employee_count: string | null;
  published_at: Date;
  document: string;
}

/** Limit of one read of companies' signals; more than any company has in the corpus. */
const MAXIMUM_COMPANY_SIGNALS = 50_000;

const PUBLISHED = `SELECT document.id::text, document.version,
    coalesce(document.own_version, document.item_version, document.version) AS own_version,
    signal.ordinal, signal.company_id, company.employee_count, signal.published_at, document.document::text AS document
  FROM catalog.signal_document AS document JOIN catalog.signal ON signal.id = document.id
    JOIN catalog.company ON company.id = signal.company_id
  WHERE (NOT signal.pending OR signal.published_at <= now())`;

/** Reads signals that anyone may see now: neither withdrawn nor scheduled. */
export class CatalogReader {
  constructor(private readonly database: CurrentDatabase) {}

  /**
   * The published ones among the ids, in order of (version, id).
   *
   * @param atLeast a version that the catalog must have.
   * @throws CatalogBehindError
   */
  async published(ids: readonly string[], atLeast?: bigint): Promise<PublishedSignal[]> {
    return this.read(
      `${PUBLISHED} AND document.id = ANY($1::numeric[]) ORDER BY document.version, document.id`,
      [ids],
      atLeast,
    );
  }

  /** The companies' latest signals, 50,000 at most in all. */
  async ofCompanies(companyIds: readonly number[]): Promise<PublishedSignal[]> {
    return this.read(
      `${PUBLISHED} AND signal.company_id = ANY($1::integer[]) ORDER BY document.version DESC LIMIT ${MAXIMUM_COMPANY_SIGNALS}`,
      [companyIds],
    );
  }

  /** The first changes after a position, in order. The log keeps them for longer than matches. */
  async changesAfter({ version, id }: search.ChangePosition, limit: number): Promise<LoggedChange[]> {
    const { rows } = await this.database.run((client) =>
      client.query<Omit<LoggedChange, 'version'> & { version: string }>(
        `SELECT version, id::text, least(at, now()) AS at, at < now() - make_interval(days => $4) AS "isExpired"
         FROM catalog.change WHERE (change.version, change.id) > ($1::bigint, $2::numeric)
         ORDER BY change.version, change.id LIMIT $3`,
        [version, id, limit, RETENTION_DAYS],
      ),
    );
    return rows.map((row) => ({ ...row, version: BigInt(row.version) }));
  }

  /** The most recently changed signals. */
  async latest(client: ClientBase, limit: number): Promise<PublishedSignal[]> {
    return read(client, `${PUBLISHED} ORDER BY document.version DESC LIMIT $1`, [limit]);
  }

  private read(statement: string, values: unknown[], atLeast?: bigint): Promise<PublishedSignal[]> {
    return this.database.run((client) => read(client, statement, values), atLeast);
  }
}

async function read(client: ClientBase, statement: string, values: unknown[]): Promise<PublishedSignal[]> {
  const { rows } = await client.query<Row>(statement, values);
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    ownVersion: row.own_version,
    ordinal: row.ordinal,
    companyId: row.company_id,
    employeeCount: row.employee_count === null ? undefined : Number(row.employee_count),
    publishedAtMs: row.published_at.getTime(),
    document: Buffer.from(row.document),
  }));
}
