/**
 * Results in the order of what they are made of, so many of them made at once. What is made is taken when there is a place for it.
 *
 * @throws what making one throws, when its turn comes.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  most: number,
  make: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const running: Promise<Result>[] = [];
  for await (const item of items) {
    const result = make(item);
    // It is awaited when its turn comes; until then a failure has been seen.
    result.catch(() => undefined);
    running.push(result);
    if (running.length >= most) yield running.shift()!;
  }
  for (const result of running) yield result;
}
