import { areFew, firstOptions } from './first-options';

const options = 'abcdefghij'.split('').map((id) => ({ id, label: id }));
const first = (chosen: string[], counts?: Record<string, number>) =>
  [...firstOptions(options, chosen, counts && ((id) => counts[id] ?? 0))].sort().join('');

it('are the first in order while no counts are known', () => {
  expect(first([])).toBe('abcdefg');
});

it('are those with matches, then the first in order', () => {
  expect(first([], { j: 277 })).toBe('abcdefj');
  expect(first([], { b: 1, c: 2, d: 3, e: 4, f: 5, g: 6, h: 7, i: 8 })).toBe('cdefghi');
});

it('always include the chosen ones', () => {
  expect(first(['i', 'unknown'], { j: 277 })).toBe('abcdeij');
  expect(first(['j', 'i', 'h', 'g', 'f', 'e', 'd', 'c'], { a: 9 })).toBe('cdefghij');
});

it('are all if only one or two would be hidden', () => {
  expect([areFew(options.slice(0, 9)), areFew(options)]).toEqual([true, false]);
});
