import { quantity } from '@heliograph/contract';
import { AuthenticationError } from '../failure';

interface LoginDeadline {
  /** Undefined: no deadline. */
  timeoutMs: number | undefined;
  /** Ends the login earlier, as Ctrl-C does. */
  signal: AbortSignal;
  /** What did not happen, without a period, such as "The code was not approved". */
  missing: string;
  remedy: string;
}

/**
 * Waits for the user to do their part of a login.
 *
 * @param wait rejects with its signal's reason when aborted.
 * @throws AuthenticationError `login_timeout` when the deadline passes.
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
