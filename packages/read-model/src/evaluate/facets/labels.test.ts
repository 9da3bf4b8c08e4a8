import { SegmentBuilder } from '../../segment/segment-builder';
import { viewOfAll } from '../../snapshot';
import type { Slices } from '../scan';
import { tallyLabels } from './labels';
import type { Matched } from './matched-rows';

/** Each row has the industries whose bits are set in its number. */
function matchedOf(rows: number): Matched {
  const builder = new SegmentBuilder();
  for (let row = 0; row < rows; row++) {
    const industries = [...row.toString(2)].flatMap((bit, index) =>
      bit === '1' ? [`industry ${index}`] : [],
    );
    const item = {
      title: '',
      activityDate: '2026-11-01',
      industries,
      company: { slug: 'acme', name: 'Acme' },
    };
    builder.add({
      id: String(rows - row),
      ordinal: row,
      companyId: 1,
      publishedAtMs: 0,
      document: Buffer.from(JSON.stringify(item)),
    });
  }
  const view = viewOfAll(builder.finish());
  return { views: [{ view, bits: view.shown, count: rows }], total: rows, isAll: true };
}

test.each([
  ['16 bits hold the number of each set', 1_000],
  ['there are more sets than 16 bits hold', 70_000],
])('labels are counted where %s', (_, rows) => {
  const expected: Record<string, number> = {};
  for (let row = 0; row < rows; row++) {
    for (const [index, bit] of [...row.toString(2)].entries()) {
      if (bit === '1') expected[`industry ${index}`] = (expected[`industry ${index}`] ?? 0) + 1;
    }
  }
  expect(Object.fromEntries(run(tallyLabels('industry', matchedOf(rows))))).toEqual(expected);
});

function run<Result>(slices: Slices<Result>): Result {
  for (;;) {
    const step = slices.next();
    if (step.done) return step.value;
  }
}
