/** What a handler knows about the call besides its request. */
export interface CallContext {
  readonly requestId: string;
  /** W3C Trace Context; empty without a trace. */
  readonly traceparent: string;
  /** The authenticated name of the calling program. */
  readonly caller: string;
  /** Milliseconds since the Unix epoch after which nobody waits for the answer. */
  readonly deadline: number;
  /** Milliseconds left, never below zero. */
  remainingMs(): number;
}

/** What a client says about a call besides its request. */
export interface OutgoingCall {
  requestId: string;
  traceparent?: string;
  /** Milliseconds that the caller is willing to wait; the client's default when absent. */
  timeoutMs?: number;
}

/** Names of the metadata that travels with each call or stream. */
export const METADATA = {
  token: 'x-heliograph-token',
  /** What the program calls itself; proven by the token alone. */
  caller: 'x-heliograph-caller',
  /** The token of releases before caller keys. */
  authorization: 'authorization',
  requestId: 'x-request-id',
  traceparent: 'traceparent',
  failure: 'heliograph-error-bin',
} as const;

export function createCallContext(fields: {
  requestId: string;
  traceparent: string;
  caller: string;
  deadline: number;
}): CallContext {
  return { ...fields, remainingMs: () => Math.max(0, fields.deadline - Date.now()) };
}
