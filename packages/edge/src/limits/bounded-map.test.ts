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
  // Of the CPU: other programs may have it in between.
  const timeOf = (count: number) => {
    const start = process.cpuUsage();
    for (let index = 0; index < count; index++) map.set(`${key++}`, index);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  const filling = timeOf(50_000);
  // With a new iterator for each, hundreds of times as long.
  expect(timeOf(200_000)).toBeLessThan(40 * filling);
});
