import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { MAXIMUM_BODY_BYTES, decodeResponse, encodeResponse } from './stored-response';

const responseOf = (body: Buffer) => ({ status: 200, contentType: 'application/json', body });

it('restores every body byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 10_000 }), async (bytes) => {
      const response = responseOf(Buffer.from(bytes));
      expect(await decodeResponse(await encodeResponse(response))).toEqual(response);
    }),
  );
});

it('compresses large text', async () => {
  const encoded = await encodeResponse(responseOf(Buffer.from('{"title":"Acme raises funds"},'.repeat(500))));
  expect(encoded.encoding).toBe('deflate');
  expect(encoded.body.length).toBeLessThan(1_500);
});

it('restores text on either side of the size limit for synchronous compression', async () => {
  for (const size of [16_384, 16_385]) {
    const response = responseOf(Buffer.from('published signals '.repeat(1_000)).subarray(0, size));
    const encoded = await encodeResponse(response);
    expect(encoded.encoding).toBe('deflate');
    expect(await decodeResponse(encoded)).toEqual(response);
  }
});

it('compresses bodies of 512 bytes or more', async () => {
  expect((await encodeResponse(responseOf(Buffer.alloc(512)))).encoding).toBe('deflate');
});

it('does not compress small or incompressible bodies', async () => {
  expect((await encodeResponse(responseOf(Buffer.alloc(511)))).encoding).toBe('identity');
  expect((await encodeResponse(responseOf(randomBytes(10_000)))).encoding).toBe('identity');
});

it('restores the largest allowed body, and refuses a larger one', async () => {
  const largest = responseOf(Buffer.alloc(MAXIMUM_BODY_BYTES));
  expect((await decodeResponse(await encodeResponse(largest))).body).toHaveLength(MAXIMUM_BODY_BYTES);
  const larger = await encodeResponse(responseOf(Buffer.alloc(MAXIMUM_BODY_BYTES + 1)));
  await expect(decodeResponse(larger)).rejects.toThrow();
});
