import type { components } from './generated/openapi.ts';

/** A problem with one parameter. */
export interface ParameterIssue {
  parameter: string;
  message: string;
}

/** Error codes of the API. */
export type ApiErrorCode = components['schemas']['Problem']['code'];

/**
 * Codes for failures without an API response:
 * - `network_error`: the API could not be reached, or the connection broke;
 * - `timeout`: the call's deadline passed;
 * - `unexpected_response`: something other than the API responded, or its response could not be read.
 */
export type ClientErrorCode = 'network_error' | 'timeout' | 'unexpected_response';

/** All known codes. The API may add more, so a `switch` over it needs a `default`. */
export type HeliographErrorCode = ApiErrorCode | ClientErrorCode | (string & {});

export interface HeliographErrorDetails {
  status?: number | undefined;
  requestId?: string | undefined;
  errors?: readonly ParameterIssue[] | undefined;
  retryAfterSeconds?: number | undefined;
  budgetRemaining?: number | undefined;
  idempotencyKey?: string | undefined;
  attempts?: number | undefined;
  cause?: unknown;
}

/** Any failure of a call, except an abort by your own signal, which throws the signal's reason. */
export class HeliographError extends Error {
  override readonly name = 'HeliographError';
  /**
   * What happened, in one sentence. `message` adds the parameter errors, the code, and the request id, so it can be
   * logged on its own.
   */
  readonly detail: string;
  /** Stable, unlike `detail` and `message`. */
  readonly code: HeliographErrorCode;
  /** The HTTP status; undefined when there was no response. */
  readonly status: number | undefined;
  /** Quote it when you ask for help. */
  readonly requestId: string | undefined;
  /** Every invalid parameter, for `invalid_parameter` and similar codes; otherwise empty. */
  readonly errors: readonly ParameterIssue[];
  /** Seconds to wait before resending the request. */
  readonly retryAfterSeconds: number | undefined;
  /** Records left in the call's budget, after a 402; undefined without one. */
  readonly budgetRemaining: number | undefined;
  /**
   * The request's Idempotency-Key. After `network_error`, `timeout`, or a 503, the request may or may not have been
   * charged. Resend it with this key, and it is charged at most once.
   */
  readonly idempotencyKey: string | undefined;
  /** How many times the request was sent. */
  readonly attempts: number;

  constructor(code: HeliographErrorCode, detail: string, details: HeliographErrorDetails = {}) {
    const message = messageOf(code, detail, details);
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.detail = detail;
    this.status = details.status;
    this.requestId = details.requestId;
    this.errors = details.errors ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.budgetRemaining = details.budgetRemaining;
    this.idempotencyKey = details.idempotencyKey;
    this.attempts = details.attempts ?? 0;
  }

  /** For logs: omits the stack and the cause. */
  toJSON(): Record<string, unknown> {
    const { name, code, detail, status, requestId, errors, retryAfterSeconds, budgetRemaining } = this;
    const { idempotencyKey, attempts } = this;
    const failure = { name, code, detail, status, requestId, errors, retryAfterSeconds, budgetRemaining };
    return { ...failure, idempotencyKey, attempts };
  }
}

/** Parameter errors replace the detail, which only counts them. */
function messageOf(code: string, detail: string, { errors = [], requestId }: HeliographErrorDetails): string {
  const said =
    errors.length === 0
      ? detail
      : `${errors.map(({ parameter, message }) => `${parameter} ${message}`).join('; ')}.`;
  return `${said} (${code}${requestId === undefined ? '' : `, request ${requestId}`})`;
}
