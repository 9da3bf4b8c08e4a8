import type { StoredEvent } from './message';
import { countAfter, formatPosition, mergePartitions, parsePosition, upToEnds } from './read-position';

const stored = (partition: number, offset: bigint, appendedAtMs: number): StoredEvent => ({
  topic: 't',
  partition,
  offset,
  appendedAtMs,
  key: '',
  headers: {},
  value: Buffer.alloc(0),
});

it('reads back the position it wrote', () => {
  const position = new Map([
    [10, 9_007_199_254_740_993n],
    [2, 0n],
  ]);
  expect(formatPosition(position)).toBe('2:0,10:9007199254740993');
  expect(parsePosition(formatPosition(position))).toEqual(position);
  expect(parsePosition(formatPosition(new Map()))).toEqual(new Map());
});

it.each(['x', '1', '1:', '1:2,', '1:-2', '1:2;3:4'])('refuses %s as a position', (text) => {
  expect(() => parsePosition(text)).toThrow(RangeError);
});

it("merges by time without leaving any partition's messages behind", () => {
  const first = [stored(0, 5n, 10), stored(0, 6n, 40)];
  // The clock went back between the two.
  const second = [stored(1, 0n, 20), stored(1, 1n, 5), stored(1, 9n, 50)];
  const merged = mergePartitions([first, second, []], 4, new Map([[2, 7n]]));
  expect(merged.messages.map(({ partition, offset }) => [partition, offset])).toEqual([
    [0, 5n],
    [1, 0n],
    [1, 1n],
    [0, 6n],
  ]);
  expect(formatPosition(merged.position)).toBe('0:7,1:2,2:7');
});

it('counts what a group processed after the ends were read, and all of a topic that was recreated', () => {
  const ranges = [{ partition: 0, low: 2n, high: 10n }];
  const later = [{ partition: 0, low: 2n, high: 15n }];
  const count = (next: bigint) => countAfter(upToEnds(new Map([[0, next]]), ranges, later), ranges);
  expect([8n, 10n, 12n, 15n, 16n].map(count)).toEqual([2, 0, 0, 0, 8]);
});
