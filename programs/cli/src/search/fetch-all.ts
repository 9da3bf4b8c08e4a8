import { CANDIDATE_LIMIT, MAXIMUM_PAGE_SIZE, quantity } from '@heliograph/contract';
import {
  evenPageSize,
  type CostOptions,
  type DataRequestOptions,
  type PageParameters,
  type SearchPage,
  type Signal,
} from '@heliograph/sdk';
import { randomUUID } from 'node:crypto';
import type { Context } from '../context';
import { UsageError } from '../failure';
import { number } from '../account/funds';
import { startProgress, type Progress } from '../output/progress';
import type { RecordPrinter } from '../output/record-printer';
import { confirmRecords } from './confirm-records';
import { mayBeCharged, pageKey } from './page-key';
import { nextPageSize } from './page-size';

/** Long enough to wait out a one-minute rate limit: stopping halfway would be worse. */
const MAX_WAIT_SECONDS = 90;

interface FetchAllOptions {
  /** Undefined for all, after asking if that takes many records, or more than are left. */
  maxRecords: number | undefined;
  idempotencyKey: string | undefined;
}

/** The outcome of a search over all pages. */
interface Fetched {
  signals: number;
  recordsUsed: number;
  recordsLeft: number | undefined;
  /** Records left in the budget; undefined without one. */
  budgetLeft: number | undefined;
  /** The next cursor; null at the end. */
  nextCursor: string | null;
}

/** A requested page whose response has not arrived. */
interface AskedPage {
  limit: number;
  idempotencyKey: string;
}

/**
 * Fetches and prints page by page. If a failure or Ctrl-C ends it early, the output so far is complete, and the user is
 * told how to continue without paying twice. A maximum is also the run's budget at the API, so no failure can exceed
 * it.
 *
 * @throws CliError when it would use many records without consent, or there are not enough.
 */
export async function fetchAll(
  context: Context,
  parameters: PageParameters,
  printer: RecordPrinter<Signal>,
  options: FetchAllOptions,
): Promise<Fetched> {
  const isRanked = parameters.semantic !== undefined;
  // A semantic cursor, and replaying a page by its key, both require the same page size.
  const isSizeFixed = isRanked || options.idempotencyKey !== undefined;
  let maxRecords = options.maxRecords ?? Infinity;
  let expected: number | undefined;
  let budgetLeft: number | undefined;
  if (isRanked) requireConsent(context, options);
  else ({ matched: expected, maxRecords, budgetLeft } = await countAndAsk(context, parameters, options));
  const boundsOf = costBounds(context);
  const wanted = pageSize(parameters, maxRecords);
  const state: Fetched = {
    signals: 0,
    recordsUsed: 0,
    recordsLeft: undefined,
    budgetLeft,
    nextCursor: parameters.cursor ?? '',
  };
  let progress: Progress | undefined;
  let search: SearchPage['search'];
  let pages = 0;
  let asked: AskedPage | undefined;
  try {
    while (state.nextCursor !== null) {
      const allowed = nextPageSize(wanted, maxRecords - state.signals, isRanked);
      if (allowed === 0) break;
      const limit = isSizeFixed ? allowed : affordable(allowed, state);
      const cursor = state.nextCursor || undefined;
      asked = { limit, idempotencyKey: pageKey(options.idempotencyKey, pages + 1) };
      const page = await fetchPage(
        context,
        { ...parameters, limit, cursor },
        { ...boundsOf(maxRecords, state.signals), idempotencyKey: asked.idempotencyKey },
      );
      pages += 1;
      search = page.search;
      const matched = expected ?? search?.matched ?? page.items.length;
      progress ??= startProgress(context.terminal.progressStream, Math.min(maxRecords, matched));
      await printer.print(page.items);
      state.signals += page.items.length;
      state.recordsUsed += page.meta.recordsConsumed;
      state.recordsLeft = page.meta.recordsRemaining ?? state.recordsLeft;
      state.budgetLeft = page.meta.budgetRemaining;
      state.nextCursor = page.nextCursor;
      asked = undefined;
      progress.update(state.signals);
      if (isRanked && pages === 1 && state.nextCursor !== null) {
        const left = options.idempotencyKey === undefined ? state.recordsLeft : undefined;
        const agreed = await confirmRecords(context, {
          matched,
          fetched: state.signals,
          left,
          maxRecords: options.maxRecords,
        });
        if (agreed === undefined) break;
        maxRecords = agreed;
      }
    }
  } catch (error) {
    if (!mayBeCharged(error)) asked = undefined;
    throw error;
  } finally {
    progress?.stop();
    try {
      // If the first page failed, print nothing that could be mistaken for a result.
      if (pages > 0) await printer.finish({ nextCursor: state.nextCursor, search });
    } finally {
      const limit = asked?.limit ?? wanted;
      const isLimitTold = isRanked || limit !== wanted;
      const left = (options.maxRecords ?? 0) - state.signals;
      if (pages > 0 || asked)
        noteHowToContinue(context, state, asked, {
          limit: isLimitTold ? limit : undefined,
          maxRecords: nextPageSize(limit, left, isRanked) > 0 ? left : undefined,
        });
    }
  }
  return state;
}

function fetchPage(
  { connection }: Context,
  parameters: PageParameters,
  request: DataRequestOptions,
): Promise<SearchPage> {
  return connection.run((client, options) => client.signals.search(parameters, { ...options, ...request }), {
    maxWaitSeconds: MAX_WAIT_SECONDS,
  });
}

/**
 * Cost limits of the run's next page: what is left of the maximum, and the user's budget, or else a budget of the whole
 * maximum for this run.
 */
function costBounds({ connection }: Context): (maximum: number, fetched: number) => CostOptions {
  const id = `signals-${randomUUID()}`;
  return (maximum, fetched) => {
    if (!Number.isFinite(maximum)) return {};
    const budget = connection.budget ?? { id, records: maximum };
    return { maxRecords: maximum - fetched, budget };
  };
}

/** Counts the matches, which is free and reports the records left, and asks the user if necessary. */
async function countAndAsk(
  context: Context,
  parameters: PageParameters,
  { maxRecords, idempotencyKey }: FetchAllOptions,
): Promise<{ matched: number; maxRecords: number; budgetLeft: number | undefined }> {
  const { limit: _limit, cursor, page: _page, fields: _fields, matched: _matched, ...filters } = parameters;
  const { total, meta } = await context.connection.run(
    (client, options) => client.signals.count(filters, options),
    { maxWaitSeconds: MAX_WAIT_SECONDS },
  );
  // Repeating a run with its key is free, whatever is left, so no shortage.
  const left =
    idempotencyKey === undefined ? leastOf(meta.recordsRemaining, meta.budgetRemaining) : undefined;
  const isContinued = cursor !== undefined;
  const agreed = await confirmRecords(context, { matched: total, fetched: 0, isContinued, left, maxRecords });
  if (agreed === undefined)
    throw new UsageError('Nothing was fetched.', 'Use --max-records to fetch only some.');
  return { matched: total, maxRecords: agreed, budgetLeft: meta.budgetRemaining };
}

/**
 * The number of semantic matches is known only after the first page, which costs records. If no one can be asked,
 * require the flag.
 */
function requireConsent({ terminal, settings }: Context, { maxRecords }: FetchAllOptions): void {
  if (maxRecords !== undefined || terminal.isInteractive || settings.maxRecords >= CANDIDATE_LIMIT) return;
  throw new UsageError(
    `--all with --semantic may use up to ${number(CANDIDATE_LIMIT)} records.`,
    `Set how many may be used: --max-records ${CANDIDATE_LIMIT}`,
  );
}

function pageSize({ limit, semantic, cursor }: PageParameters, maxRecords: number): number {
  if (semantic === undefined) return limit ?? MAXIMUM_PAGE_SIZE;
  const even = evenPageSize(maxRecords);
  // A cursor is bound to a page size.
  return Math.min(limit ?? even, cursor === undefined ? even : maxRecords);
}

/** Shrinks the page to the records left: the API charges whole pages, and would reject one that is too large. */
function affordable(limit: number, { recordsLeft, budgetLeft }: Fetched): number {
  const left = leastOf(recordsLeft, budgetLeft);
  return left ? Math.min(limit, left) : limit;
}

function leastOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

/**
 * @param lost a page that may have been charged; repeating it with the same size and key costs nothing more.
 * @param changed flags to continue with: the page size, if the run's flags do not imply it, and what is left of the
 *   user's maximum, if that allows another page.
 */
function noteHowToContinue(
  { terminal }: Context,
  { nextCursor, signals }: Fetched,
  lost: AskedPage | undefined,
  { limit, maxRecords }: { limit: number | undefined; maxRecords: number | undefined },
): void {
  if (nextCursor === null) return;
  const flags = [
    ...(limit === undefined ? [] : [`--limit ${limit}`]),
    ...(nextCursor === '' ? [] : [`--cursor ${nextCursor}`]),
    ...(maxRecords === undefined ? [] : [`--max-records ${maxRecords}`]),
    ...(lost ? [`--idempotency-key ${lost.idempotencyKey}`] : []),
  ];
  terminal.note(`Stopped after ${quantity(signals, 'signal')}. To continue, add: ${flags.join(' ')}`);
}
