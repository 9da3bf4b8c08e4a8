import { MAXIMUM_BUDGET_RECORDS, MAXIMUM_PAGE_SIZE, quantity } from '@heliograph/contract';
import { evenPageSize, type PageParameters, type SearchPage } from '@heliograph/sdk';
import type { Context } from '../context';
import { CliError } from '../failure';
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
 * for but not recorded again with the same Idempotency-Key, which is free for 24 hours.
 *
 * @returns the state after the last page.
 * @throws CliError; the stored state keeps everything fetched before.
 */
export async function fetchPart(
  context: Context,
  files: ExportFiles,
  state: ExportState,
): Promise<ExportState> {
  const isRanked = state.parameters.semantic !== undefined;
  const size = isRanked ? (state.pageSize ?? evenPageSize(state.maxRecords)) : MAXIMUM_PAGE_SIZE;
  const part = await PartFile.open(files.part, state.bytes);
  const progress = startProgress(context.terminal.statusStream, state.maxRecords);
  let now = state;
  try {
    writeState(files, now);
    while (now.nextCursor !== null) {
      const limit = nextPageSize(size, now.maxRecords - now.signals, isRanked);
      if (limit === 0) break;
      const page = await fetchPage(context, now, limit);
      now = {
        ...now,
        pageSize: size,
        pages: now.pages + 1,
        signals: now.signals + page.items.length,
        bytes: await part.append(page.items),
        nextCursor: page.nextCursor,
      };
      writeState(files, now);
      progress.update(now.signals);
    }
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

function fetchPage(
  { connection }: Context,
  { id, parameters, pages, maxRecords, nextCursor }: ExportState,
  limit: number,
): Promise<SearchPage> {
  const asked: PageParameters = { ...parameters, limit, cursor: nextCursor || undefined };
  // The budget counts a paid page once, however often it is requested, so no failure can exceed the agreed cost.
  const own = maxRecords <= MAXIMUM_BUDGET_RECORDS ? { id: `export-${id}`, records: maxRecords } : undefined;
  const budget = connection.budget ?? own;
  return connection.run(
    (client, options) =>
      client.signals.search(asked, {
        ...options,
        // The size is in the key because a page of another size is another request.
        idempotencyKey: `export-${id}-${pages + 1}-${limit}`,
        maxRecords: limit,
        ...(budget && { budget }),
      }),
    { maxWaitSeconds: MAX_WAIT_SECONDS },
  );
}
