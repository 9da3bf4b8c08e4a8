import type { ChangeRow } from '@heliograph/catalog';
import { ChangeTail, TAIL_ROWS } from './change-tail';

it('keeps nothing of a version that was too large to deliver whole', () => {
  const row = (id: number, version: number) =>
    ({ version, id: String(id), kind: 'published', atMs: version }) as ChangeRow;
  const tail = new ChangeTail();
  tail.load([row(1, 2)], 2);
  tail.append(Array.from({ length: TAIL_ROWS }, (_, index) => row(TAIL_ROWS - index, 3)));
  expect([tail.covers({ version: 3, id: '0' }), tail.after({ version: 0, id: '0' }, 1)]).toEqual([false, []]);
  tail.append([row(1, 4)]);
  expect([tail.covers({ version: 4, id: '0' }), tail.after({ version: 4, id: '0' }, 1)]).toEqual([
    true,
    [row(1, 4)],
  ]);
});
