import { sampleCorpus } from './corpus';

const { signals, labels } = sampleCorpus('2026-11-21');

test('every identifier in the sample has a label, and vice versa', () => {
  const used = new Set(
    signals.flatMap(({ category, hiring, funding }) => [
      `category ${category}`,
      ...(hiring?.types ?? []).map((id) => `hiring_type ${id}`),
      ...(hiring?.functions ?? []).map((id) => `hiring_function ${id}`),
      ...(hiring?.seniorities ?? []).map((id) => `hiring_seniority ${id}`),
      ...(hiring?.employmentTypes ?? []).map((id) => `hiring_employment_type ${id}`),
      ...(hiring?.workArrangements ?? []).map((id) => `hiring_work_arrangement ${id}`),
      ...(funding?.stage === undefined ? [] : [`funding_stage ${funding.stage}`]),
    ]),
  );
  expect(labels.map(({ kind, id }) => `${kind} ${id}`).sort()).toEqual([...used].sort());
});

test('labels look hand-written', () => {
  expect(labels).toContainEqual({ kind: 'funding_stage', id: 'series-a', label: 'Series A' });
  expect(labels).toContainEqual({ kind: 'funding_stage', id: 'pre-seed', label: 'Pre-seed' });
  expect(labels).toContainEqual({ kind: 'category', id: 'ipo', label: 'IPO' });
  expect(labels).toContainEqual({ kind: 'category', id: 'acquisition', label: 'M&A' });
});
