import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { MAXIMUM_BODY_BYTES, decodeAnswer, encodeAnswer } from './stored-answer';

const answerOf = (body: Buffer) => ({ status: 200, contentType: 'application/json', body });

it('restores every body byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 10_000 }), async (bytes) => {
      const answer = answerOf(Buffer.from(bytes));
      expect(await decodeAnswer(await encodeAnswer(answer))).toEqual(answer);
    }),
  );
});

it('compresses large text', async () => {
  const encoded = await encodeAnswer(answerOf(Buffer.from('{"title":"Acme raises funds"},'.repeat(500))));
  expect(encoded.encoding).toBe('deflate');
  expect(encoded.body.length).toBeLessThan(1_500);
});

it('restores text on either side of the size limit for synchronous compression', async () => {
  for (const size of [16_384, 16_385]) {
    const answer = answerOf(Buffer.from('published signals '.repeat(1_000)).subarray(0, size));
    const encoded = await encodeAnswer(answer);
    expect(encoded.encoding).toBe('deflate');
    expect(await decodeAnswer(encoded)).toEqual(answer);
  }
});

it('compresses from 512 bytes on', async () => {
  expect((await encodeAnswer(answerOf(Buffer.alloc(512)))).encoding).toBe('deflate');
});

it('does not compress what is small or incompressible', async () => {
  expect((await encodeAnswer(answerOf(Buffer.alloc(511)))).encoding).toBe('identity');
  expect((await encodeAnswer(answerOf(randomBytes(10_000)))).encoding).toBe('identity');
});

it('restores the largest allowed body, and refuses a larger one', async () => {
  const largest = answerOf(Buffer.alloc(MAXIMUM_BODY_BYTES));
  expect((await decodeAnswer(await encodeAnswer(largest))).body).toHaveLength(MAXIMUM_BODY_BYTES);
  const larger = await encodeAnswer(answerOf(Buffer.alloc(MAXIMUM_BODY_BYTES + 1)));
  await expect(decodeAnswer(larger)).rejects.toThrow();
});
