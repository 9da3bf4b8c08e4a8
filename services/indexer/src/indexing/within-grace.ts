/** How long work in progress may still take after a stop request. */
const GRACE_MS = 3_000;

/**
 * The work's result. Once the signal is aborted, the work has a moment to finish; after that, it is abandoned.
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
