import { quantity } from '@heliograph/contract';
import { CorpusWriter, FullListError, writeIdentifiers, type LaggingReader } from '@heliograph/catalog';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isLostConnection, LOST_CONNECTION } from '../database-failure';
import { CommandError, EXIT_CODES } from '../failure';
import { withDatabase } from '../system/query';
import type { ImportProgress } from '../terminal/import-progress';
import { readFilterOptionsFile } from './filter-options-file';
import { importFile, type FileImport } from './import-file';
import { RejectsFile, rejectsPaths } from './rejects-file';
import { untilSearchesHaveIt } from './visibility';
import { validateCompany, validateSignal } from './validate-record';

interface ImportPlan {
  /** Paths; at least one is set. */
  filterOptions?: string;
  companies?: string;
  signals?: string;
  /** Directory for rejects files, if not next to the imported files. */
  rejectsDirectory?: string;
  /** How long to wait until every search process has what was stored; absent for no wait. */
  waitTimeoutMs?: number;
}

export interface ImportSummary {
  /** Lines stored, including unchanged ones. */
  companies: number;
  /** Lines stored, excluding those of withdrawn signals. */
  signals: number;
  rejected: number;
  /** Lines skipped because their signals were withdrawn. */
  withdrawn: number;
  identifiers: number;
  seconds: number;
  /** Parts of the total: reading and storing each file, updating statistics at the end, and waiting for searches. */
  phases: { companies: number; signals: number; finish: number; wait: number };
  /** Search processes that still lack it after the wait. */
  lagging: readonly LaggingReader[];
  /** Files with rejected lines. */
  rejectsFiles: string[];
}

/**
 * Imports filter options, companies, and signals, in this order. Each batch is one transaction, so an interrupted
 * import leaves a prefix of its files stored and can be run again.
 *
 * @param context.note receives what to know about lines rejected before a failure.
 * @throws CommandError with exit status 130 when `signal` is aborted.
 */
export async function importCorpus(
  plan: ImportPlan,
  connectionString: string,
  context: { signal: AbortSignal; progress: ImportProgress; note: (text: string) => void },
): Promise<ImportSummary> {
  const started = performance.now();
  const sizes = await fileSizes([plan.companies, plan.signals]);
  const summary: ImportSummary = {
    companies: 0,
    signals: 0,
    rejected: 0,
    withdrawn: 0,
    identifiers: 0,
    seconds: 0,
    phases: { companies: 0, signals: 0, finish: 0, wait: 0 },
    lagging: [],
    rejectsFiles: [],
  };
  const { companies = '', signals = '' } = plan;
  const rejectsAt = rejectsPaths({ companies, signals }, plan.rejectsDirectory);
  keepInputs(plan, [rejectsAt.companies, rejectsAt.signals]);
  if (plan.filterOptions !== undefined) {
    summary.identifiers = await importFilterOptions(plan.filterOptions, connectionString);
  }

  const importOne = async <Record, Ahead>(
    what: 'companies' | 'signals',
    path: string,
    steps: Pick<FileImport<Record, Ahead>, 'validate' | 'lookAhead' | 'write'>,
  ): Promise<void> => {
    const rejects = new RejectsFile(rejectsAt[what]);
    context.progress.begin(what, sizes.get(path) ?? 0);
    const begun = performance.now();
    try {
      await importFile({
        path,
        ...steps,
        rejects,
        signal: context.signal,
        onProgress: (bytes, stored) => {
          summary[what] = stored - summary.withdrawn;
          context.progress.update(bytes, stored);
        },
      });
    } finally {
      context.progress.end();
      summary.phases[what] = secondsSince(begun);
      await rejects.close();
      summary.rejected += rejects.count;
      if (rejects.count > 0) summary.rejectsFiles.push(rejects.path);
    }
  };

  const writer = new CorpusWriter(connectionString, { applicationName: 'heliograph-admin import' });
  try {
    await writer.begin();
    await finishing(writer, context.progress, async () => {
      if (plan.companies !== undefined && !context.signal.aborted) {
        await importOne('companies', plan.companies, {
          validate: validateCompany,
          write: async (batch) => {
            await writer.writeCompanies(batch);
            return [];
          },
        });
      }
      if (plan.signals !== undefined && !context.signal.aborted) {
        await importOne('signals', plan.signals, {
          validate: validateSignal,
          lookAhead: (batch) => writer.lookAhead(batch),
          write: async (batch, ahead) => {
            const { withdrawn, rejects } = await writer.writeSignals(batch, ahead);
            summary.withdrawn += withdrawn;
            return rejects;
          },
        });
      }
    });
    if (context.signal.aborted) throw interrupted(summary);
  } catch (error) {
    if (summary.rejected > 0) context.note(describeRejects(summary));
    throw isLostConnection(error) ? connectionLost(summary, error) : error;
  } finally {
    await writer.close();
  }
  const stored = secondsSince(started);
  summary.phases.finish = Math.max(0, stored - summary.phases.companies - summary.phases.signals);
  if (plan.waitTimeoutMs !== undefined) {
    summary.lagging = await untilSearchesHaveIt(connectionString, {
      timeoutMs: plan.waitTimeoutMs,
      signal: context.signal,
      onProgress: (readers) => context.progress.waiting(readers.length),
    });
  }
  summary.seconds = secondsSince(started);
  summary.phases.wait = summary.seconds - stored;
  return summary;
}

function secondsSince(start: number): number {
  return Math.round(performance.now() - start) / 1000;
}

/** Runs the work, then the writer's final steps, even if the work failed; then its failure is the one reported. */
async function finishing(
  writer: CorpusWriter,
  progress: ImportProgress,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    await writer.finish().catch(() => undefined);
    throw error;
  }
  progress.finishing();
  await writer.finish();
}

async function importFilterOptions(path: string, connectionString: string): Promise<number> {
  const identifiers = await readFilterOptionsFile(path);
  if (identifiers.length > 0) {
    await withDatabase(connectionString, (pool) => writeIdentifiers(pool, identifiers)).catch(
      (error: unknown) => {
        throw error instanceof FullListError ? new CommandError(`${path}: ${error.message}`) : error;
      },
    );
  }
  return identifiers.length;
}

/** Checks all files before anything is written, so that a mistyped name leaves nothing half-done. */
async function fileSizes(paths: readonly (string | undefined)[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const path of paths) {
    if (path === undefined) continue;
    const status = await stat(path).catch((error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ENOENT' ? 'no such file' : error.message;
      throw new CommandError(`cannot read ${path}: ${reason}`);
    });
    if (status.isDirectory()) throw new CommandError(`cannot read ${path}: it is a directory`);
    sizes.set(path, status.size);
  }
  return sizes;
}

/** Where rejected lines are. */
export function describeRejects({ rejected, rejectsFiles }: ImportSummary): string {
  return `${quantity(rejected, 'line was', 'lines were')} rejected; see ${rejectsFiles.join(' and ')}`;
}

/** @throws CommandError if a file to import would be removed or overwritten as an earlier import's rejects. */
function keepInputs(
  { companies, signals, filterOptions }: ImportPlan,
  rejectsFiles: readonly string[],
): void {
  const outputs = new Set(rejectsFiles.map((path) => resolve(path)));
  const input = [companies, signals, filterOptions].find(
    (path) => path !== undefined && outputs.has(resolve(path)),
  );
  if (input === undefined) return;
  throw new CommandError(
    `${input} is where rejected lines go: rename it, or give another directory with --rejects-dir`,
  );
}

function interrupted(summary: ImportSummary): CommandError {
  return new CommandError(
    `interrupted after ${describeStored(summary)}, which are stored completely; run the import again for the rest`,
    EXIT_CODES.interrupted,
  );
}

/** More may be stored: a commit that was sent may have succeeded. */
function connectionLost(summary: ImportSummary, cause: unknown): CommandError {
  return new CommandError(
    `${LOST_CONNECTION}; at least ${describeStored(summary)} are stored completely; once it is up, run the import again for the rest`,
    undefined,
    { cause },
  );
}

function describeStored({ companies, signals }: ImportSummary): string {
  return `${quantity(companies, 'company', 'companies')} and ${quantity(signals, 'signal')}`;
}
