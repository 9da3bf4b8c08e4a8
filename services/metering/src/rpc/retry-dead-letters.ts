import { onDatabase } from '@heliograph/postgres';
import type { metering } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../context';

/**
 * Sends dead letters back to their topic, oldest first, until the limit, the last one, or the caller's deadline is
 * reached. Safe to repeat: an event is counted once.
 */
export async function retryDeadLetters(
  { deadLetters, logger }: Context,
  request: metering.RetryDeadLettersRequest,
  call: CallContext,
): Promise<metering.RetryDeadLettersResponse> {
  const limit = request.limit === 0 ? Number.MAX_SAFE_INTEGER : request.limit;
  const sent = await onDatabase(() => deadLetters.sendBack(limit, call));
  logger.info({ sent, requestId: call.requestId }, 'dead letters were sent back');
  return { sentBack: BigInt(sent) };
}
