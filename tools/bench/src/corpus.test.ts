import { readImportSummary } from './corpus';

test("reads an import's rates from its output", () => {
  const printed =
    'Imported 93,182 companies, 190,012 signals, 3 labels in 26.8 s (35,061 companies/s, 14,687 signals/s, statistics 11.0 s).\n';
  expect(readImportSummary(printed)).toEqual({
    companies: 93_182,
    signals: 190_012,
    seconds: 26.8,
    finishSeconds: 11,
    streamedPerSecond: 14_687,
  });
});

test('throws for any other output', () => {
  expect(() => readImportSummary('Imported 3 labels in 0.1 s (statistics 0.0 s).')).toThrow(
    'the import printed no',
  );
});
