import { MONTH } from '../forms';
import { receiptsExample } from '../records/receipts';
import { curl, ok, requestId, type InterfaceDescription } from './data-paths';
import { headerSets, limitHeaders, recordHeaders } from './headers';
import { errorRefs } from './responses';
import type { PathItem } from './types';

const MONTH_PARAMETER = {
  name: 'month',
  in: 'query',
  description: 'A UTC calendar month, `YYYY-MM`, that has begun.',
  example: '2026-11',
} as const;

/** An account's charges, link by link and signed as a whole. */
export function receiptPaths({
  credential,
  base,
  authorization,
}: InterfaceDescription): Readonly<Record<string, PathItem>> {
  return {
    '/usage/receipts': {
      get: {
        operationId: 'listReceipts',
        summary: 'List receipts',
        description:
          "The account's charges of a UTC month by sequence, 100 per page; each has the hash of the one " +
          `before. Free, for any valid ${credential}. Test keys have none.`,
        tags: ['Account'],
        parameters: [
          requestId,
          { ...MONTH_PARAMETER, required: false, schema: { type: 'string', pattern: `^$|${MONTH.source}` } },
          {
            name: 'cursor',
            in: 'query',
            required: false,
            description: '`nextCursor` of the previous page, in the same month.',
            schema: { type: 'string' },
          },
        ],
        responses: {
          '200': ok('Receipts.', 'ReceiptsResponse', receiptsExample, {
            ...recordHeaders,
            ...headerSets.vary,
          }),
          ...errorRefs(400, 401, 403, 405, 429, 500, 503),
        },
        'x-codeSamples': [curl('Receipts', `curl ${base}/usage/receipts"`, authorization)],
      },
    },
    '/usage/statement': {
      get: {
        operationId: 'getStatement',
        summary: 'Get a statement',
        description:
          "The signed total of a UTC month's receipts: a compact JWS (RFC 7515, EdDSA) over `accountId`, " +
          '`month`, `totals` (`requests`, `records`, `amountMicros`), `first` and `last` ' +
          '(`sequence` and `hash`, or null), and `issuedAt`. Its keys are at `/.well-known/jwks.json`. ' +
          `Free, for any valid ${credential}. A test key gets an empty statement for the account \`test\`.`,
        tags: ['Account'],
        parameters: [
          requestId,
          { ...MONTH_PARAMETER, required: true, schema: { type: 'string', pattern: MONTH.source } },
        ],
        responses: {
          '200': {
            description: 'The statement.',
            headers: { ...limitHeaders, ...recordHeaders },
            content: { 'application/jose': { schema: { type: 'string' } } },
          },
          ...errorRefs(400, 401, 403, 405, 429, 500, 503),
        },
        'x-codeSamples': [curl('Statement', `curl ${base}/usage/statement?month=2026-11"`, authorization)],
      },
    },
  };
}
