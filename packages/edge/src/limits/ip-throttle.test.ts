import { IpThrottle } from './ip-throttle';

const minute = Date.UTC(2026, 10, 20, 10, 23);

it('blocks an address after its limit, until the next minute', () => {
  const throttle = new IpThrottle(3);
  for (let count = 0; count < 3; count++) {
    expect(throttle.isBlocked('a', minute)).toBe(false);
    throttle.count('a', minute);
  }
  expect(throttle.isBlocked('a', minute + 59_999)).toBe(true);
  expect(throttle.isBlocked('b', minute)).toBe(false);
  expect(throttle.isBlocked('a', minute + 60_000)).toBe(false);
});

it('remembers a limited number of addresses', () => {
  const throttle = new IpThrottle(1, 2);
  for (const address of ['a', 'b', 'c']) throttle.count(address, minute);
  expect(['a', 'b', 'c'].map((address) => throttle.isBlocked(address, minute))).toEqual([false, true, true]);
});
