import { CANDIDATE_LIMIT } from '@heliograph/contract';
import type { PageParameters, Signal } from '@heliograph/sdk';
import type { Context } from '../context';
import { UsageError } from '../failure';
import { number } from '../account/funds';
import { TASK_MAX_WAIT_SECONDS } from '../http/connection';
import type { RecordPrinter } from '../output/record-printer';
import { confirmRecords } from './confirm-records';
import { checkRunKey } from './page-key';
import { leastOf, PagedRun, type Fetched, type RunPlan } from './paged-run';

interface FetchAllOptions {
  /** Undefined for all, after asking if that takes many records, or more than are left. */
  maxRecords: number | undefined;
  idempotencyKey: string | undefined;
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
  checkRunKey(options.idempotencyKey);
  const isRanked = parameters.semantic !== undefined;
  const plan = isRanked ? planRanked(context, options) : await countAndAsk(context, parameters, options);
  return new PagedRun(context, parameters, printer, options, plan).fetch();
}

/** Counts the matches, which is free and reports the records left, and asks the user if necessary. */
async function countAndAsk(
  context: Context,
  parameters: PageParameters,
  { maxRecords, idempotencyKey }: FetchAllOptions,
): Promise<RunPlan> {
  const { limit: _limit, cursor, page: _page, fields: _fields, matched: _matched, ...filters } = parameters;
  const { total, meta } = await context.connection.run(
    (client, options) => client.signals.count(filters, options),
    { maxWaitSeconds: TASK_MAX_WAIT_SECONDS },
  );
  // Repeating a run with its key is free, whatever is left, so no shortage.
  const left =
    idempotencyKey === undefined ? leastOf(meta.recordsRemaining, meta.budgetRemaining) : undefined;
  const isContinued = cursor !== undefined;
  const agreed = await confirmRecords(context, { matched: total, fetched: 0, isContinued, left, maxRecords });
  if (agreed === undefined)
    throw new UsageError('Nothing was fetched.', 'Use --max-records to fetch only some.');
  const { recordsRemaining: recordsLeft, budgetRemaining: budgetLeft } = meta;
  return { matched: total, maxRecords: agreed, recordsLeft, budgetLeft };
}

/**
 * The number of semantic matches is known only after the first page, which costs records. If no one can be asked,
 * require the flag.
 */
function planRanked({ terminal, settings }: Context, { maxRecords }: FetchAllOptions): RunPlan {
  if (maxRecords === undefined && !terminal.isInteractive && settings.maxRecords < CANDIDATE_LIMIT)
    throw new UsageError(
      `--all with --semantic may use up to ${number(CANDIDATE_LIMIT)} records.`,
      `Set how many may be used: --max-records ${CANDIDATE_LIMIT}`,
    );
  return {
    matched: undefined,
    maxRecords: maxRecords ?? Infinity,
    recordsLeft: undefined,
    budgetLeft: undefined,
  };
}
