import { quantity } from '@heliograph/contract';
import type { Problem } from '@heliograph/dashboard-api';

/** Codes that pages themselves add to the server's. */
type OwnCode = 'network' | 'timeout' | 'unreadable' | 'unsendable';

/** Of requests without a response. */
const UNANSWERED: ReadonlySet<string> = new Set<OwnCode>(['network', 'timeout']);

/** A failed request: the server's problem document, or the browser's error if there was no response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 if there was no response. */
  readonly status: number;
  /** Compare by code, never by text. */
  readonly code: string;
  readonly requestId: string | undefined;
  readonly issues: readonly { parameter: string; message: string }[];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    problem: Partial<Problem> & { status: number; code: string; detail: string },
    retryAfterSeconds?: number,
  ) {
    super(problem.detail);
    this.status = problem.status;
    this.code = problem.code;
    this.requestId = problem.requestId;
    this.issues = problem.errors ?? [];
    this.retryAfterSeconds = retryAfterSeconds;
  }

  static own(code: OwnCode, status: number, detail: string, requestId?: string): ApiError {
    return new ApiError({ status, code, detail, requestId });
  }
}

export function asApiError(error: unknown): ApiError | undefined {
  return error instanceof ApiError ? error : undefined;
}

const SECONDS_OF_MINUTE = 60;

/** A sentence to show for any failure. */
export function describeFailure(error: unknown): string {
  const failure = asApiError(error);
  if (!failure) return 'Something unexpected happened on this page. Try again, or reload the page.';
  const { code, retryAfterSeconds = Infinity, message } = failure;
  // Daily limits explain themselves and say when to try again.
  if (code === 'rate_limited' && retryAfterSeconds <= SECONDS_OF_MINUTE)
    return `Too many requests. Try again in ${quantity(retryAfterSeconds, 'second')}.`;
  return message;
}

/** The server's message about one submitted value, as a sentence; null if there is none. */
export function issueOf(error: unknown, parameter: string): string | null {
  const issue = asApiError(error)?.issues.find((each) => each.parameter === parameter);
  return issue ? sentence(issue.message) : null;
}

/** "is a whole number" → "Is a whole number." */
function sentence(words: string): string {
  const [first = '', ...others] = words;
  const text = first.toUpperCase() + others.join('');
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Whether retrying the same request soon may work. */
export function isTransient(error: unknown): boolean {
  const failure = asApiError(error);
  return failure !== undefined && (UNANSWERED.has(failure.code) || [502, 503, 504].includes(failure.status));
}

/** Whether a change may have been made although it failed: its response was lost, or the server lost track of it. */
export function isOutcomeUnknown(error: unknown): boolean {
  const failure = asApiError(error);
  if (failure === undefined) return false;
  return UNANSWERED.has(failure.code) || failure.code === 'unreadable' || failure.status >= 500;
}

/** Whether the user has already waited as long as a page waits. */
export function isTimeout(error: unknown): boolean {
  return asApiError(error)?.code === 'timeout';
}

export function isSignedOut(error: unknown): boolean {
  return asApiError(error)?.status === 401;
}

const ACCESS_BLOCKS: ReadonlySet<string> = new Set([
  'account_suspended',
  'account_disabled',
  'access_restricted',
]);

/** Whether the account may not use the dashboard at all; the whole page then says why. */
export function isAccessBlock(error: unknown): boolean {
  const failure = asApiError(error);
  return failure?.status === 403 && ACCESS_BLOCKS.has(failure.code);
}

export function isNotFound(error: unknown): boolean {
  return asApiError(error)?.status === 404;
}
