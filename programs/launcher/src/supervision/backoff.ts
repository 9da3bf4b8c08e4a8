export interface BackoffOptions {
  firstMs: number;
  longestMs: number;
}

const defaults: BackoffOptions = { firstMs: 200, longestMs: 10_000 };

/**
 * How long to wait before an attempt: doubling up to a limit, the upper half of it by chance, so that
 * programs that failed together do not come back together.
 *
 * @param failures attempts that failed one after the other before this one, from 0.
 * @param random from 0 to below 1.
 */
export function backoffMs(failures: number, random: number, options: BackoffOptions = defaults): number {
  const full = Math.min(options.firstMs * 2 ** Math.min(failures, 30), options.longestMs);
  return Math.round(full / 2 + (full / 2) * random);
}
