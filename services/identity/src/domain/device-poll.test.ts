import { answerPoll, POLL_SECONDS, slowerInterval } from './device-poll';

const waiting = {
  state: 'pending',
  isExpired: false,
  intervalSeconds: POLL_SECONDS,
  secondsSinceLast: undefined,
} as const;

it.each([
  [{}, 'pending'],
  [{ secondsSinceLast: 5 }, 'pending'],
  [{ secondsSinceLast: 4.2 }, 'pending'],
  [{ secondsSinceLast: 4 }, 'pending'],
  [{ secondsSinceLast: 3.9 }, 'slow_down'],
  [{ secondsSinceLast: 0 }, 'slow_down'],
  [{ state: 'approved', secondsSinceLast: 0 }, 'issue'],
  [{ state: 'denied' }, 'denied'],
  [{ isExpired: true }, 'expired'],
  [{ isExpired: true, state: 'approved' }, 'expired'],
] as const)('%j: %s', (changes, response) => {
  expect(answerPoll({ ...waiting, ...changes })).toBe(response);
});

it('slows down step by step, up to a limit', () => {
  expect(slowerInterval(5)).toBe(10);
  expect(slowerInterval(60)).toBe(60);
});
