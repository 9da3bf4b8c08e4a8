import { ONE_TIME_RECORDS } from './prices';
import { SEMANTIC_CLIENT_VERSION } from './versions';

/** One fault of one request parameter, in words for the caller. */
export interface Fault {
  parameter: string;
  message: string;
}

interface ErrorRow {
  /** Of HTTP. */
  status: number;
  /** A short, fixed text (RFC 9457: the title does not change from occurrence to occurrence). */
  title: string;
  /** The name of the gRPC status, for tools that do not know our trailer; `INVALID_ARGUMENT` without one. */
  grpc?: string;
  /** When it is answered. */
  meaning: string;
  /** What the caller can do. */
  remedy: string;
  example: { detail: string; faults?: readonly Fault[] };
}

/** The stable error codes of the API. A code never changes its meaning; texts may. */
export const ERRORS = {
  invalid_parameter: {
    status: 400,
    title: 'Invalid parameter',
    meaning: 'A parameter, header or the body breaks its rule, or the request has faults of several kinds.',
    remedy: '`errors` lists all faults of the request at once; correct them and send it again.',
    example: {
      detail: 'The request has 2 faults; "errors" lists them.',
      faults: [
        { parameter: 'limit', message: 'must be a whole number from 1 to 50' },
        { parameter: 'dateFrom', message: 'must be a date of the calendar, written YYYY-MM-DD' },
      ],
    },
  },
  unknown_parameter: {
    status: 400,
    title: 'Unknown parameter',
    meaning: 'The operation has no such query parameter. Names are compared by case.',
    remedy: 'Remove it. An API key belongs in the Authorization header, never in the query.',
    example: {
      detail: 'query: is not a parameter of this operation',
      faults: [{ parameter: 'query', message: 'is not a parameter of this operation' }],
    },
  },
  repeated_parameter: {
    status: 400,
    title: 'Repeated parameter',
    meaning: 'A query parameter is given more than once.',
    remedy: 'Give several values as one comma-separated list where the parameter takes a list.',
    example: {
      detail: 'category: is given more than once',
      faults: [{ parameter: 'category', message: 'is given more than once' }],
    },
  },
  cursor_invalid: {
    status: 400,
    title: 'Invalid cursor',
    meaning: 'The cursor was not made by this API, or was changed.',
    remedy: 'Pass `nextCursor` unchanged, or start again without a cursor.',
    example: {
      detail: 'cursor: is not a cursor of this API, or was changed',
      faults: [{ parameter: 'cursor', message: 'is not a cursor of this API, or was changed' }],
    },
  },
  cursor_mismatch: {
    status: 400,
    title: 'Cursor of another search',
    meaning:
      'The cursor belongs to a search with other filters or of the other mode, in semantic mode also to another query or limit; the text says which.',
    remedy: 'Repeat exactly the filters of the page before; in semantic mode also the query and the limit.',
    example: {
      detail: 'cursor: was made for other filters; repeat exactly the same ones',
      faults: [{ parameter: 'cursor', message: 'was made for other filters; repeat exactly the same ones' }],
    },
  },
  cursor_expired: {
    status: 400,
    title: 'Expired cursor',
    meaning:
      'The cursor of a semantic search is older than an hour, or the index was rebuilt with another model since; or that of changes is older than 30 days. Cursors of keyword searches do not expire.',
    remedy: 'Begin the search again, without the cursor.',
    example: {
      detail: 'cursor: has expired: cursors are valid for one hour; start again without it',
      faults: [
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
      `A search by meaning came to the interface of the command-line client from a version of it before ${SEMANTIC_CLIENT_VERSION}. Keyword ` +
      'search is answered to every version.',
    remedy: 'Update the client.',
    example: {
      detail:
        'semantic: needs signals 0.3.0 or newer, and this is 0.2.1; update the client (keyword search works as before)',
      faults: [
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
      'The Authorization header has no existing API key, or a credential of the other interface: API keys are for ' +
      '`/api/v1`, access tokens of the command-line client for `/api/cli/v1`.',
    remedy:
      'Check the key: it starts with `hg_live_` or `hg_test_` and has 46 characters. The text says if it belongs to the other interface.',
    example: { detail: 'The credential in the Authorization header is not a valid API key.' },
  },
  expired_credentials: {
    status: 401,
    title: 'Expired credentials',
    meaning: 'The API key has expired, or the access token of the command-line client.',
    remedy: 'Create a new key. The client gets another token with its refresh token by itself.',
    example: { detail: 'The API key has expired.' },
  },
  revoked_credentials: {
    status: 401,
    title: 'Revoked credentials',
    meaning: 'The API key was revoked, or the session of the command-line client has ended.',
    remedy: 'Use another key, or create one. With the client: `signals login`.',
    example: { detail: 'The API key has been revoked.' },
  },
  insufficient_records: {
    status: 402,
    title: 'Insufficient records',
    grpc: 'FAILED_PRECONDITION',
    meaning:
      'What is left of the free records and the prepaid balance does not pay for all records of the answer; of the ' +
      `command-line client, what is left of the subscription or of its ${ONE_TIME_RECORDS.cli} records. With nothing left a page or a company is ` +
      'refused before the search runs, even if it would be empty; counts still work.',
    remedy:
      'Nothing was taken. Top up the balance, or ask for fewer with a lower `limit`. The command-line client can use an ' +
      'API key (`SIGNALS_API_KEY`), which draws on the API records and the balance. Retrying does not help.',
    example: { detail: 'This answer costs 50 records; 12 are left.' },
  },
  key_cap_reached: {
    status: 402,
    title: 'Key cap reached',
    meaning:
      'A monthly cap was set for the key, and what it leaves in this UTC month does not pay for all records of the answer. ' +
      'With nothing left, pages and companies are refused before the search runs; counts still work.',
    remedy:
      'Nothing was taken. Ask for at most what the cap leaves (`X-Records-Remaining` of `GET /usage`) with a lower ' +
      '`limit`, use another key, or have the cap raised; the cap resets with the UTC month. Retrying does not help.',
    example: {
      detail:
        'This answer costs 50 records, and this key used 19970 of the 20000 records it may take in this UTC month. ' +
        'Ask for less, use another key, or have its monthly cap raised.',
    },
  },
  budget_reached: {
    status: 402,
    title: 'Budget reached',
    grpc: 'FAILED_PRECONDITION',
    meaning:
      'The answer costs more records than `X-Max-Records` allows, or more than is left of the budget that the request names ' +
      '(`X-Budget-Id`, `X-Budget-Records`).',
    remedy:
      'Nothing was taken. Ask for fewer with a lower `limit`, at most what `X-Budget-Remaining` says; or, if more may be spent, ' +
      'raise `X-Budget-Records` or use another id. Retrying as it is does not help.',
    example: {
      detail:
        'This answer costs 50 records, and 80 of the 100 records of the budget "nightly-sync" are used. Ask for at most 20 ' +
        'with "limit", or raise X-Budget-Records.',
    },
  },
  account_disabled: {
    status: 403,
    title: 'Account disabled',
    meaning: 'The account of the key is disabled.',
    remedy: 'Ask the operator of this system.',
    example: { detail: 'The account of this API key is disabled.' },
  },
  account_suspended: {
    status: 403,
    title: 'Account suspended',
    meaning: 'The account of the key is suspended.',
    remedy: 'Ask the operator of this system.',
    example: { detail: 'The account of this API key is suspended.' },
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    meaning:
      'The key lacks the scope of the operation: `signals:read` for searches, `companies:read` for companies, `searches:write` for saved searches.',
    remedy: 'Create a key with the scope.',
    example: { detail: 'The API key lacks the scope companies:read.' },
  },
  access_restricted: {
    status: 403,
    title: 'Access restricted',
    grpc: 'PERMISSION_DENIED',
    meaning:
      'The operators have restricted access to themselves, for example for maintenance. Nothing is wrong with ' +
      'the credential, and nothing was charged.',
    remedy: 'The text is the operator’s message. Try again later.',
    example: { detail: 'Maintenance until 18:00 UTC.' },
  },
  not_found: {
    status: 404,
    title: 'Not found',
    grpc: 'NOT_FOUND',
    meaning: 'There is nothing at this path, or no company with this slug.',
    remedy: 'Check the path; slugs are found in `company.slug` of a signal.',
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
    meaning: 'The Idempotency-Key was used for a request with another path or query within 24 hours.',
    remedy: 'Use a new key for each new request.',
    example: {
      detail: 'This Idempotency-Key was used for another request: the path or the query differs.',
    },
  },
  idempotency_in_progress: {
    status: 409,
    title: 'Request in progress',
    meaning: 'The first request with this Idempotency-Key has not been answered yet.',
    remedy: 'Wait for the seconds in `Retry-After` and send it again.',
    example: { detail: 'The first request with this Idempotency-Key is still running.' },
  },
  rate_limited: {
    status: 429,
    title: 'Rate limited',
    grpc: 'RESOURCE_EXHAUSTED',
    meaning:
      'The account has used up its requests or searches of this UTC minute, or has as many requests in flight as it may have ' +
      'at once, or more searches than can be run in turn; or too many rejected credentials came from this address. The refused ' +
      'request counts as a request.',
    remedy:
      'Wait for the seconds in `Retry-After`; do not retry before. If `detail` mentions requests in flight or waiting ' +
      'searches, send fewer at once.',
    example: { detail: "This account may make 300 searches per minute; all of this minute's are used." },
  },
  internal: {
    status: 500,
    title: 'Internal error',
    grpc: 'INTERNAL',
    meaning: 'An unexpected error. Nothing was charged.',
    remedy: 'Retry later; if it persists, report the `requestId`.',
    example: { detail: 'An unexpected error occurred.' },
  },
  answer_too_large: {
    status: 500,
    title: 'Answer too large',
    meaning: 'The records of the page are together larger than the system can send. Nothing was charged.',
    remedy:
      'Ask for fewer with `limit`, and continue by cursor; a retry of the same request has the same outcome.',
    example: {
      detail: 'The answer is larger than this system can send: ask for fewer records with "limit".',
    },
  },
  semantic_unavailable: {
    status: 503,
    title: 'Semantic search unavailable',
    grpc: 'UNAVAILABLE',
    meaning:
      'Semantic search is not configured on this system, its embedding provider or vector index cannot be reached, or its index is still being built; the text says which, and what an operator can do. Nothing was charged.',
    remedy:
      'Retry after the seconds in `Retry-After` where it is given, with the same Idempotency-Key. Or search by keywords with `q`, which is not affected; semantic search never falls back to it by itself.',
    example: {
      detail:
        'The index for semantic search is still being built: 37 %. If that does not grow, the operator has to see that the indexer runs. Search by keywords ("q") is not affected.',
    },
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    grpc: 'UNAVAILABLE',
    meaning: 'A part of the system cannot be reached for the moment.',
    remedy:
      'Retry after the seconds in `Retry-After`, with the same Idempotency-Key, so that nothing is charged twice.',
    example: { detail: 'The service is temporarily unavailable. Try again shortly.' },
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

/** All codes in the order of their statuses. */
export const ERROR_CODES = (Object.keys(ERRORS) as ErrorCode[]).sort(
  (left, right) => ERRORS[left].status - ERRORS[right].status,
);

/** What is known of a code, with what is optional in it. */
export function errorRow(code: ErrorCode): ErrorRow {
  return ERRORS[code];
}

/** Whether a word received from a peer is a code that this version knows. */
export function isErrorCode(word: string): word is ErrorCode {
  return Object.hasOwn(ERRORS, word);
}
