import { IDEMPOTENCY_HOURS } from './forms';
import { ONE_TIME_RECORDS } from './prices';
import { accountLimitText, DEFAULT_RATE_LIMITS } from './request-limits';
import { SEMANTIC_CLIENT_VERSION } from './versions';

/** One issue with one request parameter, worded for the caller. */
export interface Issue {
  parameter: string;
  message: string;
}

interface ErrorRow {
  /** The HTTP status. */
  status: number;
  /** A short, fixed text (RFC 9457: the title does not change from occurrence to occurrence). */
  title: string;
  /** The gRPC status name, for tools that do not know our trailer; `INVALID_ARGUMENT` by default. */
  grpc?: string;
  /** When it occurs. */
  meaning: string;
  /** What the caller can do. */
  remedy: string;
  example: { detail: string; issues?: readonly Issue[] };
}

/** The stable error codes of the API. A code never changes its meaning; texts may. */
export const ERRORS = {
  invalid_parameter: {
    status: 400,
    title: 'Invalid parameter',
    meaning: 'A parameter, a header, or the body is invalid, or the request has errors of several kinds.',
    remedy: '`errors` lists every error in the request; fix them and send it again.',
    example: {
      detail: 'The request has 2 errors; see "errors".',
      issues: [
        { parameter: 'limit', message: 'must be a whole number from 1 to 50' },
        { parameter: 'dateFrom', message: 'must be a calendar date, YYYY-MM-DD' },
      ],
    },
  },
  unknown_parameter: {
    status: 400,
    title: 'Unknown parameter',
    meaning: 'The operation has no such query parameter. Names are case-sensitive.',
    remedy: 'Remove it. An API key belongs in the Authorization header, never in the query.',
    example: {
      detail: 'query: is not a parameter of this operation',
      issues: [{ parameter: 'query', message: 'is not a parameter of this operation' }],
    },
  },
  repeated_parameter: {
    status: 400,
    title: 'Repeated parameter',
    meaning: 'A query parameter is given more than once.',
    remedy: 'If the parameter takes a list, give its values as one comma-separated list.',
    example: {
      detail: 'category: is given more than once',
      issues: [{ parameter: 'category', message: 'is given more than once' }],
    },
  },
  cursor_invalid: {
    status: 400,
    title: 'Invalid cursor',
    meaning: 'The cursor belongs to another account or endpoint, or was modified.',
    remedy: 'Pass `nextCursor` unchanged, or start again without a cursor.',
    example: {
      detail: 'cursor: is not a valid cursor for this account and endpoint',
      issues: [{ parameter: 'cursor', message: 'is not a valid cursor for this account and endpoint' }],
    },
  },
  cursor_mismatch: {
    status: 400,
    title: 'Cursor from another search',
    meaning:
      'The cursor comes from a search with different filters or in the other mode or, in semantic mode, with a different query or limit. `detail` says which.',
    remedy: 'Use exactly the filters of the previous page; in semantic mode also the query and the limit.',
    example: {
      detail: 'cursor: belongs to a search with other filters; use exactly the same filters',
      issues: [
        {
          parameter: 'cursor',
          message: 'belongs to a search with other filters; use exactly the same filters',
        },
      ],
    },
  },
  cursor_expired: {
    status: 400,
    title: 'Expired cursor',
    meaning:
      'The cursor of a semantic search is more than an hour old or predates an index rebuild with another ' +
      'model, or a cursor of changes is older than 30 days or continues more than 61 days back. Cursors of ' +
      'keyword searches do not expire.',
    remedy: 'Start the search again, without the cursor.',
    example: {
      detail: 'cursor: has expired: cursors are valid for one hour; start again without it',
      issues: [
        {
          parameter: 'cursor',
          message: 'has expired: cursors are valid for one hour; start again without it',
        },
      ],
    },
  },
  client_too_old: {
    status: 400,
    title: 'Client too old',
    meaning:
      `Semantic search was requested by a command-line client older than ${SEMANTIC_CLIENT_VERSION}. ` +
      'Keyword search works in every version.',
    remedy: 'Update the client.',
    example: {
      detail:
        'semantic: needs signals 0.3.0 or newer, and this is 0.2.1; update the client (keyword search works as before)',
      issues: [
        {
          parameter: 'semantic',
          message:
            'needs signals 0.3.0 or newer, and this is 0.2.1; update the client (keyword search works as before)',
        },
      ],
    },
  },
  missing_credentials: {
    status: 401,
    title: 'Missing credentials',
    meaning: 'There is no Authorization header. Cookies are not accepted.',
    remedy: 'Send `Authorization: Bearer <API_KEY>`.',
    example: {
      detail: 'Send an API key in the header "Authorization: Bearer <API_KEY>". Cookies are not accepted.',
    },
  },
  invalid_credentials: {
    status: 401,
    title: 'Invalid credentials',
    meaning:
      'The Authorization header has an unknown API key, or a credential of the other interface: API keys ' +
      'are for `/api/v1`, access tokens of the command-line client for `/api/cli/v1`.',
    remedy:
      'Check the key: it starts with `hg_live_` or `hg_test_` and has 46 characters. `detail` says whether it belongs to the other interface.',
    example: {
      detail:
        'The credential in the Authorization header is not a valid API key. Check that it is complete, or create one in the dashboard.',
    },
  },
  expired_credentials: {
    status: 401,
    title: 'Expired credentials',
    meaning: "The API key, or the command-line client's access token, has expired.",
    remedy: 'Create a new key. The client refreshes its token automatically.',
    example: { detail: 'The API key has expired. Create a new one in the dashboard.' },
  },
  revoked_credentials: {
    status: 401,
    title: 'Revoked credentials',
    meaning:
      "The API key was revoked, or the command-line client's session has ended, or its token was renewed.",
    remedy: 'Use another key, or create one. With the client, run `signals login`.',
    example: {
      detail: 'The API key has been revoked. Use another one, or create one in the dashboard.',
    },
  },
  insufficient_records: {
    status: 402,
    title: 'Insufficient records',
    grpc: 'FAILED_PRECONDITION',
    meaning:
      'The remaining free records and prepaid balance do not cover all records in the response; for the ' +
      `command-line client, what is left of the subscription or of its ${ONE_TIME_RECORDS.cli} records, and the ` +
      'prepaid balance if you let it pay for the command line. ' +
      'With nothing left, semantic searches and companies are refused before they run; counts, and keyword ' +
      'searches that find nothing, still work.',
    remedy:
      'Nothing was charged. Top up the balance, or ask for fewer with a lower `limit`. The command-line ' +
      'client can use an API key (`SIGNALS_API_KEY`), which draws on the API records and the balance. ' +
      'Retrying does not help.',
    example: { detail: 'This response costs 50 records; 12 are left.' },
  },
  key_cap_reached: {
    status: 402,
    title: 'Key cap reached',
    grpc: 'FAILED_PRECONDITION',
    meaning:
      'The key has a monthly cap, and what is left of it this UTC month does not cover all records in ' +
      'the response. With nothing left, semantic searches and companies are refused before they run; counts, ' +
      'and keyword searches that find nothing, still work.',
    remedy:
      'Nothing was charged. Ask for no more than is left (`X-Records-Remaining` of `GET /usage`) with ' +
      'a lower `limit`, use another key, or have the cap raised; the cap resets with the UTC month. ' +
      'Retrying does not help.',
    example: {
      detail:
        'This response costs 50 records, and this key has used 19970 of the 20000 records it may use this UTC month. ' +
        'Ask for fewer, use another key, or have its monthly cap raised.',
    },
  },
  budget_reached: {
    status: 402,
    title: 'Budget reached',
    grpc: 'FAILED_PRECONDITION',
    meaning:
      'The response costs more records than `X-Max-Records` allows, or more than is left of the ' +
      "request's budget (`X-Budget-Id`, `X-Budget-Records`).",
    remedy:
      'Nothing was charged. Ask for no more than `X-Budget-Remaining` with a lower `limit`; or, to ' +
      'spend more, raise `X-Budget-Records` or use another id. Retrying unchanged does not help.',
    example: {
      detail:
        'This response costs 50 records, and 80 of the 100 records of the budget "nightly-sync" are used. Ask for at most 20 ' +
        'with "limit", or raise X-Budget-Records.',
    },
  },
  account_disabled: {
    status: 403,
    title: 'Account disabled',
    meaning: "The key's account is disabled.",
    remedy: 'Contact the operator of this system.',
    example: { detail: "This API key's account is disabled. Contact the operator of this system." },
  },
  account_suspended: {
    status: 403,
    title: 'Account suspended',
    meaning: "The key's account is suspended.",
    remedy: 'Contact the operator of this system.',
    example: { detail: "This API key's account is suspended. Contact the operator of this system." },
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    meaning:
      'The key lacks the scope of the operation: `signals:read` for searches, `companies:read` for companies, `searches:write` for saved searches.',
    remedy: 'Create a key with the scope.',
    example: { detail: 'The API key lacks the scope companies:read. Use one that has it.' },
  },
  access_restricted: {
    status: 403,
    title: 'Access restricted',
    grpc: 'PERMISSION_DENIED',
    meaning:
      'The operators have restricted access to themselves, for example for maintenance. The credential is ' +
      'fine, and nothing was charged.',
    remedy: '`detail` is the operators’ message. Try again later.',
    example: { detail: 'Maintenance until 18:00 UTC.' },
  },
  not_found: {
    status: 404,
    title: 'Not found',
    grpc: 'NOT_FOUND',
    meaning: 'Nothing exists at this path, or there is no such company, saved search, or delivery.',
    remedy: 'Check the path; a slug is the `company.slug` of a signal.',
    example: { detail: 'There is no company with this slug.' },
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The path exists, but not for this method.',
    remedy: 'Use a method named in `Allow`.',
    example: { detail: 'Only GET can be used here.' },
  },
  idempotency_conflict: {
    status: 409,
    title: 'Idempotency conflict',
    meaning: `The Idempotency-Key was used for a request with another path, query, or body in the last ${IDEMPOTENCY_HOURS} hours.`,
    remedy: 'Use a new key for each new request.',
    example: {
      detail:
        'This Idempotency-Key was used for another request: the path or the query differs. Use a new key for each new request.',
    },
  },
  idempotency_in_progress: {
    status: 409,
    title: 'Request in progress',
    grpc: 'ABORTED',
    meaning: 'The first request with this Idempotency-Key is still running.',
    remedy: 'Send it again after the seconds in `Retry-After`.',
    example: { detail: 'The first request with this Idempotency-Key is still running. Try again shortly.' },
  },
  rate_limited: {
    status: 429,
    title: 'Rate limited',
    grpc: 'RESOURCE_EXHAUSTED',
    meaning:
      'The account has used up its requests or searches for this UTC minute, has too many requests in ' +
      'flight, or has too many searches waiting; or this address sent too many rejected credentials. The ' +
      'refused request counts as a request.',
    remedy:
      'Wait for the seconds in `Retry-After`; do not retry sooner. If `detail` mentions requests in ' +
      'flight or waiting searches, send fewer in parallel.',
    example: { detail: accountLimitText('searches', DEFAULT_RATE_LIMITS.searches) },
  },
  internal: {
    status: 500,
    title: 'Internal error',
    grpc: 'INTERNAL',
    meaning: 'An unexpected error. Nothing was charged.',
    remedy: 'Retry later; if it persists, report the `requestId`.',
    example: { detail: 'An unexpected error occurred.' },
  },
  response_too_large: {
    status: 500,
    title: 'Response too large',
    grpc: 'INTERNAL',
    meaning: "The page's records together are larger than the system can send. Nothing was charged.",
    remedy:
      'Ask for fewer with `limit`, and continue with the cursor; retrying the same request does not help.',
    example: {
      detail: 'The response is larger than this system can send: ask for fewer records with "limit".',
    },
  },
  semantic_unavailable: {
    status: 503,
    title: 'Semantic search unavailable',
    grpc: 'UNAVAILABLE',
    meaning:
      'Semantic search is not configured on this system, its embedding provider or vector index is unreachable, or its index is still being built; `detail` says which, and what an operator can do. Nothing was charged.',
    remedy:
      'Retry with the same Idempotency-Key after the seconds in `Retry-After`, if given. Or search by keyword with `q`, which is not affected; semantic search never falls back to it.',
    example: {
      detail:
        'The index for semantic search is still being built: 37%. If that does not increase, the operator should check that the indexer is running. Search by keywords ("q") is not affected.',
    },
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    grpc: 'UNAVAILABLE',
    meaning: 'Part of the system is temporarily unreachable.',
    remedy:
      'Retry with the same Idempotency-Key after the seconds in `Retry-After`, so that nothing is charged twice.',
    example: { detail: 'The service is temporarily unavailable. Try again shortly.' },
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

/** All codes, ordered by status. */
export const ERROR_CODES = (Object.keys(ERRORS) as ErrorCode[]).sort(
  (left, right) => ERRORS[left].status - ERRORS[right].status,
);

/** A code's row, with its optional properties. */
export function errorRow(code: ErrorCode): ErrorRow {
  return ERRORS[code];
}

/** Whether a string from a peer is a code this version knows. */
export function isErrorCode(word: string): word is ErrorCode {
  return Object.hasOwn(ERRORS, word);
}
