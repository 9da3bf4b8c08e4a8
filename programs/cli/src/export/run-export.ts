import { MAXIMUM_BUDGET_RECORDS, MAXIMUM_PAGE_SIZE, quantity } from '@heliograph/contract';
import { evenPageSize, type CostOptions, type PageParameters, type SearchPage } from '@heliograph/sdk';
import { randomUUID } from 'node:crypto';
import type { Context } from '../context';
import { CliError, EXIT_CODES } from '../failure';
import { startProgress } from '../output/progress';
import { nextPageSize } from '../search/page-size';
import { writeState, type ExportFiles, type ExportState } from './export-state';
import { PartFile } from './part-file';

/** Long enough to wait out a one-minute rate limit: stopping halfway would be worse. */
const MAX_WAIT_SECONDS = 90;

/**
 * Fetches the rest of an export, page by page.
 *
 * If this process dies, the next run truncates the part file to the recorded bytes and requests a page that was paid
 * for but not recorded again, with the same size and Idempotency-Key, which is free for 24 hours.
 *
 * @returns the state after the last page.
 * @throws CliError; the stored state keeps everything fetched before.
 */
export async function fetchPart(
  context: Context,
  files: ExportFiles,
  state: ExportState,
): Promise<ExportState> {
  const boundsOf = costBounds(context, state);
  const part = await PartFile.open(files.part, state.bytes);
  const progress = startProgress(context.terminal.statusStream, state.maxRecords);
  let now = state;
  try {
    while (now.nextCursor !== null) {
      const left = now.maxRecords - now.signals;
      const limit = sizeOf(now, left);
      if (limit === 0) break;
      now = { ...now, askedLimit: limit };
      writeState(files, now);
      let page: SearchPage;
      try {
        page = await fetchPage(context, now, limit, boundsOf(left));
      } catch (error) {
        // A page charged earlier would have been replayed. Other refusals may come before the key is looked up.
        if (!isPaymentRefused(error)) throw error;
        now = { ...now, askedLimit: undefined };
        writeState(files, now);
        // Requested, but not charged, under a higher maximum.
        if (limit > left) continue;
        throw error;
      }
      now = {
        ...now,
        askedLimit: undefined,
        pageSize: now.pageSize ?? limit,
        pages: now.pages + 1,
        signals: now.signals + page.items.length,
        bytes: await part.append(page.items),
        nextCursor: page.nextCursor,
      };
      progress.update(now.signals);
    }
    writeState(files, now);
    return now;
  } catch (error) {
    progress.stop();
    if (now.signals > 0 && isCursorSpent(error)) {
      context.terminal.warn(
        `The API no longer continues this search. The file has only the ${quantity(now.signals, 'signal')} fetched so far.`,
      );
      return now;
    }
    if (now.signals > 0)
      context.terminal.note(
        `Stopped after ${quantity(now.signals, 'signal, which is', 'signals, which are')} saved. Run the same command again to continue.`,
      );
    throw error;
  } finally {
    progress.stop();
    await part.close();
  }
}

/** Whether retrying is pointless: semantic cursors expire. */
function isCursorSpent(error: unknown): boolean {
  return error instanceof CliError && ['cursor_expired', 'cursor_mismatch'].includes(error.code);
}

/** The next page's size; 0 if no more pages may be requested. */
function sizeOf({ parameters, askedLimit, pageSize, maxRecords }: ExportState, left: number): number {
  if (askedLimit !== undefined && left > 0) return askedLimit;
  const isRanked = parameters.semantic !== undefined;
  const size = isRanked ? (pageSize ?? evenPageSize(maxRecords)) : MAXIMUM_PAGE_SIZE;
  return nextPageSize(size, left, isRanked);
}

/**
 * Cost limits of the run's next page: what is left of the maximum, and the user's budget, or else one of this run. It
 * counts a paid page once, however often it is requested, so no failure can exceed the agreed cost. Pages of earlier
 * runs are not in it: they are saved, or replayed free of charge.
 */
function costBounds(
  { connection }: Context,
  { maxRecords, signals }: ExportState,
): (left: number) => CostOptions {
  const own = { id: `export-${randomUUID()}`, records: maxRecords - signals };
  return (left) => {
    const budget = connection.budget ?? (own.records <= MAXIMUM_BUDGET_RECORDS ? own : undefined);
    return { maxRecords: Math.min(left, MAXIMUM_BUDGET_RECORDS), ...(budget && { budget }) };
  };
}

function isPaymentRefused(error: unknown): boolean {
  return error instanceof CliError && error.exitCode === EXIT_CODES.payment;
}

function fetchPage(
  { connection }: Context,
  { id, parameters, pages, nextCursor }: ExportState,
  limit: number,
  bounds: CostOptions,
): Promise<SearchPage> {
  const asked: PageParameters = { ...parameters, limit, cursor: nextCursor || undefined };
  return connection.run(
    (client, options) =>
      client.signals.search(asked, {
        ...options,
        // The size is in the key because a page of another size is another request.
        idempotencyKey: `export-${id}-${pages + 1}-${limit}`,
        ...bounds,
      }),
    { maxWaitSeconds: MAX_WAIT_SECONDS },
  );
}
