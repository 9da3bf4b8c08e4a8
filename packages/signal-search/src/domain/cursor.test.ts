import { search } from '@heliograph/proto';
import fc from 'fast-check';
import { CursorCodec, type CursorPosition } from './cursor';
import { digestOfFilters } from './filters-digest';

const HOLDER = { channel: 'api', accountId: '0198c0de-0000-7000-8000-000000000001' } as const;
const codec = new CursorCodec({ current: 'a-secret-of-more-than-thirty-two-characters' }, HOLDER);

const anyPosition: fc.Arbitrary<CursorPosition> = fc.record({
  activityDate: fc
    .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  id: fc.bigInt({ min: 1n, max: 9_999_999_999_999_999_999n }).map(String),
});
const anyDigest = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes));

it("reads back its own cursors, within the parameter's limit", () => {
  fc.assert(
    fc.property(anyPosition, anyDigest, (position, digest) => {
      const text = codec.encode({ position, digest });
      expect(text).toMatch(/^[A-Za-z0-9_-]{1,512}$/);
      expect(codec.decode(text)).toEqual({ position, digest });
    }),
  );
});

it('refuses a cursor with any character changed', () => {
  const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
  fc.assert(
    fc.property(
      anyPosition,
      anyDigest,
      fc.nat(59),
      fc.constantFrom(...alphabet),
      (position, digest, at, other) => {
        const text = codec.encode({ position, digest });
        fc.pre(text[at] !== other);
        expect(codec.decode(text.slice(0, at) + other + text.slice(at + 1))).toBeUndefined();
      },
    ),
  );
});

it('refuses anything else', () => {
  const text = codec.encode({ position: { activityDate: '2026-11-18', id: '7' }, digest: Buffer.alloc(16) });
  const others = [
    '',
    `${text}=`,
    `${text}A`,
    text.slice(1),
    ` ${text}`,
    'A'.repeat(60),
    'A'.repeat(512),
    'é'.repeat(60),
  ];
  for (const other of others) expect(codec.decode(other)).toBeUndefined();
  fc.assert(
    fc.property(fc.base64String({ maxLength: 80 }), (other) => expect(codec.decode(other)).toBeUndefined()),
  );
});

it('refuses a cursor with another secret', () => {
  const other = new CursorCodec({ current: 'another-secret-of-more-than-thirty-two-ch' }, HOLDER);
  const text = other.encode({ position: { activityDate: '2026-11-18', id: '7' }, digest: Buffer.alloc(16) });
  expect(codec.decode(text)).toBeUndefined();
});

it('accepts a cursor with the previous and with the next secret', () => {
  const [first, second] = ['the-first-secret-of-at-least-32-chars', 'the-second-secret-of-at-least-32-chars'];
  const place = { position: { activityDate: '2026-11-18', id: '7' }, digest: Buffer.alloc(16) };
  const early = new CursorCodec({ current: first, previous: second }, HOLDER);
  const late = new CursorCodec({ current: second, previous: first }, HOLDER);
  expect(late.decode(early.encode(place))).toEqual(place);
  expect(early.decode(late.encode(place))).toEqual(place);
  expect(new CursorCodec({ current: second }, HOLDER).decode(early.encode(place))).toBeUndefined();
});

it('depends on the filters and nothing else', () => {
  const filters = (partial: Partial<search.Filters>) =>
    digestOfFilters(search.Filters.fromPartial(partial)).toString('hex');
  expect(filters({ q: 'a' })).toBe(filters({ q: 'a', companies: [] }));
  expect(filters({ q: 'a' })).not.toBe(filters({ all: 'a' }));
  expect(filters({ fundingMin: 0 })).not.toBe(filters({}));
  expect(filters({ companies: ['ab', 'c'] })).not.toBe(filters({ companies: ['a', 'bc'] }));
});
