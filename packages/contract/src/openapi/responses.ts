import { ERROR_CODES, ERRORS } from '../errors';
import { schemaRef, type Reference } from '../json-schema';
import { exampleOfTransport, exampleProblem, PROBLEM_CONTENT_TYPE, TRANSPORT_ERRORS } from '../problem';
import { headerSets, limitHeaders } from './headers';
import type { Response } from './types';

/** What each error status means for a caller, and its headers. */
const STATUS_DESCRIPTIONS: Readonly<
  Record<number, { name: string; description: string; headers: Response['headers'] }>
> = {
  400: {
    name: 'BadRequest',
    description: 'The request has errors; `errors` lists all of them.',
    headers: limitHeaders,
  },
  401: {
    name: 'Unauthorized',
    description: 'The credential is missing, unknown, expired, or revoked.',
    headers: { ...headerSets.requestId, ...headerSets.challenge },
  },
  402: {
    name: 'PaymentRequired',
    description:
      'There are not enough records, the key has reached its monthly cap, or the response costs more than the request or its budget allows. Nothing was charged. With no records left, semantic searches and companies are refused before they run; counts, and keyword searches that find nothing, still work.',
    headers: { ...limitHeaders, ...headerSets.budget },
  },
  403: {
    name: 'Forbidden',
    description:
      'The account is disabled or suspended, or access is restricted for everyone (both without limit headers, since nothing was counted), or the credential lacks the scope.',
    headers: { ...limitHeaders, ...headerSets.challenge },
  },
  404: { name: 'NotFound', description: 'There is no such path or resource.', headers: limitHeaders },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path does not allow this method.',
    headers: { ...limitHeaders, ...headerSets.allow },
  },
  409: {
    name: 'Conflict',
    description: 'The Idempotency-Key belongs to another request, or to one that is still running.',
    headers: { ...limitHeaders, ...headerSets.retryAfter },
  },
  415: {
    name: 'UnsupportedMediaType',
    description: "The body's Content-Type is not JSON, or the body is compressed.",
    headers: limitHeaders,
  },
  429: {
    name: 'TooManyRequests',
    description:
      'A limit was reached: the per-minute limit, or the limit on requests in flight; `detail` names it. Do not retry before the seconds in `Retry-After` have passed.',
    headers: { ...limitHeaders, ...headerSets.retryAfter },
  },
  500: {
    name: 'InternalError',
    description: 'An unexpected error.',
    headers: limitHeaders,
  },
  503: {
    name: 'ServiceUnavailable',
    description: 'A temporary failure. Retry with the same Idempotency-Key.',
    headers: { ...limitHeaders, ...headerSets.retryAfter, ...headerSets.status },
  },
};

function responseOf(status: number): Response {
  const { description, headers } = STATUS_DESCRIPTIONS[status]!;
  const codes = ERROR_CODES.filter((code) => ERRORS[code].status === status);
  return {
    description,
    headers,
    content: {
      [PROBLEM_CONTENT_TYPE]: {
        schema: schemaRef('Problem'),
        examples: Object.fromEntries(
          codes.map((code) => [code, { summary: ERRORS[code].meaning, value: { ...exampleProblem(code) } }]),
        ),
      },
    },
  };
}

function transportResponseOf(status: number): Response {
  const { description } = TRANSPORT_ERRORS[status]!;
  return {
    description,
    headers: headerSets.requestId,
    content: {
      [PROBLEM_CONTENT_TYPE]: {
        schema: schemaRef('Problem'),
        example: { ...exampleOfTransport(status) },
      },
    },
  };
}

/** One response for each error status, with an example of each code, and for HTTP's own errors. */
export const errorResponses: Readonly<Record<string, Response>> = Object.fromEntries([
  ...Object.entries(STATUS_DESCRIPTIONS).map(([status, { name }]) => [name, responseOf(Number(status))]),
  ...Object.entries(TRANSPORT_ERRORS).map(([status, { name }]) => [
    name,
    transportResponseOf(Number(status)),
  ]),
]) as Record<string, Response>;

const NAMES_BY_STATUS: Readonly<Record<string, { name: string }>> = {
  ...STATUS_DESCRIPTIONS,
  ...TRANSPORT_ERRORS,
};

/** References to the responses for these statuses and for HTTP's own errors, for an operation. */
export function errorRefs(...statuses: number[]): Record<string, Reference> {
  const all = [...statuses.map(String), ...Object.keys(TRANSPORT_ERRORS)];
  return Object.fromEntries(
    all.map((status) => [status, { $ref: `#/components/responses/${NAMES_BY_STATUS[status]!.name}` }]),
  );
}
