import { retryUnavailable, type OutgoingCall } from '@heliograph/runtime';
import type { Exchange } from '../http/exchange';

const READ_TIMEOUT_MS = 3_000;

/** Asks a service for something, again while it is unavailable, time is left and the client waits. For what only reads. */
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

/** The same for what changes something and may be repeated: it is finished also when the client hangs up. */
export function change<Result>(
  exchange: Exchange,
  write: (call: OutgoingCall) => Promise<Result>,
): Promise<Result> {
  return retryUnavailable((timeoutMs) => write(exchange.call(timeoutMs)), {
    totalMs: READ_TIMEOUT_MS,
    attemptMs: READ_TIMEOUT_MS,
  });
}
