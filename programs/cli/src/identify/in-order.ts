/**
 * Maps items concurrently, up to a limit, and yields the results in input order. Pulls items only as capacity allows.
 *
 * @throws a failed item's error, when its turn comes.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  limit: number,
  make: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const running: Promise<Result>[] = [];
  for await (const item of items) {
    const result = make(item);
    // Awaited only when its turn comes; until then, keep Node from reporting an unhandled rejection.
    result.catch(() => undefined);
    running.push(result);
    if (running.length >= limit) yield running.shift()!;
  }
  for (const result of running) yield result;
}
