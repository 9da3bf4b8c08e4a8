import { MAXIMUM_BUDGET_RECORDS, MAXIMUM_PAGE_SIZE } from '@heliograph/contract';
import type { PageParameters, SearchPage } from '@heliograph/sdk';
import { number } from '../account/funds';
import type { Context } from '../context';
import { startProgress } from '../output/progress';
import { evenPageSize, nextPageSize } from '../search/page-size';
import { writeState, type ExportFiles, type ExportState } from './export-state';
import { PartFile } from './part-file';

/** Waits for the rate limits' minute: giving up in the middle would be worse. */
const MAX_WAIT_SECONDS = 90;

/**
 * Fetches what is left of an export, page after page.
 *
 * What if this process dies: a page that was paid for and not yet noted in the state is asked for again under the same Idempotency-Key, so for 24
 * hours it is answered again for nothing. Whatever lies behind the noted bytes of the part file is cut off before that.
 *
 * @returns the state after the last page that may be fetched.
 * @throws CliError; the state holds what was fetched before.
 */
export async function fetchPart(
  context: Context,
  files: ExportFiles,
  state: ExportState,
): Promise<ExportState> {
  const isRanked = state.parameters.semantic !== undefined;
  // A cursor of a semantic search holds for one size of pages.
  const size = isRanked ? Math.min(MAXIMUM_PAGE_SIZE, evenPageSize(state.maxRecords)) : MAXIMUM_PAGE_SIZE;
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
    if (now.signals > 0)
      context.terminal.note(
        `Stopped after ${number(now.signals)} signals, which are kept. Run the same command again to continue.`,
      );
    throw error;
  } finally {
    progress.stop();
    await part.close();
  }
}

function fetchPage(
  { connection }: Context,
  { id, parameters, pages, maxRecords, nextCursor }: ExportState,
  limit: number,
): Promise<SearchPage> {
  const asked: PageParameters = { ...parameters, limit, cursor: nextCursor || undefined };
  // A page that was paid for counts once, however often it is asked for: nothing that goes wrong here can exceed what was agreed on.
  const own = maxRecords <= MAXIMUM_BUDGET_RECORDS ? { id: `export-${id}`, records: maxRecords } : undefined;
  const budget = connection.budget ?? own;
  return connection.run(
    (client, options) =>
      client.signals.search(asked, {
        ...options,
        // The size belongs to it: another one would be another request.
        idempotencyKey: `export-${id}-${pages + 1}-${limit}`,
        maxRecords: limit,
        ...(budget && { budget }),
      }),
    { maxWaitSeconds: MAX_WAIT_SECONDS },
  );
}
