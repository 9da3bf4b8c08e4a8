import fc from 'fast-check';
import { decodeEntryCursor, encodeEntryCursor, mergeEntries, type EntryCursor } from './entry-pages';

const KINDS = ['credit', 'grant', 'reversal'] as const;
type Kind = (typeof KINDS)[number];

interface Entry {
  id: string;
  kind: Kind;
  createdAt: Date;
}

/** A list of one kind, paged like the ledger's: after an id, newest first, with a limit. */
function pageOf(all: readonly Entry[], kind: Kind, after: string | undefined, limit: number) {
  const ofKind = all.filter((entry) => entry.kind === kind);
  const rest = after === undefined ? ofKind : ofKind.slice(ofKind.findIndex(({ id }) => id === after) + 1);
  return { entries: rest.slice(0, limit), hasMore: rest.length > limit };
}

it('reads every entry once, newest first, whatever the page size and however many share a time', () => {
  const entries = fc
    .array(fc.record({ kind: fc.constantFrom(...KINDS), time: fc.integer({ min: 0, max: 6 }) }), {
      maxLength: 40,
    })
    .map((list) =>
      list
        .sort((left, right) => right.time - left.time)
        .map(({ kind, time }, index): Entry => ({ id: String(index), kind, createdAt: new Date(time) })),
    );
  fc.assert(
    fc.property(entries, fc.integer({ min: 1, max: 7 }), (all, limit) => {
      const read: Entry[] = [];
      let cursor: EntryCursor<Kind> | undefined = {};
      while (cursor) {
        const before: EntryCursor<Kind> = cursor;
        const lists = Object.fromEntries(
          KINDS.filter((kind) => before[kind] !== null).map((kind) => [
            kind,
            pageOf(all, kind, before[kind] ?? undefined, limit),
          ]),
        );
        const page = mergeEntries<Kind, Entry>(lists, before, limit);
        expect(page.entries.length).toBeLessThanOrEqual(limit);
        read.push(...page.entries);
        expect(read.length).toBeLessThanOrEqual(all.length);
        cursor = page.next && decodeEntryCursor(encodeEntryCursor(page.next), KINDS);
      }
      expect(read.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
      const times = read.map(({ createdAt }) => Number(createdAt));
      expect(times).toEqual([...times].sort((left, right) => right - left));
    }),
  );
});

it.each([
  '',
  'nonsense',
  'bnVsbA',
  'W10',
  Buffer.from('{"charge":"x"}').toString('base64url'),
  Buffer.from('{"credit":1}').toString('base64url'),
])('rejects %j as a cursor', (text) => expect(decodeEntryCursor(text, KINDS)).toBeUndefined());
