import { MemoryWindows } from './memory-windows';

const minute = Date.UTC(2026, 10, 20, 10, 23);

it('counts requests and searches per account', () => {
  const windows = new MemoryWindows();
  expect(windows.take('a', true, minute)).toEqual({ requests: 1, searches: 1, atMs: minute });
  expect(windows.take('a', false, minute + 1)).toEqual({ requests: 2, searches: 1, atMs: minute + 1 });
  expect(windows.take('b', true, minute)).toEqual({ requests: 1, searches: 1, atMs: minute });
});

it('resets with the UTC minute', () => {
  const windows = new MemoryWindows();
  windows.take('a', true, minute + 59_999);
  expect(windows.take('a', false, minute + 60_000)).toMatchObject({ requests: 1, searches: 0 });
});

it('does not change a count that is only checked', () => {
  const windows = new MemoryWindows();
  const first = windows.take('a', true, minute);
  windows.take('a', true, minute);
  expect(first).toMatchObject({ requests: 1, searches: 1 });
});

it('holds a limited number of accounts', () => {
  const windows = new MemoryWindows(2);
  for (const account of ['a', 'b', 'c']) windows.take(account, true, minute);
  expect(windows.take('c', true, minute).requests).toBe(2);
  expect(windows.take('b', true, minute).requests).toBe(2);
  expect(windows.take('a', true, minute).requests).toBe(1);
});

it('adopts counts from elsewhere', () => {
  const windows = new MemoryWindows();
  windows.take('a', false, minute);
  windows.raise('a', { requests: 40, searches: 30, atMs: minute });
  windows.raise('a', { requests: 39, searches: 31, atMs: minute });
  expect(windows.take('a', true, minute)).toMatchObject({ requests: 41, searches: 32 });
});

it('adopts nothing from a past minute', () => {
  const windows = new MemoryWindows();
  windows.take('a', true, minute);
  windows.raise('a', { requests: 40, searches: 30, atMs: minute - 1 });
  expect(windows.take('a', true, minute)).toMatchObject({ requests: 2, searches: 2 });
});

it("reports the minute's counts without counting", () => {
  const windows = new MemoryWindows();
  windows.take('a', true, minute);
  expect(windows.seen('a', minute + 5)).toEqual({ requests: 1, searches: 1, atMs: minute + 5 });
  expect(windows.seen('a', minute + 60_000)).toMatchObject({ requests: 0, searches: 0 });
  expect(windows.seen('b', minute)).toMatchObject({ requests: 0, searches: 0 });
  expect(windows.take('a', true, minute)).toMatchObject({ requests: 2 });
});
