import { errorRow, type ErrorCode } from '../errors';

/** What a model can do, where the remedy of the error speaks of HTTP. */
const FOR_AGENTS: Partial<Record<ErrorCode, string>> = {
  invalid_parameter: 'Correct the arguments that are named, and call the tool again.',
  unknown_parameter: 'Leave the argument out; the input schema has all that the tool takes.',
  cursor_invalid: 'Pass `data.nextCursor` of the page before unchanged, or leave `cursor` out.',
  insufficient_records:
    'Ask for fewer with a lower `limit`, or tell the user that the records are used up: they top up the balance in the dashboard. ' +
    'Counts still work. Repeating the call does not help.',
  key_cap_reached:
    'Ask for fewer with a lower `limit`, or tell the user that the monthly cap of the key is reached. Counts still work. Repeating ' +
    'the call does not help.',
  budget_reached:
    'Ask for fewer with a lower `limit`; or raise `max_records`, if that was the bound. A budget of the session is the user’s: tell ' +
    'the user that it is used up. Counts still work. Repeating the call as it is does not help.',
  insufficient_scope: 'Tell the user which scope the key needs. Repeating the call does not help.',
  not_found: 'Check the slug: it is `company.slug` of a signal.',
  idempotency_in_progress: 'The same call is still running. Wait, then repeat it with the same arguments.',
  rate_limited: 'Wait as long as is said, then repeat the call. Send fewer calls at once.',
  internal: 'Repeat the call later. If it fails again, tell the user the request id.',
  answer_too_large: 'Ask for fewer with `limit`, and go on with `cursor`.',
  semantic_unavailable: 'Search by keywords with `q` instead, or repeat the call later.',
  unavailable: 'Repeat the same call: it is charged at most once.',
};

/** What a model can do about an error. */
export function agentRemedyOf(code: ErrorCode): string {
  return FOR_AGENTS[code] ?? errorRow(code).remedy;
}
