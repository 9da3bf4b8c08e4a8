import { catalogVersion, waitForReaders } from '@heliograph/catalog';
import { syntheticCompanies, syntheticSignals } from '@heliograph/testing';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import { round } from './percentiles';
import type { BenchedSystem } from './system';

const LAG_POLL_MS = 1_000;
const LONGEST_LAG_MS = 3_600_000;

interface ImportFigures {
  companies: number;
  signals: number;
  /** Duration of the whole import. */
  seconds: number;
  /** The part of `seconds` after the last batch is stored. */
  finishSeconds: number;
  /** Signals per second while they stream in. */
  streamedPerSecond: number;
}

/**
 * Where a benchmark's signals come from: generated from a seed, or read from `companies.ndjson.gz` and
 * `signals.ndjson.gz`.
 */
export type CorpusSource = { signals: number } | { directory: string };

/** Imports a corpus with `heliograph-admin import`, as an operator does. */
export async function importInto(system: BenchedSystem, source: CorpusSource): Promise<ImportFigures> {
  if ('directory' in source) return importFiles(system, source.directory, '.gz');
  const directory = await mkdtemp(join(tmpdir(), 'heliograph-corpus-'));
  try {
    const options = { signals: source.signals };
    await writeLines(join(directory, 'companies.ndjson'), syntheticCompanies(options));
    await writeLines(join(directory, 'signals.ndjson'), syntheticSignals(options));
    return await importFiles(system, directory, '');
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function importFiles(system: BenchedSystem, directory: string, suffix: string): Promise<ImportFigures> {
  const companies = join(directory, `companies.ndjson${suffix}`);
  const signals = join(directory, `signals.ndjson${suffix}`);
  return readImportSummary(
    await system.adminPrints('import', '--companies', companies, '--signals', signals),
  );
}

/**
 * Waits until the imported signals are published. Publishing continues after the import and takes CPU time from
 * searches.
 *
 * @returns seconds.
 */
export async function untilPublished(system: BenchedSystem): Promise<number> {
  const started = performance.now();
  while ((await system.admin<{ lag: number }>('index', 'status')).lag > 0) await delay(LAG_POLL_MS);
  return round((performance.now() - started) / 1000);
}

/**
 * Waits until searches can find the imported signals.
 *
 * @returns seconds.
 */
export async function untilSearched(system: BenchedSystem): Promise<number> {
  const started = performance.now();
  const pool = new Pool({ connectionString: await system.databaseUrl(), max: 1 });
  try {
    const behind = await waitForReaders(pool, await catalogVersion(pool), { timeoutMs: LONGEST_LAG_MS });
    if (behind.length > 0) throw new Error('searches have not caught up');
  } finally {
    await pool.end();
  }
  return round((performance.now() - started) / 1000);
}

/**
 * Reads an import's summary as text, because its JSON has no rates.
 * @throws when it is not the summary of an import of companies and signals
 */
export function readImportSummary(printed: string): ImportFigures {
  const figure = (pattern: RegExp) => {
    const text = pattern.exec(printed)?.[1];
    if (text === undefined) throw new Error(`the import printed no ${pattern.source}: ${printed}`);
    return Number(text.replaceAll(',', ''));
  };
  return {
    companies: figure(/([\d,]+) (?:companies|company),/),
    signals: figure(/([\d,]+) signals?[ ,]/),
    seconds: figure(/ in ([\d.]+) s/),
    finishSeconds: figure(/statistics ([\d.]+) s/),
    streamedPerSecond: figure(/([\d,]+) signals\/s/),
  };
}

async function writeLines(path: string, records: Iterable<object>): Promise<void> {
  function* chunks() {
    let chunk = '';
    for (const record of records) {
      chunk += `${JSON.stringify(record)}\n`;
      if (chunk.length < 65_536) continue;
      yield chunk;
      chunk = '';
    }
    yield chunk;
  }
  await pipeline(Readable.from(chunks()), createWriteStream(path));
}
