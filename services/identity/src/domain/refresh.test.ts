import fc from 'fast-check';
import { decideRefresh, REPEAT_SECONDS } from './refresh';

it('rotates the current token unless it has expired', () => {
  const inHand = { isExpired: false, secondsSinceSpent: undefined, mayRepeat: false };
  expect(decideRefresh(inHand)).toBe('rotate');
  expect(decideRefresh({ ...inHand, isExpired: true })).toBe('expired');
});

it('repeats until the end of the grace period', () => {
  const spent = { isExpired: false, mayRepeat: true };
  expect(decideRefresh({ ...spent, secondsSinceSpent: REPEAT_SECONDS })).toBe('repeat');
  expect(decideRefresh({ ...spent, secondsSinceSpent: REPEAT_SECONDS + 0.1 })).toBe('reuse');
});

it('allows the last spent token once, within the grace period, and treats any other as stolen', () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.float({ min: 0, max: 1e6, noNaN: true }),
      fc.boolean(),
      (isExpired, seconds, mayRepeat) => {
        const decision = decideRefresh({ isExpired, secondsSinceSpent: seconds, mayRepeat });
        expect(decision).toBe(mayRepeat && seconds <= REPEAT_SECONDS ? 'repeat' : 'reuse');
      },
    ),
  );
});
