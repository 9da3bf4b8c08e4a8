import { IdTable } from './id-table';

it('finds what a Map finds, through growth and removals', () => {
  const rows = 20_000;
  const halves = new Uint32Array(2 * rows);
  const table = new IdTable(() => halves);
  const expected = new Map<string, number>();
  let state = 1;
  // The low bits of such a generator alternate.
  const next = () => (state = Math.imul(state, 1_664_525) + 1_013_904_223) >>> 12;
  let removed = 0;
  const keyOf = (row: number) => `${halves[2 * row + 1]}:${halves[2 * row]}`;
  for (let row = 0; row < rows; row += 1) {
    // Few distinct halves, so that many ids share one.
    halves[2 * row] = row % 500;
    halves[2 * row + 1] = Math.floor(row / 500) * 0x0400_0000;
    table.add(row);
    expected.set(keyOf(row), row);
    const victim = next() % (row + 1);
    if (next() % 2 === 0 && expected.delete(keyOf(victim))) {
      table.remove(halves[2 * victim]!, halves[2 * victim + 1]!);
      removed += 1;
    }
  }
  expect(removed).toBeGreaterThan(5_000);
  expect(table.size).toBe(expected.size);
  for (let row = 0; row < rows; row += 1) {
    expect(table.rowOf(halves[2 * row]!, halves[2 * row + 1]!)).toBe(expected.get(keyOf(row)) ?? -1);
  }
});
