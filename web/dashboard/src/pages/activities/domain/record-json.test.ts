import type { Activity } from '@heliograph/dashboard-api';
import { jsonPieces, recordJson } from './record-json';

const record = {
  id: '7',
  title: 'Says "a": b\\, {1}',
  company: { slug: 'a', name: 'A' },
  funding: { amount: -1.5e21 },
  industries: [],
} as unknown as Activity;

describe('a record as JSON', () => {
  it("is the data API's response, without the page's extra fields", () => {
    const shown = recordJson({ ...record, matched: [[0, 4]], similarity: 0.5 } as unknown as Activity);
    expect(JSON.parse(shown)).toEqual(record);
  });

  it('is split into pieces without loss', () => {
    const json = recordJson(record);
    const pieces = jsonPieces(json);
    expect(pieces.map(({ text }) => text).join('')).toBe(json);
    const ofKind = (kind: string) => pieces.filter((piece) => piece.kind === kind).map(({ text }) => text);
    expect(ofKind('name')).toEqual(
      ['id', 'title', 'company', 'slug', 'name', 'funding', 'amount', 'industries'].map(
        (name) => `"${name}"`,
      ),
    );
    expect(ofKind('text')).toEqual(['"7"', JSON.stringify(record.title), '"a"', '"A"']);
    expect(ofKind('value')).toEqual(['-1.5e+21']);
  });
});
