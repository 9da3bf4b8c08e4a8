import { answerTo, readQuery } from './dns-message';

/** A question for the addresses of `a.Bc`, as RFC 1035 writes it. */
const question = Buffer.from([1, 97, 2, 66, 99, 0, 0, 1, 0, 1]);
const query = Buffer.concat([Buffer.from([0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]), question]);

it('reads a question', () => {
  expect(readQuery(query)).toEqual({ id: 0x1234, name: 'a.bc', type: 1, recursionDesired: true, question });
});

it.each([
  ['nothing', Buffer.alloc(0)],
  ['a header alone', query.subarray(0, 12)],
  ['a name without an end', query.subarray(0, 15)],
  ['half a question', query.subarray(0, query.length - 3)],
  ['an answer', Buffer.concat([Buffer.from([0x12, 0x34, 0x81, 0]), query.subarray(4)])],
])('takes %s for no question', (_, message) => {
  expect(readQuery(message)).toBeUndefined();
});

it('answers with addresses, or that there is no such name', () => {
  const asked = readQuery(query)!;
  const answer = answerTo(asked, ['127.10.2.1', '127.10.2.2'], 5);
  expect(answer.readUInt16BE(6)).toBe(2);
  expect([...answer.subarray(-4)]).toEqual([127, 10, 2, 2]);
  expect(answer.readUInt16BE(2) & 0xf).toBe(0);
  expect(answerTo(asked, undefined, 5).readUInt16BE(2) & 0xf).toBe(3);
  // Of the name there is nothing of another type.
  expect(answerTo({ ...asked, type: 28 }, ['127.10.2.1'], 5).readUInt16BE(6)).toBe(0);
});
