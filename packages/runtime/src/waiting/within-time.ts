/**
 * The result of work with a timeout. Late work is abandoned; its outcome no longer matters.
 *
 * @throws what the work threw, or `late()`.
 */
export function withinTime<Result>(
  work: Promise<Result>,
  timeoutMs: number,
  late: () => Error,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    // What has arrived comes first: a process that was held up would take its own delay for another's.
    const timer = setTimeout(() => setImmediate(() => reject(late())), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
