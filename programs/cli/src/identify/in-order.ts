/**
 * Results in the order of their inputs, a limited number computed in parallel. Inputs are taken as capacity allows.
 *
 * @throws what computing one throws, when its turn comes.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  most: number,
  make: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const running: Promise<Result>[] = [];
  for await (const item of items) {
    const result = make(item);
    // It is awaited when its turn comes; until then the rejection counts as handled.
    result.catch(() => undefined);
    running.push(result);
    if (running.length >= most) yield running.shift()!;
  }
  for (const result of running) yield result;
}
