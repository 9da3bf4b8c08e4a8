import { MemoryVectors } from './memory-vectors';

const vector = (value: number) => Float32Array.of(value);

it('forgets what was used least recently', () => {
  const memory = new MemoryVectors(2, () => 0);
  memory.set('a', vector(1), 1);
  memory.set('b', vector(2), 1);
  memory.get('a');
  memory.set('c', vector(3), 1);
  expect([memory.get('a'), memory.get('b'), memory.get('c')]).toEqual([vector(1), undefined, vector(3)]);
  expect(memory.size).toBe(2);
});

it('forgets after the time from when it was put in, however often it is used', () => {
  let now = 0;
  const memory = new MemoryVectors(2, () => now);
  memory.set('a', vector(1), 3_600_000);
  for (now = 0; now < 3_600_000; now += 600_000) expect(memory.get('a')).toEqual(vector(1));
  expect(memory.get('a')).toBeUndefined();
  expect(memory.size).toBe(0);
});
