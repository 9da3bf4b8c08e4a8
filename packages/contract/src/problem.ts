import { ERROR_CODES, errorRow, type ErrorCode, type Issue } from './errors';
import { record, TEXT, type TypeOf } from './json-schema';
import { groupDigits } from './quantity';
import { REQUEST_LIMIT_TEXTS, REQUEST_LIMITS } from './request-limits';
import { SAVED_SEARCH } from './saved-searches';

/** Where errors are documented; each code is an anchor on that page. */
const ERROR_REFERENCE_PATH = '/docs/errors';

export const PROBLEM_CONTENT_TYPE = 'application/problem+json';

export const problemSchemas = {
  Problem: record(
    ['type', 'title', 'status', 'detail', 'code', 'requestId'],
    {
      type: {
        type: 'string',
        format: 'uri-reference',
        description: 'Where the error is explained, relative to the host of the API.',
      },
      title: { type: 'string', description: 'The same for every error with this code.' },
      status: { type: 'integer', minimum: 400, maximum: 599 },
      detail: { type: 'string', description: 'Human-readable explanation of what went wrong.' },
      code: { type: 'string', enum: ERROR_CODES, description: 'Stable; compare this in programs.' },
      requestId: TEXT,
      errors: {
        type: 'array',
        description: 'All errors in the request.',
        items: record(['parameter', 'message'], { parameter: TEXT, message: TEXT }),
      },
    },
    'An error (RFC 9457).',
  ),
};

/** The body of an error response. */
export type ProblemDocument = TypeOf<(typeof problemSchemas)['Problem']>;

interface Problem {
  code: ErrorCode;
  /** What went wrong, worded for the caller. */
  detail: string;
  /** A status more specific than the code's, if HTTP has one. */
  status?: number;
  issues?: readonly Issue[];
}

/**
 * The problem document (RFC 9457) for an error. `type` is a path on the API's own host, so it needs no configuration;
 * clients compare `code`.
 */
export function problemDocument(
  { code, detail, status, issues = [] }: Problem,
  requestId: string,
): ProblemDocument {
  const row = errorRow(code);
  return {
    type: `${ERROR_REFERENCE_PATH}#${code}`,
    title: row.title,
    status: status ?? row.status,
    detail,
    code,
    requestId,
    ...(issues.length > 0 && {
      errors: issues.map(({ parameter, message }) => ({ parameter, message })),
    }),
  };
}

const EXAMPLE_REQUEST_ID = '0d9c2a63-0b70-4a61-9c39-4f6e9d0b6a11';

/** The problem document of an error code's example. */
export function exampleProblem(code: ErrorCode): ProblemDocument {
  return problemDocument({ code, ...errorRow(code).example }, EXAMPLE_REQUEST_ID);
}

/** HTTP's own errors, independent of the operation. */
export const TRANSPORT_ERRORS: Readonly<
  Record<number, { name: string; description: string; detail: string }>
> = {
  408: {
    name: 'RequestTimeout',
    description:
      'The request did not arrive within 15 seconds, or its headers within 10. The connection is closed.',
    detail: 'The request did not arrive in time.',
  },
  413: {
    name: 'ContentTooLarge',
    description: `The body has more than ${groupDigits(SAVED_SEARCH.bodyBytes)} bytes, or more than 1 MiB where none is needed.`,
    detail: REQUEST_LIMIT_TEXTS.body(REQUEST_LIMITS.bodyBytes),
  },
  414: {
    name: 'UriTooLong',
    description: `The URL has more than ${groupDigits(REQUEST_LIMITS.urlLength)} characters.`,
    detail: REQUEST_LIMIT_TEXTS.url(REQUEST_LIMITS.urlLength),
  },
  421: {
    name: 'MisdirectedRequest',
    description: 'Unknown host name.',
    detail:
      'This system does not accept the host name in the Host header. Its operator can allow more names with ALLOWED_HOSTS.',
  },
  431: {
    name: 'HeaderFieldsTooLarge',
    description: `More than ${groupDigits(REQUEST_LIMITS.headerBytes)} bytes of headers, more than ${groupDigits(REQUEST_LIMITS.headerCount)} headers, or a URL too long to be read.`,
    detail: REQUEST_LIMIT_TEXTS.headers,
  },
};

/** The problem document of such an error's example. */
export function exampleOfTransport(status: number): ProblemDocument {
  const { detail } = TRANSPORT_ERRORS[status]!;
  return problemDocument({ code: 'invalid_parameter', detail, status }, EXAMPLE_REQUEST_ID);
}
