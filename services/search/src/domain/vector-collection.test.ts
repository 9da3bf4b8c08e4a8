import { collectionOf, percentOf } from './vector-collection';

it.each([
  [undefined, 0],
  [{ isComplete: false, signals: 0, embedded: 0 }, 0],
  [{ isComplete: false, signals: 3, embedded: 1 }, 33],
  [{ isComplete: false, signals: 1_000_000, embedded: 999_999 }, 99],
  [{ isComplete: false, signals: 5, embedded: 7 }, 99],
  [{ isComplete: true, signals: 5, embedded: 1 }, 100],
])('%p is %p percent', (collection, percent) => {
  expect(percentOf(collection)).toBe(percent);
});

it('names a collection for its model', () => {
  expect(collectionOf('local-minilm-1')).toBe('signals-local-minilm-1');
});
