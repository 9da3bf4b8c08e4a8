import { ServiceError } from '../errors/service-error';
import { retryUnavailable } from './retry-unavailable';

const unavailable = () => new ServiceError('unavailable', 'gone');

function attempts(...outcomes: (Error | string)[]) {
  const timeouts: number[] = [];
  return {
    timeouts,
    attempt: async (timeoutMs: number) => {
      timeouts.push(timeoutMs);
      const outcome = outcomes[timeouts.length - 1] ?? outcomes.at(-1)!;
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
}

it('retries while the peer is unavailable', async () => {
  const { attempt, timeouts } = attempts(unavailable(), unavailable(), 'answer');
  await expect(retryUnavailable(attempt, { totalMs: 5_000, attemptMs: 700 })).resolves.toBe('answer');
  expect(timeouts).toEqual([700, 700, 700]);
});

it('retries nothing else', async () => {
  const { attempt, timeouts } = attempts(new ServiceError('insufficient_records', 'none left'));
  await expect(retryUnavailable(attempt, { totalMs: 5_000, attemptMs: 700 })).rejects.toMatchObject({
    code: 'insufficient_records',
  });
  expect(timeouts).toHaveLength(1);
});

it('gives up in time, and never asks for more time than is left', async () => {
  const { attempt, timeouts } = attempts(unavailable());
  const before = performance.now();
  await expect(retryUnavailable(attempt, { totalMs: 500, attemptMs: 700 })).rejects.toMatchObject({
    code: 'unavailable',
  });
  expect(performance.now() - before).toBeLessThan(5_000);
  expect(timeouts.length).toBeGreaterThan(1);
  for (const timeout of timeouts) {
    expect(timeout).toBeLessThanOrEqual(500);
    expect(Number.isInteger(timeout)).toBe(true);
  }
});

it('stops when the result is no longer awaited', async () => {
  const { attempt, timeouts } = attempts(unavailable());
  const isUnwanted = () => timeouts.length === 2;
  await expect(retryUnavailable(attempt, { totalMs: 5_000, attemptMs: 700, isUnwanted })).rejects.toThrow(
    'gone',
  );
  expect(timeouts).toHaveLength(2);
});
