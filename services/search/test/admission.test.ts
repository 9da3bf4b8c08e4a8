import { Corpus, NO_IDS, SegmentBuilder, type Slices } from '@heliograph/read-model';
import { createMetrics, type Metrics, type ServiceError } from '@heliograph/runtime';
import { waitFor } from '@heliograph/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { Admission, type Caller } from '../src/admission/admission';
import { EXPENSIVE_COST } from '../src/admission/lanes';
import { AdmissionMetrics } from '../src/admission/metrics';
import { ReadModelEngine } from '../src/engine/read-model-engine';
import { wireFilters } from './support/wire-filters';

const CHEAP = 1_000;

let metrics: Metrics;
let admission: Admission;
beforeEach(() => {
  metrics = createMetrics('test');
  admission = new Admission({ semanticSearches: 8, engineSearches: 8 }, new AdmissionMetrics(metrics));
});

const callerOf = (accountId: string, over: Partial<Caller> = {}): Caller => ({
  accountId,
  deadline: performance.now() + 5_000,
  signal: new AbortController().signal,
  ...over,
});

/** Work that takes this many milliseconds of this thread, in slices of about a tenth. */
function* work(ms: number, progress?: () => void): Slices<string> {
  for (let slice = 0; slice < ms * 10; slice += 1) {
    const end = performance.now() + 0.1;
    while (performance.now() < end);
    progress?.();
    yield;
  }
  return 'found';
}

/** This process's CPU time: on a busy machine, it passes more slowly than the clock. */
const ownMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const outcomeOf = (running: Promise<string>) =>
  running.catch((error: ServiceError) => `${error.code} ${error.retryAfterSeconds}`);

async function metric(name: string, labels: Record<string, string> = {}): Promise<number> {
  const { values } = await metrics.registry.getSingleMetric(`heliograph_search_admission_${name}`)!.get();
  return values
    .filter((each) => Object.entries(labels).every(([label, value]) => each.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
}

it('answers others at once while one account floods the expensive lane, and tells that account', async () => {
  const expensive = Array.from({ length: 200 }, () =>
    outcomeOf(admission.search(callerOf('greedy'), 40_000_000, () => work(40))),
  );
  const waits: number[] = [];
  for (let index = 0; index < 30; index += 1) {
    await delay(5);
    const started = ownMs();
    expect(await admission.search(callerOf('modest'), CHEAP, () => work(0.1))).toBe('found');
    waits.push(ownMs() - started);
  }
  // Another account's expensive search takes turns with the greedy one's, without waiting for its queue.
  const started = ownMs();
  expect(await admission.search(callerOf('other'), 40_000_000, () => work(40))).toBe('found');
  expect(ownMs() - started).toBeLessThan(1_500);
  // Cheap ones never wait for a turn: this is the time of their own work.
  expect(waits.sort((a, b) => a - b)[15]!).toBeLessThan(20);
  const outcomes = await Promise.all(expensive);
  expect(outcomes.filter((outcome) => outcome === 'found').length).toBeGreaterThan(3);
  expect(outcomes.every((outcome) => /^(found|rate_limited [1-9]\d*)$/.test(outcome))).toBe(true);
  expect(await metric('refused_total', { lane: 'expensive' })).toBe(
    outcomes.filter((outcome) => outcome !== 'found').length,
  );
  expect(await metric('running', { lane: 'expensive' })).toBe(0);
});

it('ends work whose caller cancels, running or waiting', async () => {
  const controller = new AbortController();
  let slices = 0;
  const gone = Array.from({ length: 5 }, () =>
    admission.search(callerOf('gone', { signal: controller.signal }), EXPENSIVE_COST, () =>
      work(10_000, () => (slices += 1)),
    ),
  );
  for (const each of gone) each.catch(() => undefined);
  await waitFor(() => slices > 20);
  controller.abort(new Error('hung up'));
  await Promise.all(gone.map((each) => expect(each).rejects.toThrow('hung up')));
  const then = slices;
  await delay(50);
  expect(slices - then).toBeLessThanOrEqual(20);
  expect(await metric('cancelled_total', { lane: 'expensive' })).toBe(5);
  expect(await metric('running')).toBe(0);
});

it('lets a search wrongly classified as cheap resume where it was, in the expensive lane', async () => {
  let begun = 0;
  const begin = () => {
    begun += 1;
    return work(20);
  };
  expect(await admission.search(callerOf('a'), CHEAP, begin)).toBe('found');
  expect(begun).toBe(1);
  expect(await metric('demoted_total')).toBe(1);
});

it('reports a search that does not finish in time', async () => {
  const late = callerOf('a', { deadline: performance.now() + 400 });
  await expect(admission.search(late, EXPENSIVE_COST, () => work(3_000))).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringContaining('did not finish in time'),
  });
  expect(await metric('refused_total', { reason: 'unfinished' })).toBe(1);
});

it('says which part of a count is too expensive', async () => {
  const builder = new SegmentBuilder();
  for (let index = 0; index < 500; index += 1) {
    const item = {
      title: 'alpha beta gamma delta',
      activityDate: '2026-11-01',
      category: 'news',
      industries: [],
      company: { slug: 'acme', name: 'Acme' },
    };
    const document = Buffer.from(JSON.stringify({ id: String(index + 1), ...item }));
    builder.add({ id: String(index + 1), ordinal: index, companyId: 1, publishedAtMs: 0, document });
  }
  const corpus = new Corpus();
  corpus.apply({ version: 1, nextOrdinal: 500, segment: builder.finish(), withdrawn: NO_IDS }, 1);
  const now = () => new Date('2026-11-21T00:00:00Z');
  const engine = new ReadModelEngine({
    snapshot: () => corpus.at(now().getTime()),
    requireCurrent: () => undefined,
    admission,
    now,
    onAnswered: () => undefined,
  });
  const query = wireFilters({
    q: 'alpha',
    searchGroups: {
      op: 'and',
      groups: [
        { scope: 'company', match: 'and', terms: ['alpha', 'beta', 'gamma', 'delta'], exclude: ['no'] },
      ],
    },
  });
  expect(await engine.count(query, callerOf('a'), 1_000)).toBe(500);
  await expect(engine.count(query, callerOf('a'), 0.001)).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter: 'searchGroups', message: expect.stringContaining('dates') }],
  });
});
