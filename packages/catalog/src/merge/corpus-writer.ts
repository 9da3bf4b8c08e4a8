import { createClient } from '@heliograph/postgres';
import type { Client } from 'pg';
import type { CompanyRecord, Numbered, SignalRecord } from '../records';
import { fillCompanyKeys } from './fill-company-keys';
import { mergeCompanies, type CompaniesWritten } from './companies';
import { lookUpSignals, mergeSignals, type SignalLookup, type SignalsWritten } from './signals';
import { inWriteTransaction, type CatalogState } from './transaction';

/**
 * Records per transaction. Larger transactions amortize fixed costs further but keep other writers and readers' plans
 * waiting.
 */
const SIGNALS_AT_ONCE = 10_000;
const COMPANIES_AT_ONCE = 2_000;

/** The result of {@link CorpusWriter.lookAhead}. */
interface LookAhead extends SignalLookup {
  /** The corpus version at the time of reading. */
  version: bigint;
}

/** A transaction of this writer that added or changed signals. */
interface OwnWrite {
  version: bigint;
  ids: ReadonlySet<string>;
}

interface CorpusWriterOptions {
  applicationName?: string;
}

/**
 * Writes a corpus in batches: `begin`, companies, signals, `finish` (also after a failure), `close`. Each batch is one
 * or more whole transactions; if the writer is killed, a prefix of its input is stored, every signal complete. Any
 * number of writers may run concurrently. README.md describes batches.
 */
export class CorpusWriter {
  private readonly client: Client;
  /** Reads ahead while the other connection writes. */
  private readonly reader: Client;
  private lastWrite: OwnWrite | undefined;
  private wroteSignals = false;

  constructor(connectionString: string, options: CorpusWriterOptions = {}) {
    const connect = () => {
      const client = createClient({
        connectionString,
        application_name: options.applicationName ?? 'heliograph-import',
      });
      // Without a listener, a lost connection would end the process; the next query reports it.
      client.on('error', () => undefined);
      return client;
    };
    this.client = connect();
    this.reader = connect();
  }

  /** Connects, and fills in what an earlier version left out. */
  async begin(): Promise<void> {
    await this.client.connect();
    await this.reader.connect();
    await this.reader.query('SET jit = off');
    // A lost import is simply rerun; nothing is acknowledged before finish().
    await this.client.query(
      `SET jit = off; SET work_mem = '64MB'; SET datestyle = 'ISO, YMD'; SET timezone = 'UTC'`,
    );
    await fillCompanyKeys(this.client);
  }

  /**
   * Upserts companies by slug; the last of equal slugs wins. Rewrites the signals of changed companies in the same
   * transaction.
   */
  async writeCompanies(batch: readonly Numbered<CompanyRecord>[]): Promise<CompaniesWritten> {
    const total: CompaniesWritten = { inserted: 0, updated: 0, unchanged: 0, changed: false };
    for (let start = 0; start < batch.length; start += COMPANIES_AT_ONCE) {
      const part = batch.slice(start, start + COMPANIES_AT_ONCE);
      const written = await inWriteTransaction(this.client, (state) =>
        mergeCompanies(this.client, state, part),
      );
      total.inserted += written.inserted;
      total.updated += written.updated;
      total.unchanged += written.unchanged;
      total.changed ||= written.changed;
    }
    return total;
  }

  /**
   * Reads what `writeSignals` needs for these signals while it is still writing the previous ones: about an eighth of
   * its time. Takes any number of records, but reads only as many as fit into one transaction.
   */
  async lookAhead(batch: readonly Numbered<SignalRecord>[]): Promise<LookAhead> {
    const reader = this.reader;
    // One snapshot, so that the version identifies its state.
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    try {
      const { rows } = await reader.query<{ version: string }>('SELECT version FROM catalog.state');
      const lookup = await lookUpSignals(reader, batch.slice(0, SIGNALS_AT_ONCE));
      return { ...lookup, version: BigInt(rows[0]!.version) };
    } finally {
      await reader.query('COMMIT').catch(() => undefined);
    }
  }

  /**
   * Upserts signals by id. Withdrawn ids are skipped. A signal of an unknown company, or with an identifier there is no
   * room for, is reported in `rejects`; of the others, the last of equal ids wins.
   *
   * @param ahead the result of `lookAhead` for the same batch; read again if it is outdated.
   */
  async writeSignals(batch: readonly Numbered<SignalRecord>[], ahead?: LookAhead): Promise<SignalsWritten> {
    const total: SignalsWritten = {
      inserted: 0,
      updated: 0,
      unchanged: 0,
      withdrawn: 0,
      rejects: [],
      changed: false,
    };
    for (let start = 0; start < batch.length; start += SIGNALS_AT_ONCE) {
      const part = batch.slice(start, start + SIGNALS_AT_ONCE);
      const ids = new Set(part.map(({ record }) => record.id));
      let version = 0n;
      const written = await inWriteTransaction(this.client, async (state) => {
        version = BigInt(state.version);
        const known = start === 0 && ahead && this.holds(ahead, state, ids);
        const lookup = known ? ahead : await lookUpSignals(this.client, part);
        return mergeSignals(this.client, state, part, lookup);
      });
      if (written.changed) this.lastWrite = { version, ids };
      total.inserted += written.inserted;
      total.updated += written.updated;
      total.unchanged += written.unchanged;
      total.withdrawn += written.withdrawn;
      total.rejects.push(...written.rejects);
      total.changed ||= written.changed;
      this.wroteSignals ||= written.changed;
    }
    return total;
  }

  /**
   * Whether what was read ahead is still current: nothing was written since, or only other signals, by this writer's
   * previous transaction. The state is locked, so nothing is written meanwhile either.
   */
  private holds(ahead: LookAhead, state: CatalogState, ids: ReadonlySet<string>): boolean {
    const version = BigInt(state.version) - 1n;
    if (ahead.version === version) return true;
    const last = this.lastWrite;
    return (
      last?.version === version && ahead.version === version - 1n && [...ids].every((id) => !last.ids.has(id))
    );
  }

  /** Updates the planner's statistics. Correctness does not depend on it. */
  async finish(): Promise<void> {
    if (this.wroteSignals)
      await this.client.query('ANALYZE catalog.company, catalog.signal, catalog.signal_document');
  }

  /** Closes the connections. May be called at any time, even twice; an unfinished batch is rolled back. */
  async close(): Promise<void> {
    await Promise.all([this.client, this.reader].map((client) => client.end().catch(() => undefined)));
  }
}
