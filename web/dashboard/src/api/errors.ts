import type { Problem } from '@heliograph/dashboard-api';

/** Codes of the pages' own, beside the server's. */
type OwnCode = 'network' | 'unreadable';

/** A request that failed: the server's problem document, or what the browser said in place of an answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 when there was no answer. */
  readonly status: number;
  /** Compared by code, never by text. */
  readonly code: string;
  readonly requestId: string | undefined;
  readonly faults: readonly { parameter: string; message: string }[];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    problem: Partial<Problem> & { status: number; code: string; detail: string },
    retryAfterSeconds?: number,
  ) {
    super(problem.detail);
    this.status = problem.status;
    this.code = problem.code;
    this.requestId = problem.requestId;
    this.faults = problem.errors ?? [];
    this.retryAfterSeconds = retryAfterSeconds;
  }

  static own(code: OwnCode, status: number, detail: string, requestId?: string): ApiError {
    return new ApiError({ status, code, detail, requestId });
  }
}

export function asApiError(error: unknown): ApiError | undefined {
  return error instanceof ApiError ? error : undefined;
}

/** The sentence to show for a failure of any kind. */
export function describeFailure(error: unknown): string {
  const failure = asApiError(error);
  if (!failure) return 'Something unexpected happened in this page. Try again, or reload the page.';
  if (failure.code === 'rate_limited' && failure.retryAfterSeconds !== undefined)
    return `Too many requests. Try again in ${failure.retryAfterSeconds} seconds.`;
  return failure.message;
}

/** What the server said is wrong with one value that was sent, as a sentence; null when nothing is. */
export function faultOf(error: unknown, parameter: string): string | null {
  const fault = asApiError(error)?.faults.find((each) => each.parameter === parameter);
  return fault ? sentence(fault.message) : null;
}

/** "is a whole number" → "Is a whole number." */
function sentence(words: string): string {
  const [first = '', ...others] = words;
  const text = first.toUpperCase() + others.join('');
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Whether the same request may well work in a moment. */
export function isTransient(error: unknown): boolean {
  const failure = asApiError(error);
  return failure !== undefined && (failure.code === 'network' || [502, 503, 504].includes(failure.status));
}

export function isSignedOut(error: unknown): boolean {
  return asApiError(error)?.status === 401;
}

const BARRIERS: ReadonlySet<string> = new Set(['account_suspended', 'account_disabled', 'access_restricted']);

/** Whether the account may not use the dashboard at all: the whole page explains it. */
export function isBarrier(error: unknown): boolean {
  const failure = asApiError(error);
  return failure?.status === 403 && BARRIERS.has(failure.code);
}

export function isNotFound(error: unknown): boolean {
  return asApiError(error)?.status === 404;
}
