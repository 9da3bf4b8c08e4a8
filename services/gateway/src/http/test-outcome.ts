import { linkStatusPage, sendProblem, secondsToNextMinute } from '@heliograph/edge';
import {
  accountLimitText,
  SLOW_TEST_MS,
  TEST_OUTCOME_HEADER,
  TEST_OUTCOME_NAMES,
  type TestOutcome,
} from '@heliograph/contract';
import { ServiceError } from '@heliograph/runtime';
import type { RequestIssue } from '@heliograph/signal-search';
import { setTimeout as sleep } from 'node:timers/promises';
import { noRecords } from '../charging/funds';
import type { GatewayContext } from '../context';
import type { Exchange } from './exchange';
import { trafficOf } from './limit';
import type { Operation } from './operation';

const HEADER = TEST_OUTCOME_HEADER.toLowerCase();
const UNAVAILABLE_SECONDS = 1;

/** The header's issue; undefined if there is none. */
export function testOutcomeIssue(exchange: Exchange): RequestIssue | undefined {
  if (exchange.header(HEADER) === undefined || outcomeOf(exchange) !== undefined) return undefined;
  const message = exchange.credential?.isTest
    ? `must be one of ${TEST_OUTCOME_NAMES.join(', ')}`
    : 'is for test keys only';
  return { code: 'invalid_parameter', parameter: TEST_OUTCOME_HEADER, message };
}

/** Sends the failure that a test key's request asks for, before its parameters are read. */
export function answerTestOutcome(
  context: GatewayContext,
  operation: Operation,
  exchange: Exchange,
): boolean {
  const outcome = outcomeOf(exchange);
  if (outcome === undefined || outcome === 'slow') return false;
  const failure = FAILURES[outcome](context, operation, exchange);
  linkStatusPage(context, exchange, failure);
  // Not thrown: nothing failed that a log or an alert should mention.
  sendProblem(exchange, failure);
  return true;
}

/**
 * Waits if a test key's request asks for it, until its client goes.
 *
 * @throws ServiceError `rate_limited` or `unavailable` if too many are waiting.
 */
export async function slowDown(context: GatewayContext, exchange: Exchange): Promise<void> {
  if (outcomeOf(exchange) !== 'slow') return;
  // A timed wait requires a real AbortSignal.
  const waiting = new AbortController();
  const { signal } = exchange.readCall();
  if (signal?.aborted) waiting.abort();
  signal?.addEventListener('abort', () => waiting.abort(), { once: true });
  await context.slowSlots.run(
    trafficOf(exchange.credential!),
    () => sleep(SLOW_TEST_MS, undefined, { signal: waiting.signal }),
    (bound) => (exchange.exceededLimit = bound === 'account' ? 'in_flight' : 'process'),
  );
}

function outcomeOf(exchange: Exchange): TestOutcome | undefined {
  if (!exchange.credential?.isTest) return undefined;
  const value = exchange.header(HEADER);
  return TEST_OUTCOME_NAMES.find((name) => name === value);
}

type Failure = (context: GatewayContext, operation: Operation, exchange: Exchange) => ServiceError;

const FAILURES: Readonly<Record<Exclude<TestOutcome, 'slow'>, Failure>> = {
  insufficient_records: (_context, { of }, { credential }) => noRecords(of!, credential!),
  rate_limited: ({ config: { limits }, clock }, { isSearch }) => {
    const limit = isSearch ? 'searches' : 'requests';
    return new ServiceError('rate_limited', accountLimitText(limit, limits[limit]), {
      retryAfterSeconds: secondsToNextMinute(clock()),
    });
  },
  unavailable: () =>
    new ServiceError('unavailable', 'The service is temporarily unavailable. Try again shortly.', {
      retryAfterSeconds: UNAVAILABLE_SECONDS,
    }),
  internal: () => new ServiceError('internal', 'An unexpected error occurred.'),
};
