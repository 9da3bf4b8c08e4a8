import { createLogger } from '@heliograph/runtime';
import { monthsToReconcile, reconcileOnSchedule } from './scheduled';

const logger = createLogger({ service: 'test', level: 'silent' });

it('compares the current month and, in its first days, also the previous one', () => {
  expect(monthsToReconcile(Date.UTC(2026, 10, 21))).toEqual({ current: '2026-11' });
  expect(monthsToReconcile(Date.UTC(2026, 10, 3, 23, 59))).toEqual({
    current: '2026-11',
    previous: '2026-10',
  });
  expect(monthsToReconcile(Date.UTC(2026, 10, 4))).toEqual({ current: '2026-11' });
  expect(monthsToReconcile(Date.UTC(2027, 0, 1))).toEqual({ current: '2027-01', previous: '2026-12' });
});

it('leaves a month to the member that began it', async () => {
  const compared: string[] = [];
  await reconcileOnSchedule({
    logger,
    store: {
      begin: (month) => Promise.resolve(month === '2026-10'),
      finish: () => Promise.resolve(),
      finished: () => Promise.reject(new Error('is not asked')),
    },
    reconcile: (month) => {
      compared.push(month);
      const totals = { requests: 0n, records: 0n, prepaidMicros: 0n };
      const none = { meteringDifferences: [], ledgerDifferences: [], differenceCount: 0n };
      return Promise.resolve({ month, ledger: totals, metering: totals, ...none, isCaughtUp: true });
    },
    intervalMs: 1_000,
    clock: () => Date.UTC(2026, 10, 2),
  });
  expect(compared).toEqual(['2026-10']);
});

it('does not report events in flight as a difference', async () => {
  const finished: unknown[] = [];
  await reconcileOnSchedule({
    logger,
    store: {
      begin: () => Promise.resolve(true),
      finish: (...given) => Promise.resolve(void finished.push(given)),
      finished: () => Promise.reject(new Error('is not asked')),
    },
    reconcile: (month) => {
      const totals = { requests: 0n, records: 0n, prepaidMicros: 0n };
      const some = { meteringDifferences: [], ledgerDifferences: [], differenceCount: 3n };
      return Promise.resolve({ month, ledger: totals, metering: totals, ...some, isCaughtUp: false });
    },
    intervalMs: 1_000,
    clock: () => Date.UTC(2026, 10, 20),
  });
  expect(finished).toEqual([]);
});
