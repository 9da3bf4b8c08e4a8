import { migrateCatalog } from '@heliograph/catalog';
import { search } from '@heliograph/proto';
import {
  createLogger,
  createRpcClient,
  type ServiceError,
  type RpcClient,
  type RpcService,
} from '@heliograph/runtime';
import {
  freeAddress,
  startTestDatabase,
  testCallerVariables,
  testCredentials,
  waitFor,
  type TestDatabase,
} from '@heliograph/testing';
import { loadConfig } from '../src/config';
import { createSearchService } from '../src/service';
import { importSignals, onCatalog } from './support/corpus';

type Client = RpcClient<typeof search.SearchServiceService>;

const SIGNALS = 600;
const SLEEP_SECONDS = 0.05;
const UNBOUNDED_COUNTS = { MAXIMUM_COUNT_COST_MS: '600000' };
const WORDS = ['alpha', 'beta', 'gamma', 'delta'];
const { AND } = { AND: search.SearchGroups_Operator.AND };

let database: TestDatabase;
let client: Client;
let service: RpcService;
const log: string[] = [];

const onOwner = <Row extends object>(statement: string) =>
  onCatalog<Row>(database.connectionString('catalog'), statement);

/** Reading a signal takes a while, and the statistics tell of so many that to read those of common words is dear. */
async function makeReadingSlow(): Promise<void> {
  await onOwner('ALTER TABLE catalog.signal RENAME TO signal_stored');
  await onOwner(
    `CREATE VIEW catalog.signal AS SELECT * FROM catalog.signal_stored WHERE pg_sleep(${SLEEP_SECONDS}) IS NOT NULL`,
  );
  await onOwner('GRANT SELECT ON catalog.signal TO heliograph_reader');
  await onOwner('UPDATE catalog.day SET signals = signals * 1000');
  await onOwner('UPDATE catalog.state SET statistics_version = statistics_version + 1');
}

async function startService(variables: NodeJS.ProcessEnv = {}): Promise<void> {
  const address = freeAddress();
  service = createSearchService(
    loadConfig({
      RPC_ADDRESS: address,
      DATABASE_URL: database.connectionString('reader'),
      ...testCallerVariables,
      ...variables,
    }),
    {
      logger: createLogger({ service: 'search', level: 'warn' }, { write: (line) => void log.push(line) }),
    },
  );
  await service.start();
  client = createRpcClient(search.SearchServiceService, {
    address,
    caller: 'gateway',
    credentials: testCredentials,
    defaultTimeoutMs: 4_000,
    multiplexed: true,
  });
}

beforeAll(async () => {
  database = await startTestDatabase();
  const logger = createLogger({ service: 'test', level: 'silent' });
  await migrateCatalog(database.connectionString('catalog'), logger);
  const signals = Array.from({ length: SIGNALS }, (_, index) => ({
    id: String(1_000 + index),
    companySlug: 'acme',
    category: 'hiring',
    title: `${WORDS.join(' ')} number${index}`,
    activityDate: '2026-11-01',
    publishedAt: '2026-01-01T00:00:00Z',
  }));
  await importSignals(database.connectionString('catalog'), [{ slug: 'acme', name: 'Acme' }], signals);
  await makeReadingSlow();
});
afterAll(() => database.stop());

beforeEach(() => (log.length = 0));
afterEach(async () => {
  await client.close();
  await service.destroy();
});

const dearFilters = (seed = 0) => ({
  searchGroups: {
    op: AND,
    groups: [
      {
        scope: search.SearchGroups_Scope.COMPANY,
        match: AND,
        terms: WORDS,
        exclude: [`other${seed}`],
      },
    ],
  },
});
const dearCount = (accountId: string, over: { signal?: AbortSignal; seed?: number } = {}) =>
  client.count(search.CountRequest.fromPartial({ filters: dearFilters(over.seed) }), {
    requestId: 'dear',
    accountId,
    signal: over.signal,
  });
const cheapSearch = (accountId: string, id: number) =>
  client.search(search.SearchRequest.fromPartial({ filters: { ids: [String(1_000 + id)] }, limit: 1 }), {
    requestId: 'cheap',
    accountId,
  });

const statementsRunning = async () => {
  const [row] = await onCatalog<{ running: number }>(
    database.adminConnectionString,
    `SELECT count(*)::integer AS running FROM pg_stat_activity
      WHERE application_name = 'heliograph-search' AND state = 'active'`,
  );
  return row!.running;
};
const metricsText = async () => (await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`)).text();
const metric = async (name: string, labels: string) => {
  const line = (await metricsText())
    .split('\n')
    .find((each) => each.startsWith(name) && each.includes(labels));
  return Number(line?.split(' ').at(-1));
};

it('answers others while one account asks for all that is dear, and tells that account', async () => {
  await startService(UNBOUNDED_COUNTS);
  const dear = Array.from({ length: 24 }, (_, seed) =>
    dearCount('greedy', { seed }).then(
      () => 'answered',
      (error: ServiceError) => `${error.code} ${error.retryAfterSeconds}`,
    ),
  );
  await waitFor(async () => (await statementsRunning()) > 0);
  for (let index = 0; index < 10; index += 1) {
    expect(await cheapSearch('modest', index)).toMatchObject({ itemCount: 1 });
  }
  const outcomes = await Promise.all(dear);
  expect(outcomes.every((outcome) => /^rate_limited [1-9]\d*$/.test(outcome))).toBe(true);
  // What was given up is not gone on with.
  await waitFor(async () => (await statementsRunning()) === 0);
  const refused = 'heliograph_search_admission_refused_total';
  expect(await metric(refused, 'lane="dear",reason="late"')).toBeGreaterThan(0);
  expect(await metric(refused, 'lane="dear",reason="unfinished"')).toBeGreaterThan(0);
  expect(await metric('heliograph_search_admission_running', 'lane="dear"')).toBe(0);
  expect(log).toEqual([]);
});

it('ends the statements of callers that have gone', async () => {
  await startService(UNBOUNDED_COUNTS);
  const controller = new AbortController();
  const gone = ['a', 'b', 'c'].map((account) => dearCount(account, { signal: controller.signal }));
  for (const each of gone) each.catch(() => undefined);
  await waitFor(async () => (await statementsRunning()) === 2);
  controller.abort();
  await waitFor(async () => (await statementsRunning()) === 0, { timeoutMs: 3_000 });
  await waitFor(async () => (await metric('heliograph_search_admission_cancelled_total', '"dear"')) === 3);
  expect(await metric('heliograph_search_admission_statements_cancelled_total', '')).toBeGreaterThanOrEqual(
    2,
  );
  expect(log).toEqual([]);
});

it('moves a search that was judged cheap and is not among the dear ones', async () => {
  await startService(UNBOUNDED_COUNTS);
  // Twelve thousand are said to hold the word; ids are cheap by what is said of them.
  const ids = Array.from({ length: 60 }, (_, index) => String(1_000 + index));
  const misjudged = () =>
    client.search(search.SearchRequest.fromPartial({ filters: { ids }, limit: 1 }), {
      requestId: 'misjudged',
      accountId: 'greedy',
      timeoutMs: 10_000,
    });
  expect(await misjudged()).toMatchObject({ itemCount: 1 });
  expect(await metric('heliograph_search_admission_demoted_total', '')).toBe(1);
});

it('says which part of a count is too dear', async () => {
  await startService({ MAXIMUM_COUNT_COST_MS: '50' });
  await expect(dearCount('a')).rejects.toMatchObject({
    code: 'invalid_parameter',
    faults: [{ parameter: 'searchGroups', message: expect.stringContaining('dates') }],
  });
  expect(await statementsRunning()).toBe(0);
});
