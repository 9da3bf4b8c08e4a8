import { onDatabase } from '@heliograph/postgres';
import type { metering } from '@heliograph/proto';
import { uuidv7, type CallContext } from '@heliograph/runtime';
import type { Context } from '../context';

/** Time for one page; with less left, no further page is started. */
const PAGE_MS = 2_000;

/**
 * Sends dead letters back to their topic, oldest first, until the limit, the last one, or the caller's deadline is
 * reached. Safe to repeat: an event is counted once.
 */
export async function retryDeadLetters(
  context: Context,
  request: metering.RetryDeadLettersRequest,
  call: CallContext,
): Promise<metering.RetryDeadLettersResponse> {
  const limit = request.limit === 0 ? Number.MAX_SAFE_INTEGER : request.limit;
  const isOver = () => call.remainingMs() < PAGE_MS;
  const sent = await onDatabase(() => context.deadLetters.sendBack(uuidv7(), limit, isOver));
  context.logger.info({ sent, requestId: call.requestId }, 'dead letters were sent back');
  return { sentBack: BigInt(sent) };
}
