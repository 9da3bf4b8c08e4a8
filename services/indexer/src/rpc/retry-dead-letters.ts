import { onDatabase } from '@heliograph/postgres';
import type { indexer } from '@heliograph/proto';
import { uuidv7, type CallContext } from '@heliograph/runtime';
import type { Context } from '../context';

/** Time for one page; with less left, no other page is started. */
const PAGE_MS = 2_000;

/**
 * Sends dead letters back to their topic, oldest first, until the last one or the caller's deadline is reached. Safe to
 * repeat.
 */
export async function retryDeadLetters(
  context: Context,
  call: CallContext,
): Promise<indexer.RetryDeadLettersResponse> {
  const isOver = () => call.remainingMs() < PAGE_MS;
  const retried = await onDatabase(() =>
    context.deadLetters.sendBack(uuidv7(), Number.MAX_SAFE_INTEGER, isOver),
  );
  context.logger.info({ retried, requestId: call.requestId }, 'dead letters were sent back');
  return { retried: BigInt(retried) };
}
