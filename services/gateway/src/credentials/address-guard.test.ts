import { AddressGuard } from './address-guard';

const minute = Date.UTC(2026, 10, 20, 10, 23);

it('blocks an address after its number of a minute, and not the next minute', () => {
  const guard = new AddressGuard(3);
  for (let count = 0; count < 3; count++) {
    expect(guard.isBlocked('a', minute)).toBe(false);
    guard.count('a', minute);
  }
  expect(guard.isBlocked('a', minute + 59_999)).toBe(true);
  expect(guard.isBlocked('b', minute)).toBe(false);
  expect(guard.isBlocked('a', minute + 60_000)).toBe(false);
});

it('remembers a bounded number of addresses', () => {
  const guard = new AddressGuard(1, 2);
  for (const address of ['a', 'b', 'c']) guard.count(address, minute);
  expect(['a', 'b', 'c'].map((address) => guard.isBlocked(address, minute))).toEqual([false, true, true]);
});
