import type { EventMessage } from './message';
import { MAXIMUM_MESSAGE_BYTES, requestsOf } from './message-limits';

const message = (bytes: number): EventMessage => ({ key: 'k', headers: {}, value: Buffer.alloc(bytes) });

it('splits by number and size, in order', () => {
  const small = Array.from({ length: 5_001 }, () => message(1));
  expect(requestsOf(small, 4_000_000).map(({ length }) => length)).toEqual([5_000, 1]);
  const large = Array.from({ length: 9 }, () => message(900_000));
  expect(requestsOf(large, 4_000_000).map(({ length }) => length)).toEqual([4, 4, 1]);
  expect(requestsOf(large, 4_000_000).flat()).toEqual(large);
  expect(requestsOf([], 1)).toEqual([]);
});

it('refuses a message that no log accepts, counting its headers', () => {
  expect(() => requestsOf([message(1), message(MAXIMUM_MESSAGE_BYTES)], 4_000_000)).toThrow(RangeError);
  const headers = { ce_id: 'x'.repeat(MAXIMUM_MESSAGE_BYTES) };
  expect(() => requestsOf([{ ...message(1), headers }], 4_000_000)).toThrow(RangeError);
});
