import { formatWait, indexState, reconciliationState, semanticState } from './states';

const index = {
  model: 'all-minilm',
  signals: 10,
  embedded: 10,
  remaining: 0,
  dead: 0,
  isComplete: true,
  isRepairing: false,
  blocker: null,
  lag: 0,
};

it.each([
  [{}, 'Complete'],
  [{ remaining: 3, embedded: 7 }, 'Catching up'],
  [{ isComplete: false, remaining: 3 }, 'Being built'],
  [{ isRepairing: true }, 'Being repaired'],
  [{ model: null, isComplete: false }, 'No model yet'],
  [{ blocker: 'The embedding service is not responding.' }, 'Blocked'],
])('describes an index with %j as "%s"', (changes, text) => {
  expect(indexState({ ...index, ...changes }).text).toBe(text);
});

it('counts differences', () => {
  expect([0, 1, 2].map((differences) => reconciliationState({ differences }).text)).toEqual([
    'No differences',
    '1 difference',
    '2 differences',
  ]);
});

it('rounds how long something has been waiting', () => {
  expect([0.4, 89, 90, 5_399, 5_400, 200_000].map(formatWait)).toEqual([
    '0 s',
    '89 s',
    '2 min',
    '90 min',
    '2 h',
    '2 d',
  ]);
});

it('calls semantic search that is not offered neither good nor bad', () => {
  expect(semanticState('not_configured').tone).toBe('neutral');
});
