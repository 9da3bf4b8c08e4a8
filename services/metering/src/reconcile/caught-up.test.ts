import { untilCaughtUp } from './caught-up';

const empty = { pending: 0n, oldestAgeMs: 0n };

/** Returns the responses in order and then repeats the last. */
const oneAfterTheOther = <T>(...responses: T[]) => {
  return () => Promise.resolve(responses.length > 1 ? responses.shift()! : responses[0]!);
};

it('waits for the outbox, then for the consumer', async () => {
  const asked: string[] = [];
  const sources = {
    outbox: () => {
      asked.push('outbox');
      return Promise.resolve(asked.length < 3 ? { pending: 2n, oldestAgeMs: 60_000n } : empty);
    },
    lag: () => {
      asked.push('lag');
      return Promise.resolve(asked.filter((name) => name === 'lag').length < 3 ? 1 : 0);
    },
  };
  expect(await untilCaughtUp(sources, 5_000)).toBe(true);
  expect(asked).toEqual(['outbox', 'outbox', 'outbox', 'lag', 'lag', 'lag']);
});

it('does not wait for events committed after it began', async () => {
  const sources = { outbox: oneAfterTheOther({ pending: 9n, oldestAgeMs: 1n }), lag: oneAfterTheOther(3, 0) };
  expect(await untilCaughtUp(sources, 5_000)).toBe(true);
});

it.each([
  ['the outbox', { pending: 1n, oldestAgeMs: 60_000n }, 0],
  ['the consumer', empty, 1],
])('gives up on %s after its timeout', async (_name, outbox, lag) => {
  const sources = { outbox: oneAfterTheOther(outbox), lag: oneAfterTheOther(lag) };
  expect(await untilCaughtUp(sources, 100)).toBe(false);
});

it('checks once when it should not wait', async () => {
  expect(await untilCaughtUp({ outbox: oneAfterTheOther(empty), lag: oneAfterTheOther(0) }, 0)).toBe(true);
});

it('retries a failing source, and finally fails with its error', async () => {
  let failures = 3;
  const lag = () => (failures-- > 0 ? Promise.reject(new Error('no coordinator')) : Promise.resolve(0));
  expect(await untilCaughtUp({ outbox: oneAfterTheOther(empty), lag }, 5_000)).toBe(true);
  failures = Infinity;
  await expect(untilCaughtUp({ outbox: oneAfterTheOther(empty), lag }, 100)).rejects.toThrow(
    'no coordinator',
  );
});

it('ends with its signal', async () => {
  const stopping = new AbortController();
  const lag = () => {
    stopping.abort();
    return Promise.resolve(1);
  };
  const sources = { outbox: oneAfterTheOther(empty), lag, signal: stopping.signal };
  await expect(untilCaughtUp(sources, 60_000)).rejects.toThrow('aborted');
});
