import { retryUnavailable, type OutgoingCall } from '@heliograph/runtime';
import type { Exchange } from '../http/exchange';

const READ_TIMEOUT_MS = 3_000;

/** Calls a service with timeouts and retries, so the call must be safe to repeat. */
export type CallService = <Result>(read: (call: OutgoingCall) => Promise<Result>) => Promise<Result>;

/** Calls a service, retrying while it is unavailable, time remains, and the client is waiting. For reads only. */
export function ask<Result>(
  exchange: Exchange,
  read: (call: OutgoingCall) => Promise<Result>,
): Promise<Result> {
  return retryUnavailable((timeoutMs) => read(exchange.readCall(timeoutMs)), {
    totalMs: READ_TIMEOUT_MS,
    attemptMs: READ_TIMEOUT_MS,
    isUnwanted: () => exchange.isAbandoned,
  });
}

/** Like {@link ask}, for idempotent changes: finishes even if the client hangs up. */
export function change<Result>(
  exchange: Exchange,
  write: (call: OutgoingCall) => Promise<Result>,
): Promise<Result> {
  return retryUnavailable((timeoutMs) => write(exchange.call(timeoutMs)), {
    totalMs: READ_TIMEOUT_MS,
    attemptMs: READ_TIMEOUT_MS,
  });
}
