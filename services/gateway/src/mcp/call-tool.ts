import { BUDGET_HEADERS, RECEIPT_HEADER, type DescribedTool } from '@heliograph/contract';
import { inSlot, noteFailure } from '@heliograph/edge';
import { toServiceError, type ServiceError } from '@heliograph/runtime';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordsRemaining } from '../charging/records-remaining';
import type { GatewayContext } from '../context';
import { recordsIn } from '../domain/cost-bounds';
import type { DataApi } from '../http/data-api';
import type { Exchange } from '../http/exchange';
import type { Operation } from '../http/operation';
import { trafficOf } from '../http/limit';
import { execute } from '../http/serve';
import { ToolExchange } from './tool-exchange';
import { dataOf } from './tool-data';
import { toolRequestOf, type ToolRequest } from './tool-request';
import { failureOf, resultOf, type ToolResult } from './tool-result';

/** Pauses before retrying while an equal call is running: usually its client has just lost the connection. */
const RUNNING_PAUSES_MS = [50, 100, 200, 400, 800];

/** Failures that say nothing about records, or that more calls would only make worse. */
const WITHOUT_RECORDS: ReadonlySet<string> = new Set(['rate_limited', 'unavailable', 'internal']);

const MAXIMUM = BUDGET_HEADERS.maximum.toLowerCase();
const BUDGET_REMAINING = BUDGET_HEADERS.remaining.toLowerCase();
const RECEIPT = RECEIPT_HEADER.toLowerCase();

interface ToolCall {
  tool: DescribedTool;
  operation: Operation;
  of: DataApi;
  /** Typed JSON. */
  given: Readonly<Record<string, unknown>>;
  /** Set if a limit has already refused the call. */
  refused?: ServiceError;
}

/**
 * Runs a call with the API's operation, in a slot of the account, with the same checks, charges, and idempotency. Every
 * failure becomes a result that describes it. Never rejects.
 */
export async function callTool(
  context: GatewayContext,
  outer: Exchange,
  call: ToolCall,
): Promise<ToolResult> {
  const { tool, refused } = call;
  const { isTest } = outer.credential!;
  let inner: ToolExchange | undefined;
  try {
    if (refused) throw refused;
    const request = toolRequestOf(tool, call.given);
    await whileRunning(outer, () => ask(context, (inner = innerExchange(outer, call, request)), call));
    const answered = inner!;
    // A batch lists the receipts of all its calls.
    const receipt = answered.answerHeader(RECEIPT);
    if (receipt !== undefined) outer.setHeader(RECEIPT_HEADER, receipt);
    const consumed = Number(answered.answerHeader('x-records-consumed') ?? 0);
    const isReplayed = answered.answerHeader('idempotency-replayed') === 'true';
    const budgetRemaining = noteBudgetLeft(outer, answered);
    const remaining = await remainingAfter(context, answered, call.operation);
    context.metrics.toolCalled(tool.name, isReplayed ? 'replayed' : 'none');
    logCall(context, { outer, inner: answered, call });
    return resultOf(tool, dataOf(tool, answered.body!, request), {
      consumed,
      remaining,
      budgetRemaining,
      isReplayed,
      isTest,
    });
  } catch (thrown) {
    const error = toServiceError(thrown);
    // A failure that a test key asked for is not one, and its records are not used up.
    const isSimulated = inner?.problem !== undefined;
    if (!refused && !isSimulated) noteFailure(context, inner ?? outer, error);
    context.metrics.toolCalled(tool.name, error.code);
    logCall(context, { outer, inner, call }, error);
    const isOfRecords = !isSimulated && !WITHOUT_RECORDS.has(error.code);
    const remaining = isOfRecords ? await remainingOf(context, outer) : undefined;
    const { requestId } = outer;
    const ofSession = outer.header(MAXIMUM);
    const isBoundBySession = ofSession !== undefined && inner?.header(MAXIMUM) === ofSession;
    return failureOf(tool, error, {
      requestId,
      remaining,
      budgetRemaining: noteBudgetLeft(outer, inner),
      isBoundBySession,
      isTest,
    });
  }
}

/** What is left of the session's budget, kept for the response's header too: the least after all calls of a batch. */
function noteBudgetLeft(outer: Exchange, inner: ToolExchange | undefined): string | undefined {
  const said = inner?.answerHeader(BUDGET_REMAINING);
  if (said === undefined) return undefined;
  const left = BigInt(said);
  if (outer.budgetLeft === undefined || left < outer.budgetLeft) outer.budgetLeft = left;
  return said;
}

/** Logs a call instead of the request that carried it, whose status says nothing about it. */
function logCall(
  { requestLog }: GatewayContext,
  { outer, inner, call }: { outer: Exchange; inner: ToolExchange | undefined; call: ToolCall },
  { status, code }: { status: number; code: string } = { status: 200, code: 'none' },
): void {
  const { method, route } = outer;
  outer.isLogged = true;
  requestLog.add(inner ?? outer, { status, code, operation: call.operation.name, method, route });
}

function innerExchange(
  outer: Exchange,
  { operation, of }: ToolCall,
  { target, issues, idempotencyKey, maximumRecords }: ToolRequest,
): ToolExchange {
  return new ToolExchange(outer, operation, {
    url: `${of.root}${target}`,
    issues,
    headers: {
      'idempotency-key': idempotencyKey,
      ...(maximumRecords !== undefined && { [MAXIMUM]: lower(outer.header(MAXIMUM), maximumRecords) }),
    },
  });
}

/** A session's limit applies to each call, which can only lower it. An invalid one is passed on and then refused. */
function lower(ofSession: string | undefined, ofCall: string): string {
  const maximum = recordsIn(ofCall, 0);
  return ofSession === undefined || maximum === undefined || Number(ofSession) > maximum ? ofCall : ofSession;
}

function ask(context: GatewayContext, inner: ToolExchange, { operation }: ToolCall): Promise<void> {
  return inSlot(context, inner, trafficOf(inner.credential!), async () => {
    await execute(context, operation, inner);
    if (inner.problem) throw inner.problem;
  });
}

async function whileRunning<Result>(outer: Exchange, attempt: () => Promise<Result>): Promise<Result> {
  for (const pauseMs of RUNNING_PAUSES_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (toServiceError(error).code !== 'idempotency_in_progress' || outer.isAbandoned) throw error;
    }
    await sleep(pauseMs);
  }
  return attempt();
}

/**
 * As the charge reported it. Without a charge the ledger is asked, since free operations may report an older figure.
 */
async function remainingAfter(
  context: GatewayContext,
  answered: ToolExchange,
  { isMetered }: Operation,
): Promise<bigint | undefined> {
  const said = isMetered ? answered.answerHeader('x-records-remaining') : undefined;
  return said === undefined ? remainingOf(context, answered) : BigInt(said);
}

/** Undefined if the ledger does not answer: a result does not wait for it. */
export function remainingOf(context: GatewayContext, exchange: Exchange): Promise<bigint | undefined> {
  return recordsRemaining(context, exchange).catch(() => undefined);
}
