const FIRST_MS = 100;
const LONGEST_MS = 5_000;

/**
 * How long to wait after so many failures in a row: twice as long each time, up to five seconds, and somewhat less at
 * random, so that several processes do not come back in step.
 *
 * @param random from 0 to 1.
 */
export function backOffMs(failures: number, random: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 20));
  return Math.round(longest * (1 - 0.25 * random));
}
