import type { Slices } from '@heliograph/read-model';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that has not ended yet. */
export const UNFINISHED = Symbol('unfinished');

/** Continues a scan for about this many milliseconds. */
export function advance<Result>(slices: Slices<Result>, ms: number): Result | typeof UNFINISHED {
  const end = performance.now() + ms;
  for (;;) {
    const step = slices.next();
    if (step.done) return step.value;
    if (performance.now() >= end) return UNFINISHED;
  }
}

/**
 * Runs a scan to its end, and lets everything else of this process run after every slice.
 *
 * @throws the signal's reason.
 */
export async function runInTurns<Result>(
  slices: Slices<Result>,
  sliceMs: number,
  signal: AbortSignal,
): Promise<Result> {
  for (;;) {
    signal.throwIfAborted();
    const result = advance(slices, sliceMs);
    if (result !== UNFINISHED) return result;
    await nextTurn();
  }
}
