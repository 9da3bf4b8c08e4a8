import type { Receipt } from '@heliograph/sdk';
import type { LogicalRequest } from '../load/journal';
import type { Charge, Evidence } from './evidence';
import { hashOf } from './check-receipts';
import { findViolations } from './find-violations';

const request = (number: number, outcome: LogicalRequest['outcome']): LogicalRequest => ({
  id: `client00-00000${number}`,
  accountId: 'account',
  credentialId: 'key',
  operation: 'search',
  pathAndQuery: '/api/v1/signals?limit=3',
  startedAtMs: 0,
  endedAtMs: 10,
  outcome,
});

const charge = (number: number): Charge => ({
  id: `event-${number}`,
  accountId: 'account',
  credentialId: 'key',
  requestId: `client00-00000${number}_a1`,
  records: 3,
  grantedRecords: 1,
  prepaidRecords: 2,
  prepaidMicros: 10_000n,
});

const event = (number: number) => {
  const { id, accountId, credentialId, requestId, records, prepaidMicros } = charge(number);
  return { id, key: accountId, accountId, credentialId, requestId, records, prepaidMicros };
};

/** Receipts for the charges, in order. */
function chainOf(charges: readonly Charge[]): Receipt[] {
  const chain: Receipt[] = [];
  for (const { accountId, id, requestId, records, prepaidMicros } of charges) {
    const last = chain.at(-1);
    chain.push({
      accountId,
      eventId: id,
      requestId,
      records,
      amountMicros: Number(prepaidMicros),
      operation: 'searchSignals',
      mode: 'keyword',
      answerSha256: 'd',
      at: '2026-11-20T09:30:00.123Z',
      sequence: chain.length + 1,
      previous: last ? hashOf(last) : '0'.repeat(64),
    });
  }
  return chain;
}

const chain = chainOf([charge(1), charge(2)]);
const answered = (number: number) => ({
  kind: 'answered' as const,
  records: 3,
  digest: 'd',
  receipt: `${number}.${hashOf(chain[number - 1]!)}`,
});
const sum = { credentialId: 'key', requests: 2, records: 6 };
const side = { requests: 2, records: 6 };
const poison = { key: 'poison-1', digest: 'p' };
const invoice = { accountId: 'account', reference: 'invoice-1', micros: 500_000n };

/** Two answered requests and one refused, with nothing wrong. */
function sound(): Evidence {
  return {
    requests: [
      request(1, answered(1)),
      request(2, answered(2)),
      request(3, { kind: 'refused', code: 'insufficient_records' }),
      request(4, { kind: 'limited' }),
    ],
    topUps: [{ ...invoice, isConfirmed: true }],
    caps: [{ credentialId: 'key', monthlyCap: 6 }],
    charges: [charge(1), charge(2)],
    entries: [],
    funds: [{ accountId: 'account', name: 'balance', kept: 480_000n, entered: 480_000n }],
    credits: [invoice],
    ledgerTotals: [sum],
    outboxRows: 0,
    receipts: new Map([['account', chain]]),
    statements: [{ accountId: 'account', month: '2026-11', differences: [] }],
    meteringTotals: [sum],
    // The first was redelivered.
    events: [event(1), event(2), event(1)],
    unexpectedMessages: [],
    deadLetters: [
      { ...poison, reason: 'garbage' },
      { ...poison, reason: 'garbage' },
    ],
    poison: [poison],
    reconciliations: [{ month: '2026-11', ledger: side, metering: side, differences: [] }],
    usage: [{ accountId: 'account', ...side }],
    webhooks: {
      accountId: 'subscriber',
      savedSearches: [],
      published: [],
      received: [],
      refused: [],
      deliveries: [],
    },
  };
}

const checksOf = (changes: Partial<Evidence>) => [
  ...new Set(findViolations({ ...sound(), ...changes }).map(({ check }) => check)),
];

it('finds nothing where everything agrees', () => {
  expect(findViolations(sound())).toEqual([]);
});

describe('charges', () => {
  it('finds a double charge and names both ids', () => {
    const twice = { ...charge(1), id: 'event-9', requestId: 'client00-000001_a2' };
    const violations = findViolations({ ...sound(), charges: [charge(1), charge(2), twice] });
    expect(violations).toContainEqual({
      check: 'charged more than once',
      detail: '2 times: /api/v1/signals?limit=3',
      ids: ['client00-000001', 'event-1', 'event-9'],
    });
    expect(violations.map(({ check }) => check)).toEqual(
      expect.arrayContaining([
        'credential',
        'charge without an event',
        'metering',
        'ledger totals',
        'reconcile',
      ]),
    );
  });

  it('finds a double charge that ledger and metering agree on', () => {
    const twice = { ...charge(1), id: 'event-9', requestId: 'client00-000001_r3-1' };
    const more = { credentialId: 'key', requests: 3, records: 9 };
    const checks = checksOf({
      charges: [charge(1), charge(2), twice],
      events: [event(1), event(2), { ...event(1), id: 'event-9', requestId: twice.requestId }],
      ledgerTotals: [more],
      meteringTotals: [more],
      reconciliations: [{ month: '2026-11', ledger: more, metering: more, differences: [] }],
      usage: [{ accountId: 'account', ...more }],
      caps: [],
    });
    expect(checks).toEqual(['charged more than once', 'credential', 'receipt and charge']);
  });

  it('finds a lost charge', () => {
    expect(checksOf({ charges: [charge(1)] })).toContain('answered without a charge');
  });

  it('finds a charge for a different number of records than answered', () => {
    const requests = [request(1, { ...answered(1), records: 2 }), request(2, answered(2))];
    expect(checksOf({ requests })).toEqual(['wrong charge', 'credential', 'receipt of an answer']);
  });

  it('finds a charge to another key', () => {
    const requests = [{ ...request(1, answered(1)), credentialId: 'other' }, request(2, answered(2))];
    expect(checksOf({ requests })).toEqual(['wrong charge', 'credential']);
  });

  it.each([
    ['charged although refused', { kind: 'refused', code: 'insufficient_records' }],
    ['charged although limited', { kind: 'limited' }],
    ['wrong answer', { kind: 'wrong', status: 404, code: 'not_found' }],
    ['no definite answer', undefined],
  ] as const)('finds what was %s', (check, outcome) => {
    expect(checksOf({ requests: [request(1, answered(1)), request(2, outcome)] })).toContain(check);
  });

  it('finds a charge without a request', () => {
    expect(checksOf({ requests: [request(1, answered(1))] })).toContain('charge without a request');
  });

  it.each([{ grantedRecords: 0 }, { prepaidMicros: 9_999n }])('finds a wrong payment: %p', (change) => {
    expect(checksOf({ charges: [charge(1), { ...charge(2), ...change }] })).toContain('wrong payment');
  });
});

describe('funds', () => {
  it('finds a negative balance', () => {
    const funds = [{ accountId: 'account', name: 'balance', kept: -1n, entered: -1n }];
    expect(checksOf({ funds })).toEqual(['negative fund']);
  });

  it('finds a balance that does not match the entries', () => {
    const funds = [{ accountId: 'account', name: 'balance', kept: 480_000n, entered: 480_001n }];
    expect(checksOf({ funds })).toEqual(['fund']);
  });

  it('finds a cap that was exceeded', () => {
    expect(checksOf({ caps: [{ credentialId: 'key', monthlyCap: 5 }] })).toEqual(['cap']);
  });

  it.each([
    ['twice', { credits: [invoice, invoice] }],
    ['never', { credits: [] }],
    ['with another amount', { credits: [{ ...invoice, micros: 1n }] }],
  ])('finds a payment that was credited %s', (_how, change) => {
    expect(checksOf(change)).toEqual(['credit']);
  });

  it('accepts the absence of a payment whose command never succeeded', () => {
    expect(checksOf({ credits: [], topUps: [{ ...invoice, isConfirmed: false }] })).toEqual([]);
  });
});

describe('events', () => {
  it('finds a charge without an event', () => {
    expect(checksOf({ events: [event(1)] })).toEqual(['charge without an event']);
  });

  it('finds an event without a charge', () => {
    expect(checksOf({ events: [event(1), event(2), event(3)] })).toEqual(['event without a charge']);
  });

  it('finds an event that differs in any copy', () => {
    const events = [event(1), event(2), { ...event(2), records: 4 }];
    expect(checksOf({ events })).toEqual(['event differs from its charge']);
  });

  it('finds events in the wrong order', () => {
    expect(checksOf({ events: [event(2), event(1)] })).toEqual(['order of events']);
  });

  it('finds rows left in the outbox', () => {
    expect(checksOf({ outboxRows: 1 })).toEqual(['outbox']);
  });

  it('finds messages that nothing should have published', () => {
    expect(checksOf({ unexpectedMessages: [{ key: 'k', digest: 'd' }] })).toEqual(['strange message']);
  });

  it('finds a dead letter that is not poison, and poison that was counted or lost', () => {
    const deadLetters = [{ key: 'account', digest: 'e', reason: 'time is missing' }];
    expect(findViolations({ ...sound(), deadLetters }).map(({ detail }) => detail)).toEqual([
      'not poison: time is missing',
      'poison that is not among them',
    ]);
  });
});

describe('totals', () => {
  const more = { credentialId: 'key', requests: 2, records: 7 };

  it('finds an event that metering counted twice or not at all', () => {
    expect(checksOf({ meteringTotals: [more] })).toEqual(['metering']);
    expect(checksOf({ meteringTotals: [] })).toEqual(['metering']);
  });

  it('finds ledger totals that differ from its entries', () => {
    expect(checksOf({ ledgerTotals: [more] })).toEqual(['ledger totals']);
  });

  it('finds wrong totals for the operator', () => {
    const reconciliation = { month: '2026-11', ledger: side, metering: side, differences: [] };
    expect(checksOf({ reconciliations: [{ ...reconciliation, metering: more }] })).toEqual(['reconcile']);
    expect(
      checksOf({ reconciliations: [{ ...reconciliation, differences: [{ field: 'records' }] }] }),
    ).toEqual(['reconcile']);
    expect(checksOf({ reconciliations: [] })).toEqual(['reconcile']);
  });

  it('finds wrong totals for a customer', () => {
    expect(checksOf({ usage: [{ accountId: 'account', requests: 1, records: 6 }] })).toEqual(['usage']);
  });
});

describe('receipts', () => {
  const receiptsOf = (receipts: readonly Receipt[]) =>
    checksOf({ receipts: new Map([['account', receipts]]) });
  const [one, two] = [chain[0]!, chain[1]!];

  it.each([
    ['a gap', [one, { ...two, sequence: 3 }]],
    ['a changed link', [{ ...one, at: '2026-11-20T09:30:00.122Z' }, two]],
    ['a chain that begins elsewhere', [{ ...one, previous: '1'.repeat(64) }, two]],
    ["a time before the previous link's", [one, { ...two, at: '2026-11-19T00:00:00.000Z' }]],
  ])('finds %s', (_what, receipts) => expect(receiptsOf(receipts)).toContain('receipts'));

  it('finds a link missing at the end and one too many', () => {
    expect(receiptsOf([one])).toEqual(['receipt and charge', 'receipt of an answer']);
    expect(receiptsOf(chainOf([charge(1), charge(2), charge(3)]))).toEqual(['receipt and charge']);
  });

  it('finds a complete chain with another order, other records, or another amount', () => {
    expect(receiptsOf(chainOf([charge(2), charge(1)]))).toContain('receipt and charge');
    expect(receiptsOf(chainOf([charge(1), { ...charge(2), records: 4 }]))).toContain('receipt and charge');
    expect(receiptsOf(chainOf([charge(1), { ...charge(2), prepaidMicros: 1n }]))).toContain(
      'receipt and charge',
    );
  });

  it('finds a receipt from another chain or for another response', () => {
    const requests = (outcome: LogicalRequest['outcome']) => [request(1, answered(1)), request(2, outcome)];
    const forked = { ...answered(2), receipt: `2.${'e'.repeat(64)}` };
    expect(checksOf({ requests: requests(forked) })).toEqual(['receipt of an answer']);
    expect(checksOf({ requests: requests({ ...answered(2), digest: 'e' }) })).toEqual([
      'receipt of an answer',
    ]);
    expect(checksOf({ requests: requests({ ...answered(2), receipt: answered(1).receipt }) })).toEqual([
      'receipt of an answer',
    ]);
  });

  it('finds a statement that differs', () => {
    const statements = [{ accountId: 'account', month: '2026-11', differences: ['records: 6, stated 7'] }];
    expect(checksOf({ statements })).toEqual(['statement']);
  });
});
