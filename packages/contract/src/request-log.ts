import { enveloped, TIMESTAMP, record, schemaRef, TEXT, type TypeOf } from './json-schema';
import type { HelperParameterRow } from './search/helper-parameter';

/** Status classes to filter the request log by; an error code also filters. */
export const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const;

/** The code of a request whose client left before its response; not an error of the API. */
export const ABANDONED = 'abandoned';

/** Requests per page of the log, if the client can choose. */
export const REQUEST_LOG_PAGE = { default: 50, maximum: 200 } as const;

/** Query parameters of the request log, for the command-line client. */
export const REQUEST_LOG_PARAMETERS = {
  requestId: { kind: 'text', maximum: 64, description: 'As in `X-Request-Id`.' },
  credential: { kind: 'text', maximum: 100, description: 'The id or name of a key or a device.' },
  operation: { kind: 'text', maximum: 64, description: 'An operation, such as `searchSignals`.' },
  status: {
    kind: 'text',
    maximum: 64,
    description: `${STATUS_CLASSES.map((each) => `\`${each}\``).join(', ')}, or an error code.`,
  },
  from: { kind: 'text', maximum: 64, description: 'At or after this time (ISO 8601).' },
  until: { kind: 'text', maximum: 64, description: 'Before this time (ISO 8601).' },
  limit: {
    kind: 'integer',
    minimum: 1,
    maximum: REQUEST_LOG_PAGE.maximum,
    default: REQUEST_LOG_PAGE.default,
    description: 'Requests per page. A page may have fewer, even none, although others follow.',
  },
  cursor: { kind: 'text', maximum: 100, description: '`nextCursor` of the previous page.' },
} as const satisfies Record<string, HelperParameterRow>;

const OPTIONAL_TEXT = { type: ['string', 'null'] } as const;

export const requestLogSchemas = {
  LoggedRequest: record(
    [
      'id',
      'at',
      'requestId',
      'credentialId',
      'credentialName',
      'channel',
      'isTest',
      'method',
      'route',
      'operation',
      'status',
      'errorCode',
      'records',
      'cost',
      'receipt',
      'isReplayed',
      'milliseconds',
      'requests',
      'query',
    ],
    {
      id: TEXT,
      at: TIMESTAMP,
      requestId: { type: 'string', description: 'As in `X-Request-Id`.' },
      credentialId: TEXT,
      credentialName: {
        type: 'string',
        description: "A key's name (or its first characters), or a device's name.",
      },
      channel: { type: 'string', enum: ['api', 'cli'] },
      isTest: { type: 'boolean', description: 'Whether a test key sent it.' },
      method: TEXT,
      route: {
        type: ['string', 'null'],
        description: 'The path with parameter names; null for an unknown path.',
      },
      operation: TEXT,
      status: { type: 'integer', description: '499 if the client disconnected first.' },
      errorCode: { type: ['string', 'null'], description: 'Null for a success.' },
      records: { type: 'integer', minimum: 0 },
      cost: {
        type: ['string', 'null'],
        description: 'US dollars from the prepaid balance; null while it is unavailable.',
      },
      receipt: { type: ['string', 'null'], description: 'As in `X-Receipt`.' },
      isReplayed: { type: 'boolean', description: 'Whether the stored response was returned, at no cost.' },
      milliseconds: { type: 'number', minimum: 0 },
      requests: {
        type: 'integer',
        minimum: 1,
        description:
          'How many requests this entry represents: requests refused by the same limit in the same minute share one entry.',
      },
      query: {
        ...OPTIONAL_TEXT,
        description: "The query's parameters, form-encoded; null unless the account keeps them.",
      },
    },
  ),
  RequestLogResponse: enveloped(
    record(['items', 'nextCursor', 'retentionDays'], {
      items: { type: 'array', items: schemaRef('LoggedRequest') },
      nextCursor: { ...OPTIONAL_TEXT, description: 'Null on the last page.' },
      retentionDays: { type: 'integer', minimum: 1, description: 'How long requests are kept.' },
    }),
  ),
} as const;

/** A program's request that was answered. */
export type LoggedRequest = TypeOf<typeof requestLogSchemas.LoggedRequest>;

/** A page of the log, newest first. */
export interface RequestLogPage {
  items: LoggedRequest[];
  nextCursor: string | null;
  retentionDays: number;
}

export const requestLogExample = {
  data: {
    items: [
      {
        id: '01936f0e-3c5b-7d1a-9f1e-2b8c5d7a9e10',
        at: '2026-11-20T09:30:00.123Z',
        requestId: '0d9c2a63-0b70-4a61-9c39-4f6e9d0b6a11',
        credentialId: 'key_5Tq8nR2wLd',
        credentialName: 'production',
        channel: 'api',
        isTest: false,
        method: 'GET',
        route: '/api/v1/signals',
        operation: 'searchSignals',
        status: 200,
        errorCode: null,
        records: 20,
        cost: '0.100',
        receipt: `42.${'ab'.repeat(32)}`,
        isReplayed: false,
        milliseconds: 12.345,
        requests: 1,
        query: null,
      },
    ],
    nextCursor: null,
    retentionDays: 30,
  },
} as const;
