import fc from 'fast-check';
import { ChangesCursorCodec, expiryOfChanges } from './changes-cursor';
import { SemanticCursorCodec } from './semantic-cursor';

const SECRET = 'a-secret-of-more-than-thirty-two-characters';
const HOLDER = { channel: 'api', accountId: '0198c0de-0000-7000-8000-000000000001' } as const;
const codec = new ChangesCursorCodec({ current: SECRET }, HOLDER);

const anyCursor = fc.record({
  position: fc.record({
    version: fc.bigInt({ min: 0n, max: BigInt(Number.MAX_SAFE_INTEGER) }),
    id: fc.bigInt({ min: 0n, max: 9_999_999_999_999_999_999n }).map(String),
  }),
  digest: fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes)),
  issuedAtMs: fc.nat({ max: 8.64e15 }),
});
const cursor = {
  position: { version: 7n, id: '12' },
  digest: Buffer.alloc(16, 3),
  issuedAtMs: Date.parse('2026-11-20T10:00:00Z'),
};

it('reads back its own cursors', () => {
  fc.assert(
    fc.property(anyCursor, (each) => {
      const text = codec.encode(each);
      expect(text).toMatch(/^[A-Za-z0-9_-]{76}$/);
      expect(codec.decode(text)).toEqual(each);
    }),
  );
});

it('refuses a cursor with any character changed, added, or removed', () => {
  const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
  fc.assert(
    fc.property(anyCursor, fc.nat(75), fc.constantFrom(...alphabet), (each, at, other) => {
      const text = codec.encode(each);
      for (const removed of [0, 1]) {
        const changed = text.slice(0, at) + other + text.slice(at + removed);
        if (changed !== text) expect(codec.decode(changed)).toBeUndefined();
      }
      expect(codec.decode(text.slice(0, at) + text.slice(at + 1))).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

it.each(['', 'x'.repeat(76), `${codec.encode(cursor)}A`, ` ${codec.encode(cursor)}`])(
  'refuses %j',
  (text) => {
    expect(codec.decode(text)).toBeUndefined();
  },
);

it('is valid with the previous secret, for one account and interface only', () => {
  const text = codec.encode(cursor);
  const rotated = { current: 'another-secret-of-more-than-thirty-two', previous: SECRET };
  expect(new ChangesCursorCodec(rotated, HOLDER).decode(text)).toEqual(cursor);
  expect(new ChangesCursorCodec({ current: rotated.current }, HOLDER).decode(text)).toBeUndefined();
  for (const other of [{ channel: 'cli' as const }, { accountId: '0198c0de-0000-7000-8000-000000000002' }]) {
    expect(new ChangesCursorCodec({ current: SECRET }, { ...HOLDER, ...other }).decode(text)).toBeUndefined();
  }
});

it('is not a cursor of a search', () => {
  expect(new SemanticCursorCodec({ current: SECRET }, HOLDER).decode(codec.encode(cursor))).toBeUndefined();
});

it('has the layout of cursors already in use', () => {
  const bytes = Buffer.from(codec.encode(cursor), 'base64url');
  expect(bytes).toHaveLength(57);
  expect([bytes[0], bytes.readBigUInt64BE(1), bytes.readBigUInt64BE(9)]).toEqual([3, 7n, 12n]);
  expect(bytes.readBigUInt64BE(17)).toBe(BigInt(cursor.issuedAtMs));
  expect(bytes.subarray(25, 41)).toEqual(cursor.digest);
});

it('expires after 30 days', () => {
  expect(expiryOfChanges(cursor.issuedAtMs)).toBe(Date.parse('2026-12-20T10:00:00Z'));
});
