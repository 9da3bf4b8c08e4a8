import { Client } from 'pg';
import type { CompanyRecord, Numbered, SignalRecord } from '../records';
import { mergeCompanies, type CompaniesWritten } from './companies';
import {
  dropLexemeIndexOfEmptyCorpus,
  ensureLexemeIndex,
  flushLexemeIndex,
  isLexemeIndexMissing,
  orderSignalsByTime,
} from './lexeme-index';
import { announceWriter } from './repair';
import { mergeSignals, type SignalsWritten } from './signals';
import { defaultBitmapThresholds, refreshStatistics, type BitmapThresholds } from './statistics';
import { inWriteTransaction } from './transaction';

/** Records of one transaction. Larger ones spread fixed costs further but keep other writers and readers' plans waiting. */
const signalsAtOnce = 10_000;
const companiesAtOnce = 2_000;
/** Signals that may lie in the lexeme index's pending list, which every search reads whole. */
const signalsBetweenFlushes = 50_000;

export interface CorpusWriterOptions {
  bitmapThresholds?: BitmapThresholds;
  applicationName?: string;
}

/**
 * Writes a corpus in batches: `begin`, companies, signals, `finish` (also after a failure), `close`. Each batch is one or more whole
 * transactions; a writer that is killed leaves a prefix of its input, every signal complete. Any number of writers may run at once.
 * README.md tells what a batch does.
 */
export class CorpusWriter {
  readonly #client: Client;
  readonly #thresholds: BitmapThresholds;
  #signalsSinceFlush = 0;
  #wroteSignals = false;

  constructor(connectionString: string, options: CorpusWriterOptions = {}) {
    this.#client = new Client({
      connectionString,
      application_name: options.applicationName ?? 'heliograph-import',
    });
    // Without a listener a lost connection would end the process; the next query reports it.
    this.#client.on('error', () => undefined);
    this.#thresholds = options.bitmapThresholds ?? defaultBitmapThresholds;
  }

  /** Connects and, when the corpus is empty, prepares it for a first import. */
  async begin(): Promise<void> {
    await this.#client.connect();
    // A lost import is run again; nothing is acknowledged to anyone before finish().
    await this.#client.query(
      `SET jit = off; SET work_mem = '64MB'; SET datestyle = 'ISO, YMD'; SET timezone = 'UTC'`,
    );
    // Before the index is dropped, so that no repair takes it for the loss of a killed import.
    await announceWriter(this.#client);
    await inWriteTransaction(this.#client, async () => {
      await dropLexemeIndexOfEmptyCorpus(this.#client);
      return { changed: false };
    });
  }

  /** Upserts companies by slug. The last of equal slugs wins. Signals of changed companies follow in the same transaction. */
  async writeCompanies(batch: readonly Numbered<CompanyRecord>[]): Promise<CompaniesWritten> {
    const total: CompaniesWritten = { inserted: 0, updated: 0, unchanged: 0, changed: false };
    for (let start = 0; start < batch.length; start += companiesAtOnce) {
      const part = batch.slice(start, start + companiesAtOnce);
      const written = await inWriteTransaction(this.#client, (state) =>
        mergeCompanies(this.#client, state, part),
      );
      total.inserted += written.inserted;
      total.updated += written.updated;
      total.unchanged += written.unchanged;
      total.changed ||= written.changed;
    }
    return total;
  }

  /**
   * Upserts signals by id. The last of equal ids wins; withdrawn ids are left out; a signal of an unknown company is
   * reported in `rejects`.
   */
  async writeSignals(batch: readonly Numbered<SignalRecord>[]): Promise<SignalsWritten> {
    const total: SignalsWritten = {
      inserted: 0,
      updated: 0,
      unchanged: 0,
      withdrawn: 0,
      rejects: [],
      changed: false,
    };
    for (let start = 0; start < batch.length; start += signalsAtOnce) {
      const part = batch.slice(start, start + signalsAtOnce);
      let nextOrdinal = 0;
      const written = await inWriteTransaction(this.#client, async (state) => {
        const result = await mergeSignals(this.#client, state, part);
        nextOrdinal = state.nextOrdinal;
        return result;
      });
      total.inserted += written.inserted;
      total.updated += written.updated;
      total.unchanged += written.unchanged;
      total.withdrawn += written.withdrawn;
      total.rejects.push(...written.rejects);
      total.changed ||= written.changed;
      this.#wroteSignals ||= written.changed;
      const { signals } = this.#thresholds;
      // Early bitmaps are kept up as signals come in, which is cheaper than making them for all signals in the end.
      if (nextOrdinal - written.inserted < signals && nextOrdinal >= signals) await this.#refreshStatistics();
      this.#signalsSinceFlush += written.inserted + written.updated;
      if (this.#signalsSinceFlush >= signalsBetweenFlushes) await this.#flush();
    }
    return total;
  }

  async #refreshStatistics(): Promise<void> {
    await inWriteTransaction(this.#client, async () => {
      await refreshStatistics(this.#client, this.#thresholds);
      return { changed: false };
    });
  }

  async #flush(): Promise<void> {
    this.#signalsSinceFlush = 0;
    await flushLexemeIndex(this.#client);
  }

  /** Builds or tidies the indexes and measures the statistics anew. Without it everything is correct, but slower. */
  async finish(): Promise<void> {
    const wasUnfinished = await isLexemeIndexMissing(this.#client);
    // Two transactions: ordering locks searches out until it commits, building the index does not.
    for (const step of [orderSignalsByTime, ensureLexemeIndex])
      await inWriteTransaction(this.#client, async () => {
        await step(this.#client);
        return { changed: false };
      });
    if (!this.#wroteSignals && !wasUnfinished) return;
    await this.#flush();
    await this.#refreshStatistics();
    await this.#client.query('ANALYZE catalog.company, catalog.signal, catalog.signal_document');
  }

  /** Ends the connection. May be called at any time, also twice; an unfinished batch is rolled back. */
  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }
}
