import { COUNT, DAY, enveloped, TIMESTAMP, record, schemaRef, TEXT } from '../json-schema';
import { MONTHLY_WEB_SEARCHES, ONE_TIME_RECORDS } from '../prices';

const operationUse = record(['operation', 'requests', 'records'], {
  operation: TEXT,
  requests: COUNT,
  records: COUNT,
});

export const usageSchemas = {
  Allowance: record(['granted', 'used', 'remaining'], { granted: COUNT, used: COUNT, remaining: COUNT }),
  UsageResponse: enveloped(
    record(['month', 'requests', 'records', 'byOperation', 'allowances', 'balance', 'subscription'], {
      month: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}$', description: 'UTC calendar month.' },
      requests: {
        type: 'integer',
        minimum: 0,
        description: 'Successful data requests, including those without records.',
      },
      records: { type: 'integer', minimum: 0, description: 'Records consumed.' },
      byOperation: {
        type: 'array',
        items: operationUse,
      },
      days: {
        type: 'array',
        description:
          'Days with usage, in order; they may lag slightly behind the other figures. Omitted when unavailable.',
        items: record(['date', 'requests', 'records', 'byOperation'], {
          date: { ...DAY, description: 'UTC.' },
          requests: COUNT,
          records: COUNT,
          byOperation: {
            type: 'array',
            items: operationUse,
          },
        }),
      },
      allowances: {
        ...record(['api', 'cli', 'web'], {
          api: schemaRef('Allowance'),
          cli: schemaRef('Allowance'),
          web: schemaRef('Allowance'),
        }),
        description:
          "api and cli are one-time records; web counts this month's searches in the web application.",
      },
      balance: record(['currency', 'amount', 'records'], {
        currency: { const: 'USD' },
        amount: {
          type: 'string',
          pattern: '^-?[0-9]+\\.[0-9]{3,6}$',
          description: 'Prepaid dollars, exact.',
        },
        records: { type: 'integer', minimum: 0, description: 'Records the balance can pay for.' },
      }),
      subscription: {
        anyOf: [schemaRef('Subscription'), { type: 'null' }],
        description: 'Null without an active subscription.',
      },
    }),
  ),
  Subscription: record(['periodStart', 'periodEnd', 'cli'], {
    periodStart: TIMESTAMP,
    periodEnd: TIMESTAMP,
    cli: schemaRef('Allowance'),
  }),
};

export const usageExample = {
  data: {
    month: '2026-11',
    requests: 42,
    records: 610,
    byOperation: [
      { operation: 'getCompany', requests: 10, records: 10 },
      { operation: 'searchSignals', requests: 32, records: 600 },
    ],
    days: [
      {
        date: '2026-11-03',
        requests: 22,
        records: 410,
        byOperation: [{ operation: 'searchSignals', requests: 22, records: 410 }],
      },
      {
        date: '2026-11-19',
        requests: 20,
        records: 200,
        byOperation: [
          { operation: 'getCompany', requests: 10, records: 10 },
          { operation: 'searchSignals', requests: 10, records: 190 },
        ],
      },
    ],
    allowances: {
      api: { granted: ONE_TIME_RECORDS.api, used: ONE_TIME_RECORDS.api, remaining: 0 },
      cli: { granted: ONE_TIME_RECORDS.cli, used: 0, remaining: ONE_TIME_RECORDS.cli },
      web: { granted: MONTHLY_WEB_SEARCHES, used: 1, remaining: MONTHLY_WEB_SEARCHES - 1 },
    },
    balance: { currency: 'USD', amount: '9.750', records: 1950 },
    subscription: null,
  },
};
