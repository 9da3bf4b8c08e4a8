import type { components } from './generated/openapi.ts';

/** A fault of one parameter. */
export interface Fault {
  parameter: string;
  message: string;
}

/** Codes that the API answers with. */
export type ApiErrorCode = components['schemas']['Problem']['code'];

/**
 * Codes of failures without an answer of the API:
 * - `network_error`: the API could not be reached, or the connection broke;
 * - `timeout`: the deadline of the call passed;
 * - `unexpected_answer`: something that is not the API answered, or its answer could not be read.
 */
export type ClientErrorCode = 'network_error' | 'timeout' | 'unexpected_answer';

/** Compare with this. The API may gain codes, so that a `switch` over it needs a `default`. */
export type HeliographErrorCode = ApiErrorCode | ClientErrorCode | (string & {});

export interface HeliographErrorDetails {
  status?: number | undefined;
  requestId?: string | undefined;
  errors?: readonly Fault[] | undefined;
  retryAfterSeconds?: number | undefined;
  budgetRemaining?: number | undefined;
  idempotencyKey?: string | undefined;
  attempts?: number | undefined;
  cause?: unknown;
}

/** Every failure of a call, but an abort by your own signal: that one throws the signal's reason. */
export class HeliographError extends Error {
  override readonly name = 'HeliographError';
  /** What happened, in a sentence. `message` names the errors, the code and the request id as well, so that a log line tells all. */
  readonly detail: string;
  /** Stable, unlike `detail` and `message`. */
  readonly code: HeliographErrorCode;
  /** The HTTP status; undefined when there was no answer. */
  readonly status: number | undefined;
  /** Quote it when you ask for help. */
  readonly requestId: string | undefined;
  /** Every parameter that is wrong, for `invalid_parameter` and its like; else empty. */
  readonly errors: readonly Fault[];
  /** Seconds before which the request must not be sent again. */
  readonly retryAfterSeconds: number | undefined;
  /** Records that the call's budget leaves, after a 402; undefined without one. */
  readonly budgetRemaining: number | undefined;
  /**
   * The Idempotency-Key that the request was sent with. After `network_error`, `timeout` and a 503 it may have been charged or
   * not: send it again with this key and it is charged once at most.
   */
  readonly idempotencyKey: string | undefined;
  /** How often the request was sent. */
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

  /** For logs: without stack and cause. */
  toJSON(): Record<string, unknown> {
    const { name, code, detail, status, requestId, errors, retryAfterSeconds, budgetRemaining } = this;
    const { idempotencyKey, attempts } = this;
    const failure = { name, code, detail, status, requestId, errors, retryAfterSeconds, budgetRemaining };
    return { ...failure, idempotencyKey, attempts };
  }
}

/** The errors stand in place of a detail that only counts them. */
function messageOf(code: string, detail: string, { errors = [], requestId }: HeliographErrorDetails): string {
  const said =
    errors.length === 0
      ? detail
      : `${errors.map(({ parameter, message }) => `${parameter} ${message}`).join('; ')}.`;
  return `${said} (${code}${requestId === undefined ? '' : `, request ${requestId}`})`;
}
