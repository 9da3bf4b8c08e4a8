import type { ApiResponse } from './attempt';
import { Journal, type LogicalRequest } from './journal';
import { outcomeOf } from './outcome';

const response = (
  status: number,
  [sentAtMs, endedAtMs]: [number, number],
  changes: Partial<ApiResponse> = {},
) =>
  ({
    status,
    sentAtMs,
    endedAtMs,
    code: '',
    requestId: 'r_a1',
    isReplay: false,
    receipt: '1.a',
    consumed: 1,
    records: 1,
    digest: 'd',
    ...changes,
  }) as ApiResponse;

function judge(...responses: ApiResponse[]) {
  const journal = new Journal();
  const outcome = outcomeOf({ id: 'r' } as LogicalRequest, responses, journal);
  return { kind: outcome.kind, found: journal.violations.map(({ detail }) => detail) };
}

const replay = { isReplay: true, consumed: 0 };

it('finds nothing if one copy pays and the others replay its response or came too early', () => {
  const refused = response(402, [1, 9]);
  expect(judge(refused, response(200, [2, 8]), response(200, [3, 9], replay))).toEqual({
    kind: 'answered',
    found: [],
  });
});

it.each([
  [
    'another receipt',
    [response(200, [0, 5]), response(200, [6, 9], { ...replay, receipt: '2.b' })],
    'two answers',
  ],
  [
    'different bytes',
    [response(200, [0, 5]), response(200, [6, 9], { ...replay, digest: 'e' })],
    'two answers',
  ],
  [
    'a second charge',
    [response(200, [0, 5]), response(200, [6, 9], { isReplay: true })],
    '1 records, replayed',
  ],
  ['a refusal afterwards', [response(200, [0, 5]), response(402, [6, 9])], 'refused after'],
])('finds %s', (_what, responses, detail) => {
  expect(judge(...responses).found).toEqual([expect.stringContaining(detail)]);
});
