import type { ChangeRow } from '@heliograph/catalog';
import { ChangeTail, TAIL_ROWS } from './change-tail';

const row = (id: number, atMs: number) =>
  ({ version: 2, id: String(id), kind: 'published', atMs }) as ChangeRow;

it('knows the time of the newest change, even when that was too large to keep', () => {
  const tail = new ChangeTail();
  expect(tail.lastAtMs).toBe(0);
  tail.load([row(1, 5)], 2);
  expect(tail.lastAtMs).toBe(5);
  tail.append([]);
  expect(tail.lastAtMs).toBe(5);
  tail.append(Array.from({ length: TAIL_ROWS }, (_, index) => row(TAIL_ROWS - index, 7)));
  expect([tail.lastAtMs, tail.after({ version: 0, id: '0' }, 1)]).toEqual([7, []]);
  tail.load([], 1);
  expect(tail.lastAtMs).toBe(0);
});
