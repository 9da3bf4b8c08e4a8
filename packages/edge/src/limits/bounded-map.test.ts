import { BoundedMap } from './bounded-map';

it('forgets its oldest entries, also after it was emptied', () => {
  const map = new BoundedMap<number>(2);
  const kept = () => ['a', 'b', 'c', 'd'].filter((key) => map.get(key) !== undefined);
  for (let round = 0; round < 3; round++) {
    for (const [index, key] of ['a', 'b', 'a', 'c'].entries()) map.set(key, index);
    expect(kept()).toEqual(['b', 'c']);
    map.set('b', 5);
    expect([map.get('b'), map.get('c')]).toEqual([5, 3]);
    map.set('d', 6);
    map.set('a', 7);
    expect(kept()).toEqual(['a', 'd']);
    map.clear();
    expect(kept()).toEqual([]);
  }
});

it('costs about the same however many entries were forgotten', () => {
  const map = new BoundedMap<number>(50_000);
  let key = 0;
  const msOf = (count: number) => {
    const start = performance.now();
    for (let index = 0; index < count; index++) map.set(`${key++}`, index);
    return performance.now() - start;
  };
  const filling = msOf(50_000);
  // With a new iterator for each, hundreds of times as long.
  expect(msOf(200_000)).toBeLessThan(40 * filling);
});
