import { MAXIMUM_PAGE_SIZE } from '@heliograph/contract';
import type { PageParameters, SearchPage, Signal } from '@heliograph/sdk';
import type { Context } from '../context';
import { UsageError } from '../failure';
import { number } from '../account/funds';
import { startProgress, type Progress } from '../output/progress';
import type { RecordPrinter } from '../output/record-printer';
import { agreeOnRecords } from './agree-on-records';
import { evenPageSize, nextPageSize } from './page-size';

/** Waits for the rate limits' minute: giving up in the middle would be worse. */
const MAX_WAIT_SECONDS = 90;
/** Signals that a semantic search takes into consideration. */
const SEMANTIC_POOL = 1_000;

interface FetchAllOptions {
  /** Undefined: as many as there are, after a question when they are many or the records do not suffice. */
  maxRecords: number | undefined;
  idempotencyKey: string | undefined;
}

/** How a search over all pages went. */
interface Fetched {
  signals: number;
  recordsUsed: number;
  recordsLeft: number | undefined;
  /** The next cursor; null when there is no more. */
  nextCursor: string | null;
}

/**
 * Prints page after page. What was printed stays whole when it ends early, by a failure or by Ctrl-C, and the user is
 * told how to continue without paying for it again.
 *
 * @throws CliError when many records would be used without agreement, or there are not as many.
 */
export async function fetchAll(
  context: Context,
  parameters: PageParameters,
  printer: RecordPrinter<Signal>,
  options: FetchAllOptions,
): Promise<Fetched> {
  const isRanked = parameters.semantic !== undefined;
  let maxRecords = options.maxRecords ?? Infinity;
  let expected: number | undefined;
  if (isRanked) refuseUnasked(context, options);
  else ({ matched: expected, maxRecords } = await countAndAsk(context, parameters, options));
  const wanted = pageSize(parameters, maxRecords);
  const state: Fetched = {
    signals: 0,
    recordsUsed: 0,
    recordsLeft: undefined,
    nextCursor: parameters.cursor ?? '',
  };
  let progress: Progress | undefined;
  let search: SearchPage['search'];
  let pages = 0;
  try {
    while (state.nextCursor !== null) {
      const allowed = nextPageSize(wanted, maxRecords - state.signals, isRanked);
      if (allowed === 0) break;
      const limit = affordable(allowed, state.recordsLeft, isRanked);
      const cursor = state.nextCursor || undefined;
      const page = await fetchPage(context, { ...parameters, limit, cursor }, options, pages + 1);
      pages += 1;
      search = page.search;
      const matched = expected ?? search?.matched ?? page.items.length;
      progress ??= startProgress(context.terminal.progressStream, Math.min(maxRecords, matched));
      await printer.print(page.items);
      state.signals += page.items.length;
      state.recordsUsed += page.meta.recordsConsumed;
      state.recordsLeft = page.meta.recordsRemaining ?? state.recordsLeft;
      state.nextCursor = page.nextCursor;
      progress.update(state.signals);
      if (isRanked && pages === 1 && state.nextCursor !== null) {
        const left = options.idempotencyKey === undefined ? state.recordsLeft : undefined;
        const agreed = await agreeOnRecords(context, {
          matched,
          fetched: state.signals,
          left,
          maxRecords: options.maxRecords,
        });
        if (agreed === undefined) break;
        maxRecords = agreed;
      }
    }
  } finally {
    progress?.stop();
    // A failure of the first page leaves nothing behind that could be taken for an answer.
    if (pages > 0) {
      await printer.finish({ nextCursor: state.nextCursor, search });
      sayHowToGoOn(context, state, isRanked ? wanted : undefined);
    }
  }
  return state;
}

function fetchPage(
  { connection }: Context,
  parameters: PageParameters,
  { idempotencyKey }: FetchAllOptions,
  pageNumber: number,
): Promise<SearchPage> {
  const key = idempotencyKey === undefined ? undefined : `${idempotencyKey}-${pageNumber}`;
  return connection.run(
    (client, options) => client.signals.search(parameters, { ...options, idempotencyKey: key }),
    { maxWaitSeconds: MAX_WAIT_SECONDS },
  );
}

/** Counts what matches, which is free and says what is left, and asks when needed. */
async function countAndAsk(
  context: Context,
  parameters: PageParameters,
  { maxRecords, idempotencyKey }: FetchAllOptions,
): Promise<{ matched: number; maxRecords: number }> {
  const {
    limit: _limit,
    cursor: _cursor,
    page: _page,
    fields: _fields,
    matched: _matched,
    ...filters
  } = parameters;
  const { total, meta } = await context.connection.run(
    (client, options) => client.signals.count(filters, options),
    { maxWaitSeconds: MAX_WAIT_SECONDS },
  );
  // A run that is repeated under its key is free, whatever is left.
  const left = idempotencyKey === undefined ? meta.recordsRemaining : undefined;
  const agreed = await agreeOnRecords(context, { matched: total, fetched: 0, left, maxRecords });
  if (agreed === undefined)
    throw new UsageError('Nothing was fetched.', 'Use --max-records to fetch a part.');
  return { matched: total, maxRecords: agreed };
}

/** How many match by meaning is known only from the first page, which is paid for: without a person to ask, it needs the flag. */
function refuseUnasked({ terminal, settings }: Context, { maxRecords }: FetchAllOptions): void {
  if (maxRecords !== undefined || terminal.isInteractive || settings.maxRecords >= SEMANTIC_POOL) return;
  throw new UsageError(
    `--all with --semantic may use up to ${number(SEMANTIC_POOL)} records.`,
    `Say how many may be used: --max-records ${SEMANTIC_POOL}`,
  );
}

function pageSize({ limit = MAXIMUM_PAGE_SIZE, semantic }: PageParameters, maxRecords: number): number {
  const isBounded = semantic !== undefined && Number.isFinite(maxRecords);
  return isBounded ? Math.min(limit, evenPageSize(maxRecords)) : limit;
}

/** The last records are used too, before the API answers that there are no more: it charges whole pages. */
function affordable(limit: number, recordsLeft: number | undefined, isRanked: boolean): number {
  return isRanked || !recordsLeft ? limit : Math.min(limit, recordsLeft);
}

/** @param limit of all pages, where a cursor holds for one size only. */
function sayHowToGoOn(
  { terminal }: Context,
  { nextCursor, signals }: Fetched,
  limit: number | undefined,
): void {
  if (nextCursor === null) return;
  const flags = `${limit === undefined ? '' : `--limit ${limit} `}--cursor ${nextCursor}`;
  terminal.note(`Stopped after ${number(signals)} signals. To continue, add: ${flags}`);
}
