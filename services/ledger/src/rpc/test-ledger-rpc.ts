import { onDatabase } from '@heliograph/postgres';
import { ledger } from '@heliograph/proto';
import { ServiceError, testServiceOf, type CallContext, type RpcServer } from '@heliograph/runtime';
import type { Context } from '../context';
import { ONE_TIME_API_RECORDS, ONE_TIME_CLI_RECORDS } from '../domain/funds';
import { testBudgetId } from '../domain/budget';
import { begin } from './begin';
import { charge } from './charge';
import { chargeTestSignals } from './charge-signals';
import { chargeWithinBudget } from './charge-within-budget';
import { checkBudgetRequest } from './convert-budget';
import { checkUsageRequest, usageToResponse } from './convert';
import { checkVoid } from './convert-entries';
import { keep } from './keep';
import { release } from './release';

const all = testServiceOf(ledger.LedgerServiceService);
/** The gateway's calls; the others are about funds, which test keys do not have. */
const TestLedgerService = {
  begin: all.begin,
  charge: all.charge,
  chargeWithinBudget: all.chargeWithinBudget,
  chargeSignals: all.chargeSignals,
  getBudget: all.getBudget,
  release: all.release,
  keep: all.keep,
  voidCharge: all.voidCharge,
  getUsage: all.getUsage,
  listCredentialUsage: all.listCredentialUsage,
};

/** Who may call each method; all other callers are refused. */
const ALLOW = {
  begin: ['gateway'],
  charge: ['gateway'],
  chargeWithinBudget: ['gateway'],
  chargeSignals: ['gateway'],
  getBudget: ['gateway'],
  release: ['gateway'],
  keep: ['gateway'],
  voidCharge: ['gateway'],
  getUsage: ['gateway'],
  listCredentialUsage: ['gateway', 'dashboard'],
};

/** Adds the ledger of test keys: the same calls, for records that cost nothing. */
export function serveTestLedger(server: RpcServer, context: Context): void {
  server.serve(TestLedgerService, ALLOW, {
    begin: (request, call) => beginTest(context, request, call),
    charge: (request, call) => charge(context, request, call, 'test'),
    chargeWithinBudget: (request, call) => chargeWithinBudget(context, request, call, 'test'),
    chargeSignals: (request, call) => chargeTestSignals(context, request, call),
    getBudget: (request) => onDatabase(() => getTestBudget(context, request)),
    release: (request) => release(context, request),
    keep: (request) => keep(context, request),
    voidCharge: (request) => onDatabase(() => voidTest(context, request)),
    getUsage: (request) => onDatabase(() => getTestUsage(context, request)),
    listCredentialUsage: (request) => onDatabase(() => listTestUsage(context, request)),
  });
}

/** Like {@link begin}; a replay reports what is left of the test records. */
async function beginTest(
  context: Context,
  request: ledger.BeginRequest,
  call: CallContext,
): Promise<ledger.BeginResponse> {
  const response = await begin(context, request, call, 'test');
  if (response.outcome !== ledger.BeginResponse_Outcome.REPLAY) return response;
  const { accountId } = call;
  const { credentialId, monthlyCapRecords: cap } = request;
  const [{ records }, credentials] = await onDatabase(() =>
    Promise.all([context.test.left(accountId), context.test.credentialUsage(accountId, undefined)]),
  );
  const used = credentials.find((usage) => usage.credentialId === credentialId)?.records ?? 0n;
  if (cap === undefined) return { ...response, remainingRecords: records };
  const ofCap = cap > used ? cap - used : 0n;
  return { ...response, remainingRecords: ofCap < records ? ofCap : records };
}

async function getTestBudget(
  context: Context,
  request: ledger.GetBudgetRequest,
): Promise<ledger.GetBudgetResponse> {
  checkBudgetRequest(request);
  return { usedRecords: await context.budgets.readUsed(request.accountId, testBudgetId(request.budgetId)) };
}

async function voidTest(
  context: Context,
  request: ledger.VoidChargeRequest,
): Promise<ledger.VoidChargeResponse> {
  checkVoid(request);
  const outcome = await context.test.void(request.eventId, request.accountId, request.credentialId);
  if (outcome === 'reused') {
    throw new ServiceError('invalid_parameter', 'The event id belongs to something else.');
  }
  return { wasCharged: outcome === 'voided' };
}

/** The usage of an unused account, with what is left of the day's test records: reveals nothing of the real account. */
async function getTestUsage(context: Context, request: ledger.GetUsageRequest): Promise<ledger.Usage> {
  checkUsageRequest(request);
  const { month, records } = await context.test.left(request.accountId);
  const untouched = (granted: number) => ({ granted: BigInt(granted), remaining: BigInt(granted) });
  const usage = usageToResponse({
    month: request.month || month,
    requests: 0n,
    records: 0n,
    byOperation: [],
    webSearches: 0n,
    balanceMicros: 0n,
    api: untouched(ONE_TIME_API_RECORDS),
    cli: untouched(ONE_TIME_CLI_RECORDS),
    subscription: undefined,
    prepaidUse: { cli: false, web: false },
    plan: undefined,
  });
  return { ...usage, testRecords: records };
}

async function listTestUsage(
  context: Context,
  request: ledger.ListCredentialUsageRequest,
): Promise<ledger.ListCredentialUsageResponse> {
  checkUsageRequest(request);
  const { accountId, month } = request;
  const [current, credentials] = await Promise.all([
    context.test.left(accountId),
    context.test.credentialUsage(accountId, month || undefined),
  ]);
  return { month: month || current.month, credentials };
}
