import { onDatabase } from '@heliograph/postgres';
import type { indexer } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../context';

/**
 * Sends dead letters back to their topic, oldest first, until the last one or the caller's deadline is reached. Safe to
 * repeat.
 */
export async function retryDeadLetters(
  { deadLetters, logger }: Context,
  call: CallContext,
): Promise<indexer.RetryDeadLettersResponse> {
  const retried = await onDatabase(() => deadLetters.sendBack(Number.MAX_SAFE_INTEGER, call));
  logger.info({ retried, requestId: call.requestId }, 'dead letters were sent back');
  return { retried: BigInt(retried) };
}
