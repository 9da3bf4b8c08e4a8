import { settledMatches, type WaitingMatch } from './settled-matches';

const match = (signalId: string, version: number, ageMs: number): WaitingMatch => ({
  signalId,
  version: String(version),
  ageMs,
});

it('waits a second for signals published together', () => {
  expect(settledMatches([match('5', 1, 300), match('6', 1, 800)])).toEqual({ signalIds: [], inMs: 200 });
  expect(settledMatches([match('5', 1, 500), match('6', 1, 1_000)])).toEqual({
    signalIds: ['5', '6'],
    inMs: 0,
  });
});

it('omits signals that an earlier match may still precede, unless they were published with the rest', () => {
  const matches = [match('7', 1, 600), match('8', 2, 1_200), match('9', 2, 10), match('1', 3, 499)];
  expect(settledMatches(matches).signalIds).toEqual(['7', '8', '9']);
});

it('puts late matches before the rest', () => {
  expect(settledMatches([match('7', 1, 10), match('8', 2, 1_200)]).signalIds).toEqual(['7', '8']);
});

it('waits for the oldest match, and takes what was published with the last that is settled', () => {
  expect(settledMatches([match('5', 1, 999)]).inMs).toBe(1);
  expect(settledMatches([match('5', 1, 1_000), match('6', 2, 499)]).signalIds).toEqual(['5']);
  expect(settledMatches([match('5', 1, 1_000), match('6', 2, 500)]).signalIds).toEqual(['5', '6']);
});
