import fc from 'fast-check';
import { CursorCodec } from './cursor';
import { SemanticCursorCodec, type SemanticCursor } from './semantic-cursor';

const SECRET = 'a-secret-of-more-than-thirty-two-characters';
const HOLDER = { channel: 'api', accountId: '0198c0de-0000-7000-8000-000000000001' } as const;
const codec = new SemanticCursorCodec({ current: SECRET }, HOLDER);

const anyDigest = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes));
const anyCursor: fc.Arbitrary<SemanticCursor> = fc.record({
  queryDigest: anyDigest,
  filtersDigest: anyDigest,
  limit: fc.integer({ min: 1, max: 50 }),
  after: fc.record({
    similarityMillionths: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    id: fc.bigInt({ min: 1n, max: 9_999_999_999_999_999_999n }).map(String),
  }),
  cutoff: fc.record({ asOfMs: fc.nat({ max: 8.64e15 }), ordinalBelow: fc.nat({ max: 0xffff_ffff }) }),
  collection: fc.stringMatching(/^[a-z0-9._-]{1,80}$/),
  issuedAtMs: fc.nat({ max: 8.64e15 }),
});
const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
const one = fc.sample(anyCursor, { numRuns: 1, seed: 1 })[0]!;

it("reads back its own cursors, which fit into the parameter but are longer than keyword search's", () => {
  fc.assert(
    fc.property(anyCursor, (cursor) => {
      const text = codec.encode(cursor);
      expect(text).toMatch(/^[A-Za-z0-9_-]{61,216}$/);
      expect(codec.decode(text)).toEqual(cursor);
    }),
  );
});

it('refuses a cursor with any character changed, added, or removed', () => {
  fc.assert(
    fc.property(anyCursor, fc.nat(215), fc.constantFrom(...alphabet), (cursor, place, other) => {
      const text = codec.encode(cursor);
      const at = place % text.length;
      for (const removed of [0, 1]) {
        const changed = text.slice(0, at) + other + text.slice(at + removed);
        if (changed !== text) expect(codec.decode(changed)).toBeUndefined();
      }
      expect(codec.decode(text.slice(0, at) + text.slice(at + 1))).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

it('has one text per cursor, even if the last character has spare bits', () => {
  for (const collection of ['a', 'ab', 'abc']) {
    const text = codec.encode({ ...one, collection });
    const same = alphabet.filter((last) => codec.decode(text.slice(0, -1) + last) !== undefined);
    expect(same).toEqual([text.at(-1)]);
  }
});

it('refuses anything else', () => {
  const text = codec.encode(one);
  for (const other of [
    '',
    `${text}=`,
    ` ${text}`,
    'A'.repeat(60),
    'A'.repeat(112),
    'A'.repeat(512),
    'é'.repeat(120),
  ])
    expect(codec.decode(other)).toBeUndefined();
  fc.assert(
    fc.property(fc.base64String({ maxLength: 300 }), (other) => expect(codec.decode(other)).toBeUndefined()),
  );
});

it('refuses a cursor with another secret or from keyword search, and vice versa', () => {
  const other = new SemanticCursorCodec({ current: 'another-secret-of-more-than-thirty-two-ch' }, HOLDER);
  expect(codec.decode(other.encode(one))).toBeUndefined();
  const keyword = new CursorCodec({ current: SECRET }, HOLDER);
  const place = { position: { activityDate: '2026-11-18', id: '7' }, digest: Buffer.alloc(16) };
  expect(codec.decode(keyword.encode(place))).toBeUndefined();
  expect(keyword.decode(codec.encode(one))).toBeUndefined();
});

it('accepts a cursor with the previous secret, including its query', () => {
  const late = new SemanticCursorCodec(
    {
      current: 'the-next-secret-of-at-least-32-characters',
      previous: SECRET,
    },
    HOLDER,
  );
  const cursor = late.decode(codec.encode({ ...one, queryDigest: codec.digestOfQuery('robots') }))!;
  expect(late.isOfQuery('robots', cursor)).toBe(true);
  expect(late.isOfQuery('robot', cursor)).toBe(false);
});

it.each([{ limit: 0 }, { limit: 51 }, { after: { similarityMillionths: 1_000_001, id: '1' } }])(
  'rejects %p, even if it is signed',
  (changes) => {
    expect(codec.decode(codec.encode({ ...one, ...changes }))).toBeUndefined();
  },
);

it('rejects an impossible collection name', () => {
  for (const collection of ['', 'a'.repeat(81), 'A', 'a b', 'é'])
    expect(() => codec.encode({ ...one, collection })).toThrow(RangeError);
});

it('distinguishes queries, without revealing them to anyone without the secret', () => {
  const digest = (text: string, by = codec) => by.digestOfQuery(text).toString('hex');
  expect(digest('robots')).toBe(digest('robots'));
  expect(digest('robots')).not.toBe(digest('robots '));
  expect(digest('robots', new SemanticCursorCodec({ current: `${SECRET}!` }, HOLDER))).not.toBe(
    digest('robots'),
  );
  expect(codec.digestOfQuery('robots')).toHaveLength(16);
});
