import { readFilters } from './read-filters';

const read = (filters: Parameters<typeof readFilters>[0]) => readFilters(filters, 0);

it('parses a text once, until many others came', () => {
  const q = '"series a"';
  const first = read({ q });
  expect(read({ q })).toBe(first);
  for (let index = 0; index < 50; index += 1) read({ q: `word${index} `.repeat(1_000) });
  expect(read({ q })).not.toBe(first);
  expect(read({ q })).toEqual(first);
});

it('reads the same text by the rules of each filter', () => {
  const text = 'open robots, -closed';
  const conditions = [{ q: text }, { all: text }, { exact: text }, { any: text }, { exclude: text }].map(
    read,
  );
  expect(new Set(conditions.map((condition) => JSON.stringify(condition))).size).toBe(5);
});
