/**
 * Awaits work with a timeout. Late work is abandoned; its outcome no longer matters.
 *
 * @throws the work's error, or `late()`.
 */
export function withinTime<Result>(
  work: Promise<Result>,
  timeoutMs: number,
  late: () => Error,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    // Handle what has arrived first: a process that was held up would blame others for its own delay.
    const timer = setTimeout(() => setImmediate(() => reject(late())), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
