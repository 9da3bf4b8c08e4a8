import { MAXIMUM_PAGE_SIZE } from '@heliograph/contract';
import type { CostOptions, DataRequestOptions, PageParameters, SearchPage, Signal } from '@heliograph/sdk';
import { randomUUID } from 'node:crypto';
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
  /** Records that the budget leaves; undefined without one. */
  budgetLeft: number | undefined;
  /** The next cursor; null when there is no more. */
  nextCursor: string | null;
}

/**
 * Prints page after page. What was printed stays whole when it ends early, by a failure or by Ctrl-C, and the user is
 * told how to continue without paying for it again. A maximum is also a budget of the run at the API, so that nothing that goes wrong
 * here can exceed it.
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
  // A cursor holds for one size, and a page under a key is replayed for one size only.
  const isSizeFixed = isRanked || options.idempotencyKey !== undefined;
  let maxRecords = options.maxRecords ?? Infinity;
  let expected: number | undefined;
  let budgetLeft: number | undefined;
  if (isRanked) refuseUnasked(context, options);
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
  try {
    while (state.nextCursor !== null) {
      const allowed = nextPageSize(wanted, maxRecords - state.signals, isRanked);
      if (allowed === 0) break;
      const limit = isSizeFixed ? allowed : affordable(allowed, state);
      const cursor = state.nextCursor || undefined;
      const page = await fetchPage(
        context,
        { ...parameters, limit, cursor },
        {
          ...boundsOf(maxRecords, state.signals),
          idempotencyKey: options.idempotencyKey && `${options.idempotencyKey}-${pages + 1}`,
        },
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
  request: DataRequestOptions,
): Promise<SearchPage> {
  return connection.run((client, options) => client.signals.search(parameters, { ...options, ...request }), {
    maxWaitSeconds: MAX_WAIT_SECONDS,
  });
}

/** What the next page of a run may cost: what its maximum leaves, and under the user's budget, or else one of its own, the maximum in all. */
function costBounds({ connection }: Context): (maximum: number, fetched: number) => CostOptions {
  const id = `signals-${randomUUID()}`;
  return (maximum, fetched) => {
    if (!Number.isFinite(maximum)) return {};
    const budget = connection.budget ?? { id, records: maximum };
    return { maxRecords: maximum - fetched, budget };
  };
}

/** Counts what matches, which is free and says what is left, and asks when needed. */
async function countAndAsk(
  context: Context,
  parameters: PageParameters,
  { maxRecords, idempotencyKey }: FetchAllOptions,
): Promise<{ matched: number; maxRecords: number; budgetLeft: number | undefined }> {
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
  const left =
    idempotencyKey === undefined ? leastOf(meta.recordsRemaining, meta.budgetRemaining) : undefined;
  const agreed = await agreeOnRecords(context, { matched: total, fetched: 0, left, maxRecords });
  if (agreed === undefined)
    throw new UsageError('Nothing was fetched.', 'Use --max-records to fetch a part.');
  return { matched: total, maxRecords: agreed, budgetLeft: meta.budgetRemaining };
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
function affordable(limit: number, { recordsLeft, budgetLeft }: Fetched): number {
  const left = leastOf(recordsLeft, budgetLeft);
  return left ? Math.min(limit, left) : limit;
}

function leastOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
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
