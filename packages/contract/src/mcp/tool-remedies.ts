import { errorRow, type ErrorCode } from '../errors';
import { WITHOUT_TEST_RECORDS } from '../test-keys';

/** What a model can do, for errors whose own remedy is about HTTP. */
const FOR_AGENTS: Partial<Record<ErrorCode, string>> = {
  invalid_parameter: 'Correct the named arguments, and call the tool again.',
  unknown_parameter: 'Leave the argument out; the input schema lists every argument of the tool.',
  cursor_invalid: 'Pass `data.nextCursor` of the previous page unchanged, or leave `cursor` out.',
  insufficient_records:
    'Ask for fewer with a lower `limit`, or tell the user that the records are used up: they can top ' +
    'up the balance in the dashboard. Counts still work. Repeating the call does not help.',
  key_cap_reached:
    'Ask for fewer with a lower `limit`, or tell the user that the key’s monthly cap is reached. ' +
    'Counts still work. Repeating the call does not help.',
  budget_reached:
    'Ask for fewer with a lower `limit`, or raise `max_records` if that was the bound. A budget of the ' +
    'session is set by the user: tell the user if too little of it is left. Counts still work. Repeating ' +
    'the call unchanged does not help.',
  insufficient_scope: 'Tell the user which scope the key needs. Repeating the call does not help.',
  not_found: 'Check the slug: it is the `company.slug` of a signal.',
  idempotency_in_progress: 'The same call is still running. Wait, then repeat it with the same arguments.',
  rate_limited: 'Wait as long as the message says, then repeat the call. Send fewer calls in parallel.',
  internal: 'Repeat the call later. If it fails again, tell the user the request id.',
  response_too_large: 'Ask for fewer with `limit`, and continue with `cursor`.',
  semantic_unavailable: 'Search by keyword with `q` instead, or repeat the call later.',
  unavailable: 'Repeat the same call: it is charged at most once.',
};

const WITH_TEST_KEY: Partial<Record<ErrorCode, string>> = {
  insufficient_records:
    'Ask for fewer with a lower `limit`, or tell the user that the test records of the day are used up: ' +
    `${WITHOUT_TEST_RECORDS}. Counts still work. Repeating the call does not help.`,
};

/** What a model can do about wrong headers of its session. */
export const SESSION_REMEDY =
  'Tell the user to correct these headers in the configuration of the client. Repeating the call does not help.';

/** What a model can do about an error. */
export function agentRemedyOf(code: ErrorCode, isTest: boolean): string {
  return (isTest ? WITH_TEST_KEY[code] : undefined) ?? FOR_AGENTS[code] ?? errorRow(code).remedy;
}
