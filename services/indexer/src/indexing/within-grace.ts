/** How long what is under way may still take when it was asked to stop. */
const GRACE_MS = 3_000;

/**
 * What work gives. Once the signal is aborted it has a moment left to end by itself; then it is left alone.
 *
 * @throws what the work threw, or the signal's reason.
 */
export async function withinGrace<Result>(
  signal: AbortSignal,
  work: Promise<Result>,
  graceMs = GRACE_MS,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  const over = new Promise<never>((_resolve, reject) => {
    onAbort = () => {
      timer = setTimeout(() => reject(signal.reason as Error), graceMs);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
