import { MAXIMUM_BUDGET_RECORDS, MAXIMUM_PAGE_SIZE, quantity } from '@heliograph/contract';
import {
  evenPageSize,
  HeliographError,
  type CostOptions,
  type PageParameters,
  type SearchPage,
} from '@heliograph/sdk';
import { randomUUID } from 'node:crypto';
import { LOCK_LOST } from '../auth/file-lock';
import type { Context } from '../context';
import { CliError, EXIT_CODES } from '../failure';
import { TASK_MAX_WAIT_SECONDS } from '../http/connection';
import { startProgress } from '../output/progress';
import { nextPageSize } from '../search/page-size';
import { leastOf } from '../search/paged-run';
import { writeState, type ExportFiles, type ExportState } from './export-state';
import { PartFile } from './part-file';

/**
 * Fetches the rest of an export, page by page.
 *
 * If this process dies, the next run truncates the part file to the recorded bytes and requests a page that was paid
 * for but not recorded again, with the same size and Idempotency-Key, which is free for 24 hours.
 *
 * @param assertHeld throws if another process took over the files.
 * @returns the state after the last page.
 * @throws CliError; the stored state keeps everything fetched before.
 */
export async function fetchPart(
  context: Context,
  files: ExportFiles,
  state: ExportState,
  assertHeld: () => void,
): Promise<ExportState> {
  const boundsOf = costBounds(context, state);
  assertHeld();
  const part = await PartFile.open(files.part, state.bytes);
  const progress = startProgress(context.terminal.statusStream, state.maxRecords);
  let now = state;
  /** Records that can still be paid for, if known. */
  let payable: number | undefined;
  const save = () => {
    assertHeld();
    writeState(files, now);
  };
  try {
    while (now.nextCursor !== null) {
      const left = now.maxRecords - now.signals;
      const limit = sizeOf(now, left, payable);
      if (limit === 0) break;
      now = { ...now, askedLimit: limit };
      save();
      let page: SearchPage;
      try {
        page = await fetchPage(context, now, limit, boundsOf(left));
      } catch (error) {
        // A page charged earlier would have been replayed. Other refusals may come before the key is looked up.
        if (!isPaymentRefused(error)) throw error;
        now = { ...now, askedLimit: undefined };
        save();
        // Requested, but not charged, under a higher maximum.
        if (limit > left) continue;
        payable = await recordsLeft(context, error);
        if (sizeOf(now, left, payable) < limit) continue;
        throw error;
      }
      assertHeld();
      payable = leastOf(page.meta.recordsRemaining, page.meta.budgetRemaining);
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
    save();
    return now;
  } catch (error) {
    progress.stop();
    if (now.signals > 0 && isCursorSpent(error)) {
      context.terminal.warn(
        `The API no longer continues this search. The file has only the ${quantity(now.signals, 'signal')} fetched so far.`,
      );
      return now;
    }
    if (now.signals > 0 && !(error instanceof CliError && error.code === LOCK_LOST))
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

/**
 * The next page's size; 0 if no more pages may be requested.
 *
 * @param payable records that can still be paid for, if known. With none, the API's error helps.
 */
function sizeOf(
  { parameters, askedLimit, pageSize, maxRecords }: ExportState,
  left: number,
  payable: number | undefined,
): number {
  if (askedLimit !== undefined && left > 0) return askedLimit;
  const isRanked = parameters.semantic !== undefined;
  const size = isRanked ? (pageSize ?? evenPageSize(maxRecords)) : MAXIMUM_PAGE_SIZE;
  const limit = nextPageSize(size, left, isRanked);
  return isRanked ? limit : Math.min(limit, payable || Infinity);
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

/** Records that can still be paid for after a refusal, if known: another program may have used some. */
async function recordsLeft({ connection }: Context, refusal: CliError): Promise<number | undefined> {
  const { cause } = refusal;
  const budgetLeft = cause instanceof HeliographError ? cause.budgetRemaining : undefined;
  const usage = await connection.run((client, options) => client.usage({}, options)).catch(() => undefined);
  return leastOf(usage?.meta.recordsRemaining, budgetLeft);
}

function isPaymentRefused(error: unknown): error is CliError {
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
    { maxWaitSeconds: TASK_MAX_WAIT_SECONDS, isPaid: true },
  );
}
