import type { Cancellation, CancelSignal } from './cancellation';

/** What a handler knows about a call besides its request. */
export interface CallContext {
  readonly requestId: string;
  /** W3C Trace Context; empty if there is no trace. */
  readonly traceparent: string;
  /** The authenticated name of the calling program. */
  readonly caller: string;
  /** When the caller stops waiting, on the clock of `performance.now()`, which is never set. */
  readonly deadline: number;
  /** The account the call is made for, for fairness among accounts: it proves nothing. '' if the caller named none. */
  readonly accountId: string;
  /**
   * Aborts when the response is no longer awaited: the caller canceled, its connection broke, or the deadline passed.
   */
  readonly signal: AbortSignal;
  /** Whole milliseconds left, at least zero. */
  remainingMs(): number;
}

/** A client's options for a call. */
export interface OutgoingCall {
  requestId: string;
  traceparent?: string;
  /** Milliseconds the caller will wait; the client's default if absent. */
  timeoutMs?: number;
  /** The account the call is made for. */
  accountId?: string;
  /**
   * Cancels the call: it rejects immediately, and the callee is notified. Not for calls that change something: their
   * outcome would be unknown.
   */
  signal?: CancelSignal | undefined;
}

/** Names of the metadata sent with each call or stream. */
export const METADATA = {
  token: 'x-heliograph-token',
  /** The program's name; only the token proves it. */
  caller: 'x-heliograph-caller',
  /** The token of releases before caller keys. */
  authorization: 'authorization',
  requestId: 'x-request-id',
  traceparent: 'traceparent',
  accountId: 'x-heliograph-account',
  failure: 'heliograph-error-bin',
} as const;

export function createCallContext(fields: {
  requestId: string;
  traceparent: string;
  caller: string;
  deadline: number;
  accountId: string;
  cancellation: Cancellation;
}): CallContext {
  const { cancellation, ...rest } = fields;
  return {
    ...rest,
    get signal() {
      return cancellation.signal;
    },
    remainingMs: () => Math.max(0, Math.floor(rest.deadline - performance.now())),
  };
}
