import {
  agentRemedyOf,
  BUDGET_HEADERS,
  MAXIMUM_RECORDS_ARGUMENT,
  PRICE_OF_RECORD,
  SESSION_REMEDY,
  type DescribedTool,
} from '@heliograph/contract';
import { retryAfterOf } from '@heliograph/edge';
import { problemOf, type ServiceError } from '@heliograph/runtime';

/** After these, a charge may have been taken; repeating the call then replays its response. */
const POSSIBLY_CHARGED_CODES: ReadonlySet<string> = new Set(['unavailable', 'idempotency_in_progress']);

/** What a call cost, and what is left. */
interface RecordUse {
  consumed: number;
  /** Undefined if the ledger could not say. */
  remaining: bigint | undefined;
  /** Left of the session's budget; undefined without one. */
  budgetRemaining: string | undefined;
  isReplayed: boolean;
  /** Whether the records are those of a test key, which cost nothing. */
  isTest: boolean;
}

/** A result of `tools/call`. */
export interface ToolResult extends Record<string, unknown> {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
  _meta?: Record<string, unknown>;
}

/** Headers that apply to each call of a session. */
const OF_SESSION = /\bX-(?:Max|Budget|Test)-\w+/;

/** What sets them over stdio, where users see no headers. */
const STDIO_FLAGS: ReadonlyMap<string, string> = new Map([
  [BUDGET_HEADERS.id, '--budget-id'],
  [BUDGET_HEADERS.records, '--budget-records'],
]);

/** Where programs find a failed call's problem document. */
const PROBLEM = 'heliograph/problem';

/** A response's data as a tool's result: as an object, as JSON for text-only clients, and its cost in words. */
export function resultOf(tool: DescribedTool, data: unknown, use: RecordUse): ToolResult {
  const { consumed, remaining, budgetRemaining, isReplayed, isTest } = use;
  const records = {
    consumed,
    ...(remaining !== undefined && { remaining: Number(remaining) }),
    ...(budgetRemaining !== undefined && { budgetRemaining: Number(budgetRemaining) }),
    price: isTest ? '$0' : PRICE_OF_RECORD,
    replayed: isReplayed,
  };
  const structuredContent = { data, records };
  return {
    content: [
      { type: 'text', text: JSON.stringify(structuredContent) },
      { type: 'text', text: sentences(costOf(tool, use), leftOf(remaining), budgetOf(budgetRemaining)) },
    ],
    structuredContent,
  };
}

/** Details of a failure. */
interface FailureFacts {
  requestId: string;
  remaining: bigint | undefined;
  budgetRemaining: string | undefined;
  /** Whether the session, not an argument, bounds the call's records. */
  isBoundBySession: boolean;
  isTest: boolean;
}

/** A failure in words that a model can act on: what happened, what to do, and when. */
export function failureOf(tool: DescribedTool, error: ServiceError, facts: FailureFacts): ToolResult {
  const { requestId, remaining, budgetRemaining, isBoundBySession, isTest } = facts;
  const asArgument = isBoundBySession ? (text: string) => text : maximumAsArgument;
  const { detail: ofApi, errors, ...problem } = problemOf(error, requestId);
  const detail = asArgument(ofApi);
  const seconds = retryAfterOf(error);
  const named = errors?.map(({ parameter, message }) => ({
    parameter: asArgument(parameter),
    message: asArgument(message),
  }));
  const isOfHeaders =
    error.code === 'invalid_parameter' && named?.every(({ parameter }) => OF_SESSION.test(parameter));
  const lines = [
    `${problem.title}: ${forModel(detail)}`,
    ...(named ?? []).map(({ parameter, message }) => `- ${forModel(`${parameter} ${message}`)}`),
    `What to do: ${isOfHeaders ? SESSION_REMEDY : agentRemedyOf(error.code, isTest)}`,
    ...(seconds > 0 ? [`Retry after ${seconds} s.`] : []),
    sentences(
      POSSIBLY_CHARGED_CODES.has(error.code) ? '' : 'Nothing was charged.',
      tool.isPaid ? (isTest ? 'Test records are free.' : `A record costs ${PRICE_OF_RECORD}.`) : '',
      leftOf(remaining),
      budgetOf(budgetRemaining),
    ),
    ...(problem.status >= 500 ? [`Request id: ${requestId}`] : []),
  ];
  return {
    content: [{ type: 'text', text: lines.filter(Boolean).join('\n') }],
    isError: true,
    _meta: {
      [PROBLEM]: {
        ...problem,
        detail,
        ...(named && { errors: named }),
        ...(seconds > 0 && { retryAfterSeconds: seconds }),
      },
    },
  };
}

/** The API's text, with the argument in place of its header, which could be repeated. */
function maximumAsArgument(text: string): string {
  return text.replaceAll(BUDGET_HEADERS.maximum, MAXIMUM_RECORDS_ARGUMENT).replace(', given once', '');
}

/** The API's text in a tool's terms: a model has no paths and sets no headers. */
function forModel(text: string): string {
  return text
    .replaceAll('GET /api/v1/filter-options', 'the tool filter_options')
    .replace(/(the same|this) Idempotency-Key/, 'the same arguments')
    .replace('; see "errors".', ':')
    .replace(new RegExp(OF_SESSION, 'g'), ofSession);
}

function ofSession(header: string): string {
  const flag = STDIO_FLAGS.get(header);
  return `the session’s ${header} (set by the user${flag === undefined ? '' : `; with "signals mcp", ${flag}`})`;
}

function sentences(...texts: string[]): string {
  return texts.filter(Boolean).join(' ');
}

function budgetOf(remaining: string | undefined): string {
  return remaining === undefined ? '' : `The budget of this session has ${remaining} left.`;
}

function costOf(tool: DescribedTool, { consumed, isReplayed, isTest }: RecordUse): string {
  if (isReplayed) return 'The same call was made before: this is its stored response, free of charge.';
  if (!tool.isPaid) return 'Free.';
  const noun = consumed === 1 ? 'record' : 'records';
  return isTest ? `${consumed} test ${noun}, free.` : `Cost: ${consumed} ${noun} at ${PRICE_OF_RECORD} each.`;
}

/** What a credential can still pay for, in words. */
export function leftOf(remaining: bigint | undefined): string {
  if (remaining === undefined) return '';
  return `${remaining} ${remaining === 1n ? 'record is' : 'records are'} left.`;
}
