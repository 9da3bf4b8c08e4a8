import { onDatabase } from '@heliograph/postgres';
import { ServiceError } from '@heliograph/runtime';
import type { Context } from '../../context';
import { readUserCode } from '@heliograph/contract';
import { noSuchLogin } from '../not-found';

/**
 * Looks something up by a user code. The user may be wrong only a few times.
 *
 * @param callerId the user's id, or the account's if the calling program names no user.
 * @param find returns undefined if the code is unknown.
 * @throws ServiceError `not_found`; `rate_limited`, even for a right code, after too many wrong ones.
 */
export async function byUserCode<Found>(
  context: Context,
  typed: string,
  callerId: string | undefined,
  find: (userCode: string) => Promise<Found | undefined>,
): Promise<Found> {
  const seconds = await onDatabase(() => context.guesses.take(callerId));
  if (seconds !== undefined) {
    throw new ServiceError('rate_limited', 'Too many wrong codes. Wait a few minutes, then log in again.', {
      retryAfterSeconds: Math.max(1, seconds),
    });
  }
  const userCode = readUserCode(typed);
  const found = userCode === undefined ? undefined : await find(userCode);
  if (found !== undefined) {
    // If it fails, a decision has still been made.
    await context.guesses.giveBack(callerId).catch(() => undefined);
    return found;
  }
  context.metrics.userCodeMissed();
  throw noSuchLogin();
}
