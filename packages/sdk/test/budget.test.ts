import { Heliograph, type CostOptions, type HeliographError } from '../src/index.ts';
import { answer, problem, ScriptedServer } from './support/scripted-server.ts';

let server: ScriptedServer;

beforeAll(async () => {
  server = await ScriptedServer.start();
});
beforeEach(() => server.play(answer()));
afterAll(() => server.close());

const clientOf = (options: CostOptions = {}) =>
  new Heliograph({ baseUrl: server.url, apiKey: 'hg_live_key', ...options });
const budget = { id: 'run', records: 500 };

/** Maximum, budget and its records of each request that came. */
const sent = () =>
  server.seen.map(({ headers }) =>
    ['x-max-records', 'x-budget-id', 'x-budget-records'].map((name) => headers[name]),
  );

it('sends no bounds unless they are given', async () => {
  await clientOf().signals.search();
  expect(sent()).toEqual([[undefined, undefined, undefined]]);
});

it('sends those of the client with whatever may be charged, and those of a call instead', async () => {
  const client = clientOf({ maxRecords: 50, budget });
  await client.signals.search({}, { maxRecords: 0 });
  await client.signals.count({}, { budget: { id: 'other', records: 1 } });
  await client.companies.get('acme');
  for await (const _page of client.signals.pages()) break;
  await client.request('/signals', { headers: { 'X-Max-Records': '7' } });
  expect(sent()).toEqual([
    ['0', 'run', '500'],
    ['50', 'other', '1'],
    ['50', 'run', '500'],
    ['50', 'run', '500'],
    ['7', 'run', '500'],
  ]);
  server.play(answer({ data: {} }));
  await client.usage();
  await client.filterOptions();
  expect(sent()).toEqual(Array(2).fill([undefined, undefined, undefined]));
});

it('says what the budget leaves, of answers and of refusals', async () => {
  const client = clientOf({ budget });
  server.play(answer(undefined, { 'x-budget-remaining': '480' }));
  expect((await client.signals.search()).meta.budgetRemaining).toBe(480);
  server.play(problem(402, 'budget_reached', { 'x-budget-remaining': '20' }));
  const failure = await client.signals.search().catch((error: HeliographError) => error);
  expect(failure).toMatchObject({ code: 'budget_reached', status: 402, budgetRemaining: 20, attempts: 1 });
  expect(JSON.parse(JSON.stringify(failure))).toMatchObject({ budgetRemaining: 20 });
  server.play(answer());
  expect((await client.signals.search()).meta.budgetRemaining).toBeUndefined();
});
