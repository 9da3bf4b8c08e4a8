import type { Answer } from './attempt';
import { Journal, type LogicalRequest } from './journal';
import { outcomeOf } from './outcome';

const answer = (status: number, [sentAtMs, endedAtMs]: [number, number], changes: Partial<Answer> = {}) =>
  ({
    ...{ status, sentAtMs, endedAtMs, code: '', requestId: 'r_a1', isReplay: false, receipt: '1.a' },
    ...{ consumed: 1, records: 1, digest: 'd', ...changes },
  }) as Answer;

function judge(...answers: Answer[]) {
  const journal = new Journal();
  const outcome = outcomeOf({ id: 'r' } as LogicalRequest, answers, journal);
  return { kind: outcome.kind, found: journal.violations.map(({ detail }) => detail) };
}

const replay = { isReplay: true, consumed: 0 };

it('finds nothing if one copy pays and the others replay its answer or came too early', () => {
  const refused = answer(402, [1, 9]);
  expect(judge(refused, answer(200, [2, 8]), answer(200, [3, 9], replay))).toEqual({
    kind: 'answered',
    found: [],
  });
});

it.each([
  [
    'another receipt',
    [answer(200, [0, 5]), answer(200, [6, 9], { ...replay, receipt: '2.b' })],
    'two answers',
  ],
  ['different bytes', [answer(200, [0, 5]), answer(200, [6, 9], { ...replay, digest: 'e' })], 'two answers'],
  ['a second charge', [answer(200, [0, 5]), answer(200, [6, 9], { isReplay: true })], '1 records, replayed'],
  ['a refusal afterwards', [answer(200, [0, 5]), answer(402, [6, 9])], 'refused after'],
])('finds %s', (_what, answers, detail) => {
  expect(judge(...answers).found).toEqual([expect.stringContaining(detail)]);
});
