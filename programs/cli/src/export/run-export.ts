import { MAXIMUM_BUDGET_RECORDS, MAXIMUM_PAGE_SIZE, quantity } from '@heliograph/contract';
import type { PageParameters, SearchPage } from '@heliograph/sdk';
import type { Context } from '../context';
import { CliError } from '../failure';
import { startProgress } from '../output/progress';
import { evenPageSize, nextPageSize } from '../search/page-size';
import { writeState, type ExportFiles, type ExportState } from './export-state';
import { PartFile } from './part-file';

/** Waits for the rate limits' minute: stopping halfway would be worse. */
const MAX_WAIT_SECONDS = 90;

/**
 * Fetches the rest of an export, page by page.
 *
 * If this process dies, a page that was paid for but not recorded in the state is requested again with the same
 * Idempotency-Key, so for 24 hours it is free. First the part file is cut to the recorded bytes.
 *
 * @returns the state after the last page that may be fetched.
 * @throws CliError; the state has what was fetched before.
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

/** Whether the rest cannot be fetched, however often it is tried: semantic cursors expire. */
function isCursorSpent(error: unknown): boolean {
  return error instanceof CliError && ['cursor_expired', 'cursor_mismatch'].includes(error.code);
}

function fetchPage(
  { connection }: Context,
  { id, parameters, pages, maxRecords, nextCursor }: ExportState,
  limit: number,
): Promise<SearchPage> {
  const asked: PageParameters = { ...parameters, limit, cursor: nextCursor || undefined };
  // The budget counts a paid page once, however often it is requested: no failure can exceed what was agreed.
  const own = maxRecords <= MAXIMUM_BUDGET_RECORDS ? { id: `export-${id}`, records: maxRecords } : undefined;
  const budget = connection.budget ?? own;
  return connection.run(
    (client, options) =>
      client.signals.search(asked, {
        ...options,
        // The size is part of the request: another size would be another request.
        idempotencyKey: `export-${id}-${pages + 1}-${limit}`,
        maxRecords: limit,
        ...(budget && { budget }),
      }),
    { maxWaitSeconds: MAX_WAIT_SECONDS },
  );
}
