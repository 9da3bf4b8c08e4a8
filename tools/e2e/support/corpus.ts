import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningSystem } from './running-system';

/** A company and a signal in the import format, reduced to what these tests need. */
export interface CompanyLine {
  slug: string;
  name: string;
  [field: string]: unknown;
}

export interface SignalLine {
  id: string;
  title: string;
  category: string;
  companySlug: string;
  activityDate: string;
  publishedAt: string;
  [field: string]: unknown;
}

/** Imports lines (anything serializable as JSON, including invalid ones) like an operator. */
export async function importCorpus(
  system: RunningSystem,
  corpus: { companies: unknown[]; signals: unknown[] },
): Promise<{ companies: number; signals: number; rejected: number }> {
  const write = async (name: string, rows: unknown[]) => {
    // Several tests may import into one system at a time.
    const path = join(system.home, `${randomUUID()}-${name}`);
    await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    return path;
  };
  const companies = await write('companies.ndjson', corpus.companies);
  const signals = await write('signals.ndjson', corpus.signals);
  const result = await system.admin('import', '--companies', companies, '--signals', signals, '--json');
  if (result.status !== 0 && result.status !== 2)
    throw new Error(`import exited ${result.status}: ${result.stderr}`);
  return JSON.parse(result.stdout) as { companies: number; signals: number; rejected: number };
}

/** `days` before today in UTC, YYYY-MM-DD. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
