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
    const timer = setTimeout(() => reject(late()), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
