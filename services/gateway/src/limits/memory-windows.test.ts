import { MemoryWindows } from './memory-windows';

const minute = Date.UTC(2026, 10, 20, 10, 23);

it('counts requests and searches of each account', () => {
  const windows = new MemoryWindows();
  expect(windows.take('a', true, minute)).toEqual({ requests: 1, searches: 1 });
  expect(windows.take('a', false, minute)).toEqual({ requests: 2, searches: 1 });
  expect(windows.take('b', true, minute)).toEqual({ requests: 1, searches: 1 });
});

it('begins again with the UTC minute', () => {
  const windows = new MemoryWindows();
  windows.take('a', true, minute + 59_999);
  expect(windows.take('a', false, minute + 60_000)).toEqual({ requests: 1, searches: 0 });
});

it('does not change a count that is being judged', () => {
  const windows = new MemoryWindows();
  const first = windows.take('a', true, minute);
  windows.take('a', true, minute);
  expect(first).toEqual({ requests: 1, searches: 1 });
});

it('holds a bounded number of accounts', () => {
  const windows = new MemoryWindows(2);
  for (const account of ['a', 'b', 'c']) windows.take(account, true, minute);
  expect(windows.take('c', true, minute).requests).toBe(2);
  expect(windows.take('b', true, minute).requests).toBe(2);
  expect(windows.take('a', true, minute).requests).toBe(1);
});

it('takes over what was counted elsewhere', () => {
  const windows = new MemoryWindows();
  windows.take('a', false, minute);
  windows.raise('a', { requests: 40, searches: 30 }, minute);
  windows.raise('a', { requests: 39, searches: 31 }, minute);
  expect(windows.take('a', true, minute)).toEqual({ requests: 41, searches: 32 });
});
