import { BUDGET_HEADERS, TOOL_REPLAY_SECONDS, type ProblemDocument } from '@heliograph/contract';
import { ServiceError, type ErrorCode } from '@heliograph/runtime';
import type { RequestIssue } from '@heliograph/signal-search';
import type { IncomingMessage } from 'node:http';
import { Exchange } from '../http/exchange';
import type { Operation } from '../http/operation';

const FIRST_ERROR = 400;

/** Headers that apply to each call in the request: a session's budget, and a test key's outcome. */
const PASSED_ON = [
  'user-agent',
  BUDGET_HEADERS.maximum.toLowerCase(),
  BUDGET_HEADERS.id.toLowerCase(),
  BUDGET_HEADERS.records.toLowerCase(),
  'x-test-outcome',
];

interface ToolTarget {
  /** Path and query of the API. */
  url: string;
  headers: Readonly<Record<string, string>>;
  issues?: readonly RequestIssue[];
}

/**
 * An API request inside another request, with the same connection, credential, and id. Its response is kept rather than
 * sent, so that a tool runs exactly the API's operation.
 */
export class ToolExchange extends Exchange {
  override readonly replaySeconds = TOOL_REPLAY_SECONDS;
  override readonly issues: readonly RequestIssue[];
  /** Undefined until the operation has responded. */
  body: Buffer | undefined;
  /** Set when the operation sent a problem document, even if nothing failed (X-Test-Outcome). */
  problem: ServiceError | undefined;
  private readonly answered = new Map<string, string>();

  constructor(outer: Exchange, operation: Pick<Operation, 'name' | 'of'>, target: ToolTarget) {
    super(innerRequest(outer, target), outer.response, operation);
    this.credential = outer.credential;
    this.issues = target.issues ?? [];
  }

  override setHeader(name: string, value: string): void {
    this.answered.set(name.toLowerCase(), value);
  }

  override send(status: number, _contentType: string, body: Buffer): void {
    this.body = body;
    if (status >= FIRST_ERROR) this.problem = errorOf(body, this.answerHeader('retry-after'));
  }

  override sendEmpty(): void {
    this.body = Buffer.alloc(0);
  }

  /** A header of the response. @param name in lower case. */
  answerHeader(name: string): string | undefined {
    return this.answered.get(name);
  }
}

function errorOf(body: Buffer, retryAfter: string | undefined): ServiceError {
  const { code, detail, status, errors = [] } = JSON.parse(body.toString('utf8')) as ProblemDocument;
  return new ServiceError(code as ErrorCode, detail, {
    status,
    issues: errors,
    ...(retryAfter !== undefined && { retryAfterSeconds: Number(retryAfter) }),
  });
}

/** The outer request as an API request. It shares the connection, so it ends when the client goes. */
function innerRequest(outer: Exchange, { url, headers }: ToolTarget): IncomingMessage {
  const passed = PASSED_ON.flatMap((name) => {
    const value = outer.header(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const own = { 'x-request-id': outer.requestId, traceparent: outer.traceparent };
  return Object.create(outer.request, {
    method: { value: 'GET' },
    url: { value: url },
    originalUrl: { value: url },
    headers: { value: { ...Object.fromEntries(passed), ...own, ...headers } },
  }) as IncomingMessage;
}
