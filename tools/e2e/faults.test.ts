import { describeWith, isAvailable } from '@heliograph/testing';
import { kindsWithout, type Part } from './faults/plan/fault-kinds';
import { shortForm } from './faults/plan/forms';
import { Random } from './faults/plan/random';
import { reportText } from './faults/report/report-text';
import { runFaults } from './faults/run-faults';

// One minute on a quiet machine, but a fault at an unlucky moment can make the system wait minutes for the broker.
jest.setTimeout(600_000);

const SEED = 4;

/** The short form of `npm run faults`: every kind of fault that this machine supports, once. */
async function everythingOnce(without: readonly Part[]) {
  const kinds = kindsWithout(without);
  const random = new Random(SEED);
  const { report, directory, remove } = await runFaults({
    seed: SEED,
    random,
    ...shortForm(random, kinds),
    clients: 8,
    without,
    say: () => undefined,
    onFault: () => undefined,
    onProgress: () => undefined,
    stopping: new AbortController().signal,
  });
  if (report.violations.length > 0) {
    throw new Error(`${reportText(report)}\nThe logs of the run are in ${directory}`);
  }
  await remove();
  expect(report.done.map(({ kind }) => kind).sort()).toEqual([...kinds].sort());
  const { answered, refused, replays, conflicts } = report.requests;
  expect(Math.min(answered, refused, replays, conflicts)).toBeGreaterThan(0);
  const { signals, deliveries, records } = report.webhooks;
  expect(deliveries).toBeGreaterThan(1);
  expect(records).toBe(signals);
  expect(report.charges.count).toBe(report.events.distinct);
  expect(report.charges.count).toBeGreaterThan(answered);
  expect(Math.min(report.events.redelivered, report.events.poison)).toBeGreaterThan(0);
}

const missing: readonly Part[] = [
  ...(
    [
      ['kafka', 'kafka-process'],
      ['redis', 'redis'],
      ['disk', 'disk'],
    ] as const
  ).flatMap(([part, needed]) => (isAvailable(needed) ? [] : [part])),
  'patroni',
];

it('loses nothing and doubles nothing, whatever dies under load', () => everythingOnce(missing));

// Names the parts that the run above did without.
describeWith('kafka-process', 'broker faults', () => {
  it('are among them', () => expect(kindsWithout(missing)).toContain('kill-broker'));
});
describeWith('disk', 'disk faults', () => {
  it('are among them', () => expect(kindsWithout(missing)).toContain('lose-power'));
});
describeWith('redis', 'Redis faults', () => {
  it('are among them', () => expect(kindsWithout(missing)).toContain('kill-redis'));
});
