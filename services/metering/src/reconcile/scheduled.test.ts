import { createLogger } from '@heliograph/runtime';
import { latestReconciliation, monthsToReconcile, reconcileOnSchedule } from './scheduled';

const logger = createLogger({ service: 'test', level: 'silent' });

/** A store of months that all have this many differences. */
const storeOf = (differences: number) => ({
  finished: (months: readonly string[]) =>
    Promise.resolve(months.map((month) => ({ month, differences, finishedAt: new Date(0) }))),
});

it('compares the current month and, in its first days, also the previous one', async () => {
  const monthsAt = (...date: [number, number, number, number?]) =>
    monthsToReconcile(storeOf(0), Date.UTC(...date));
  expect(await monthsAt(2026, 10, 21)).toEqual({ current: '2026-11' });
  expect(await monthsAt(2026, 10, 3, 23)).toEqual({ current: '2026-11', previous: '2026-10' });
  expect(await monthsAt(2026, 10, 4)).toEqual({ current: '2026-11' });
  expect(await monthsAt(2027, 0, 1)).toEqual({ current: '2027-01', previous: '2026-12' });
});

it('compares and reports the previous month while it has differences', async () => {
  const store = {
    ...storeOf(3),
    begin: () => Promise.resolve(true),
    renew: () => Promise.resolve(),
    finish: () => Promise.resolve(),
  };
  const clock = () => Date.UTC(2026, 10, 21);
  expect((await latestReconciliation({ store, clock })).differences).toEqual({ current: 3, previous: 3 });
  expect(await monthsToReconcile(store, clock())).toEqual({ current: '2026-11', previous: '2026-10' });
});

it('leaves a month to the member that began it', async () => {
  const compared: string[] = [];
  await reconcileOnSchedule({
    logger,
    store: {
      begin: (month) => Promise.resolve(month === '2026-10'),
      renew: () => Promise.resolve(),
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
      renew: () => Promise.resolve(),
      finish: (...given) => Promise.resolve(void finished.push(given)),
      finished: () => Promise.resolve([]),
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
