import { readScenarios, type Pauses } from '../test/support/scenarios.ts';
import { pauseBeforeRetry, retryAfterSeconds } from './retry.ts';

const { pauses, retryAfter } = readScenarios<Pauses>('pauses');

it.each(pauses)(
  'backs off exponentially with jitter, on top of Retry-After: %j',
  ({ attempts, retryAfterSeconds: asked, chance, ms }) => {
    expect(pauseBeforeRetry(attempts, asked, () => chance)).toBe(ms);
  },
);

it.each(retryAfter.headers)('reads seconds and dates: %j', ({ header, seconds }) => {
  const headers = new Headers(header === null ? {} : { 'retry-after': header });
  expect(retryAfterSeconds(headers, Date.parse(retryAfter.now)) ?? null).toBe(seconds);
});
