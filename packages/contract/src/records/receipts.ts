import { enveloped, TIMESTAMP, record, TEXT } from '../json-schema';

const HASH = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;
const HASH_OR_NULL = { type: ['string', 'null'], pattern: '^[0-9a-f]{64}$' } as const;

export const receiptSchemas = {
  Receipt: record(
    [
      'accountId',
      'sequence',
      'eventId',
      'at',
      'operation',
      'mode',
      'records',
      'amountMicros',
      'requestId',
      'answerSha256',
      'previous',
    ],
    {
      accountId: TEXT,
      sequence: { type: 'integer', minimum: 1, description: "Its place in the account's chain." },
      eventId: TEXT,
      at: { ...TIMESTAMP, description: 'With milliseconds; never earlier than that of the previous link.' },
      operation: {
        type: 'string',
        description:
          'The charged operation. `voidCharge` cancels a charge whose response was never sent, `reverseCharge` ' +
          "refunds its money; `requestId` is the charge's.",
      },
      mode: { type: ['string', 'null'], description: 'Null for operations without one.' },
      records: { type: 'integer', description: 'Negative when voided.' },
      amountMicros: {
        type: 'integer',
        description: 'Millionths of a dollar from the prepaid balance. Negative when refunded.',
      },
      requestId: {
        type: 'string',
        description: '`X-Request-Id` of the response, or `webhook-id` of the delivery.',
      },
      answerSha256: {
        ...HASH_OR_NULL,
        description:
          'SHA-256 of the response body, before any content coding, or of the delivery. Null for the web application and for corrections.',
      },
      previous: {
        ...HASH,
        description: 'SHA-256 of the previous link as canonical JSON (RFC 8785); zeros for the first.',
      },
    },
  ),
  ReceiptsResponse: enveloped(
    record(['items', 'nextCursor'], {
      items: { type: 'array', items: { $ref: '#/components/schemas/Receipt' } },
      nextCursor: { type: ['string', 'null'], description: 'Null on the last page.' },
    }),
  ),
} as const;

export const receiptsExample = {
  data: {
    items: [
      {
        accountId: 'acc_7Jq2mN4pXw',
        sequence: 1,
        eventId: '01936f0e-3c5b-7d1a-9f1e-2b8c5d7a9e10',
        at: '2026-11-20T09:30:00.123Z',
        operation: 'searchSignals',
        mode: 'keyword',
        records: 20,
        amountMicros: 0,
        requestId: '0d9c2a63-0b70-4a61-9c39-4f6e9d0b6a11',
        answerSha256: '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
        previous: '0'.repeat(64),
      },
    ],
    nextCursor: null,
  },
} as const;
