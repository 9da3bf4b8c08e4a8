import fc from 'fast-check';
import { decideRefresh, REPEAT_SECONDS } from './refresh';

it('rotates the one in hand, unless it expired', () => {
  const inHand = { isExpired: false, secondsSinceSpent: undefined, mayRepeat: false };
  expect(decideRefresh(inHand)).toBe('rotate');
  expect(decideRefresh({ ...inHand, isExpired: true })).toBe('expired');
});

it('lets the last spent one come back once and soon, and takes every other for stolen', () => {
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
