import { quantity } from '@heliograph/contract';
import { AuthenticationError } from '../failure';

interface LoginDeadline {
  /** Undefined: none. */
  timeoutMs: number | undefined;
  /** Ends the login earlier, as Ctrl-C does. */
  signal: AbortSignal;
  /** What did not happen, without a full stop, such as "The code was not approved". */
  missing: string;
  remedy: string;
}

/**
 * Waits for the user's part of a login.
 *
 * @param wait rejects with the reason of its signal when that is aborted.
 * @throws AuthenticationError `login_timeout` when it takes longer.
 */
export async function untilDeadline<Result>(
  { timeoutMs, signal, missing, remedy }: LoginDeadline,
  wait: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (timeoutMs === undefined) return wait(signal);
  const late = new AbortController();
  const timer = setTimeout(
    () =>
      late.abort(
        new AuthenticationError(`${missing} within ${inWords(timeoutMs)}.`, {
          code: 'login_timeout',
          remedy,
        }),
      ),
    timeoutMs,
  );
  try {
    return await wait(AbortSignal.any([signal, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}

function inWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds % 60 === 0 ? quantity(seconds / 60, 'minute') : `${seconds} s`;
}
