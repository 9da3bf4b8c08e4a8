import type { Evidence } from '../check/evidence';
import { Deliveries } from '../inject/deliveries';
import type { DoneFault } from '../inject/director';
import { Recovery } from '../inject/recovery';
import { Journal, type LogicalRequest } from '../load/journal';
import { makeReport } from './report';
import { reportText } from './report-text';

const evidence: Evidence = {
  requests: [],
  topUps: [],
  caps: [],
  funds: [],
  credits: [],
  ledgerTotals: [],
  outboxRows: 0,
  unexpectedMessages: [],
  deadLetters: [],
  poison: [],
  reconciliations: [],
  usage: [],
  receipts: new Map(),
  statements: [],
  webhooks: {
    accountId: 'a',
    savedSearches: [],
    published: [],
    received: [],
    refused: [],
    deliveries: [{ id: 'd', savedSearchId: 's', chargedRecords: 3 }],
  },
  charges: [],
  entries: [],
  meteringTotals: [{ credentialId: 'key', requests: 2, records: 5 }],
  events: ['one', 'two', 'one', 'one'].map((id) => ({
    id,
    key: 'a',
    accountId: 'a',
    credentialId: 'key',
    requestId: 'r',
    records: 1,
    prepaidMicros: 0n,
  })),
};

const fault = (number: number, struckAtMs: number): DoneFault => ({
  number,
  kind: 'kill-ledger',
  struckAtMs,
  healedAtMs: struckAtMs + 10,
  note: '',
});

function reportOf(violations: number) {
  let now = 0;
  const recovery = new Recovery(() => now);
  for (const [injectedAt, answeredAt] of [
    [0, 1_000],
    [2_000, 5_000],
    [6_000, 8_000],
  ] as const) {
    now = injectedAt;
    recovery.recordFault('kill-ledger');
    now = answeredAt;
    recovery.answered(injectedAt, 'search');
  }
  const journal = new Journal();
  const request: LogicalRequest = {
    id: 'r',
    accountId: 'a',
    credentialId: 'key',
    operation: 'search',
    pathAndQuery: '/',
    startedAtMs: 1_000,
    endedAtMs: 3_500,
    outcome: { kind: 'answered', records: 1, digest: '', receipt: '' },
  };
  journal.begin(request);
  journal.retried('503');
  const deliveries = new Deliveries();
  deliveries.duplicates = 1;
  return makeReport({
    startedAt: '2026-11-25T12:00:00.000Z',
    commit: 'c0ffee',
    machine: '2 × processor',
    seed: 7,
    without: ['kafka', 'patroni'],
    clients: 3,
    seconds: 9.6,
    catchUpMs: 1_234,
    recovery,
    journal,
    deliveries,
    evidence,
    done: [fault(2, 2_000), fault(1, 0), fault(3, 6_000)],
    violations: Array.from({ length: violations }, (_, index) => ({
      check: 'fund',
      detail: `number ${index}`,
      ids: ['a', 'b'],
    })),
  });
}

it('summarizes what happened', () => {
  expect(reportOf(0)).toMatchObject({
    seed: 7,
    eventLog: 'postgresql',
    limits: 'redis',
    database: 'embedded',
    seconds: 10,
    faults: [
      { kind: 'kill-ledger', count: 3, atSeconds: [0, 2, 6], recoverySeconds: { median: 2, maximum: 3 } },
    ],
    requests: {
      logical: 1,
      answered: 1,
      retries: { '503': 1 },
      answerSeconds: { median: 2.5, maximum: 2.5 },
    },
    webhooks: { signals: 0, deliveries: 1, attempts: 0, records: 3 },
    // One copy among the four messages is the run's own.
    events: { distinct: 2, copies: 1, redelivered: 1 },
    metering: { requests: 2, records: 5 },
    catchUpSeconds: 1.23,
    done: [{ number: 1 }, { number: 2 }, { number: 3 }],
  });
});

it('reports findings with their ids and the seed', () => {
  expect(reportText(reportOf(0))).toMatch(
    /kill-ledger +3 +2\.00 +3\.00 {2}0 2 6\n\nNothing lost, nothing doubled\.$/,
  );
  const lines = reportText(reportOf(12)).split('\n').slice(-12);
  expect(lines[0]).toBe('12 violations (seed 7):');
  expect(lines[1]).toBe('  fund: number 0 [a, b]');
  expect(lines[11]).toBe('  fund: and 2 more, which --json lists');
});
