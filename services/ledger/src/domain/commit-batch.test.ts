import { commitBatch, type FailureKind } from './commit-batch';

const delays: number[] = [];

/** Commits items; if `fails` returns an error for one, the whole batch fails with it, as in a database. */
function committing(fails: (item: string) => FailureKind | undefined) {
  const batches: string[][] = [];
  return {
    batches,
    options: {
      commit: (items: readonly string[]) => {
        batches.push([...items]);
        const kind = items.map(fails).find((found) => found !== undefined);
        return kind ? Promise.reject(new Error(kind)) : Promise.resolve(items.map((item) => `${item} done`));
      },
      classify: (error: unknown) => (error as Error).message as FailureKind,
      delay: (milliseconds: number) => {
        delays.push(milliseconds);
        return Promise.resolve();
      },
    },
  };
}

beforeEach(() => {
  delays.length = 0;
});

it('commits a batch in one go', async () => {
  const { batches, options } = committing(() => undefined);
  expect(await commitBatch(['a', 'b'], options)).toEqual([{ result: 'a done' }, { result: 'b done' }]);
  expect(batches).toHaveLength(1);
});

it('finds the bad item by halving, fails it alone, and keeps the order', async () => {
  const items = Array.from({ length: 64 }, (_, index) => `item-${index}`);
  const { batches, options } = committing((item) => (item === 'item-37' ? 'item' : undefined));
  const outcomes = await commitBatch(items, options);
  outcomes.forEach((outcome, index) => {
    if (index === 37) expect(outcome).toHaveProperty('error');
    else expect(outcome).toEqual({ result: `item-${index} done` });
  });
  // One attempt for the whole batch and two per halving.
  expect(batches).toHaveLength(13);
});

it('retries transient failures after a pause', async () => {
  let attempts = 0;
  const { batches, options } = committing(() => ((attempts += 1) <= 2 ? 'retry' : undefined));
  expect(await commitBatch(['a'], options)).toEqual([{ result: 'a done' }]);
  expect(batches).toHaveLength(3);
  expect(delays).toEqual([20, 100]);
});

it('gives up after a few attempts', async () => {
  const { batches, options } = committing(() => 'retry');
  expect(await commitBatch(['a', 'b'], options)).toMatchObject([
    { error: { message: 'retry' } },
    { error: { message: 'retry' } },
  ]);
  expect(batches).toHaveLength(4);
});

it("fails a whole batch without retrying when the issue is not an item's", async () => {
  const { batches, options } = committing(() => 'batch');
  const outcomes = await commitBatch(['a', 'b'], options);
  expect(outcomes.every((outcome) => 'error' in outcome)).toBe(true);
  expect(batches).toHaveLength(1);
});
