import { pauseBeforeRetry, retryAfterSeconds } from './retry.ts';

it('pauses a random part of a doubling bound, up to 8 s', () => {
  const longest = [1, 2, 3, 4, 5, 6, 7].map((attempts) => pauseBeforeRetry(attempts, undefined, () => 0.999));
  expect(longest).toEqual([249, 499, 999, 1998, 3996, 7992, 7992]);
  expect(pauseBeforeRetry(3, undefined, () => 0)).toBe(0);
});

it('never undercuts Retry-After', () => {
  expect(pauseBeforeRetry(1, 2, () => 0)).toBe(2_000);
  expect(pauseBeforeRetry(1, 2, () => 0.5)).toBe(2_125);
});

it('reads seconds and dates', () => {
  const at = Date.parse('2026-11-20T08:00:00Z');
  const read = (value?: string) => retryAfterSeconds(new Headers(value ? { 'retry-after': value } : {}), at);
  expect(read('42')).toBe(42);
  expect(read('Fri, 20 Nov 2026 08:00:07 GMT')).toBe(7);
  expect(read('Fri, 20 Nov 2026 07:00:00 GMT')).toBe(0);
  expect(read('soon')).toBeUndefined();
  expect(read()).toBeUndefined();
});
