import { HeliographError } from '@heliograph/sdk';
import { randomUUID } from 'node:crypto';
import { CliError, failureOf, InterruptedError, UsageError } from '../failure';

const PREFIX = 'signals-page-';
/** Leaves room for page numbers, as in the SDK. */
const LONGEST_RUN_KEY = 120;

/**
 * The Idempotency-Key for a page of a run. The first page uses the run's key itself, so a page lost in an earlier run
 * can be repeated by passing its key.
 *
 * @param run the run's key; undefined for a new one per page.
 * @param place the page's number in the run, from 1.
 */
export function pageKey(run: string | undefined, place: number): string {
  if (run === undefined) return `${PREFIX}${randomUUID()}`;
  return place === 1 ? run : `${run}-${place}`;
}

/** @throws UsageError if a run's key is too long for page numbers to be added. */
export function checkRunKey(run: string | undefined): void {
  if (run !== undefined && run.length > LONGEST_RUN_KEY)
    throw new UsageError(`--idempotency-key must have at most ${LONGEST_RUN_KEY} characters with --all.`);
}

/** Whether this program generated a key; if so, only the printed fields were requested. */
export function isGeneratedKey(key: string): boolean {
  return key.startsWith(PREFIX);
}

/**
 * Whether a failed page may have been charged: unless it was never sent, or attempted only once and rejected. A request
 * with the same key may still be running.
 */
export function mayBeCharged(error: unknown): boolean {
  const cause = error instanceof CliError ? error.cause : undefined;
  if (!(cause instanceof HeliographError)) return true;
  if (cause.attempts === 0) return false;
  if (cause.attempts !== 1) return true;
  const { status, code } = cause;
  if (code === 'idempotency_in_progress') return true;
  if (code === 'semantic_unavailable') return false;
  return status === undefined || status < 400 || status >= 500;
}

/**
 * Makes a single paid request. If its response is lost or cannot be printed, the error has the key to repeat it.
 *
 * @param key the user's; undefined for a new one.
 * @param request makes the request and prints its response.
 */
export async function withKey<Result>(
  key: string | undefined,
  request: (idempotencyKey: string) => Promise<Result>,
): Promise<Result> {
  const idempotencyKey = pageKey(key, 1);
  try {
    return await request(idempotencyKey);
  } catch (error) {
    const failure = failureOf(error);
    const isOfPrinting = failure !== error;
    const wasSent =
      isOfPrinting || failure instanceof InterruptedError || failure.cause instanceof HeliographError;
    if (wasSent && mayBeCharged(failure)) failure.idempotencyKey = idempotencyKey;
    throw failure;
  }
}
