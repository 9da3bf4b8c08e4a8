import { sampleCorpus } from '@heliograph/sample-corpus';
import { randomUUID } from 'node:crypto';
import { Agent } from './support/agent';
import type { ApiClient } from './support/api-client';
import { Client } from './support/client';
import { importCorpus } from './support/corpus';
import { ForwardingServer } from './support/forwarding-server';
import { System } from './support/system';

jest.setTimeout(240_000);

const today = new Date();
const corpus = sampleCorpus(today);
const companyOf = new Map(corpus.companies.map((company) => [company.slug, company]));
/** The signals in the API's order, latest first. */
const signals = corpus.signals
  .filter(({ publishedAt }) => Date.parse(publishedAt) <= today.getTime())
  .map((signal) => {
    const company = companyOf.get(signal.companySlug)!;
    return {
      ...signal,
      company,
      country: signal.country ?? company.country,
      industries: signal.industries ?? company.industries ?? [],
    };
  })
  .sort((left, right) =>
    left.activityDate === right.activityDate
      ? Number(BigInt(right.id) - BigInt(left.id))
      : left.activityDate < right.activityDate
        ? 1
        : -1,
  );
type Told = (typeof signals)[number];

const count = (passes: (signal: Told) => boolean) => signals.filter(passes).length;
const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id);
const daysBefore = (days: number) => new Date(today.getTime() - days * 86_400_000).toISOString().slice(0, 10);
const SERIES_A = /(?<![\p{L}\p{N}])series[^\p{L}\p{N}]+a(?![\p{L}\p{N}])/iu;

const emberloom = companyOf.get('emberloom-finance')!;
const ofEmberloom = signals.filter(({ companySlug }) => companySlug === 'emberloom-finance');
const ipos = new Map<string, number>();
for (const { category, country = '' } of signals) {
  if (category === 'ipo') ipos.set(country, (ipos.get(country) ?? 0) + 1);
}
const [mostIpos] = [...ipos].sort(([one, left], [other, right]) => right - left || (one < other ? -1 : 1));

interface Task {
  question: string;
  /** How an agent finds the answer. */
  find: (agent: Agent) => Promise<unknown>;
  answer: unknown;
  /** Records charged for it. */
  costs?: number;
}

const total = async (agent: Agent, filters: Record<string, unknown>) =>
  (await agent.call('count_signals', filters)).data.total as number;
const found = async (agent: Agent, filters: Record<string, unknown>) =>
  ids((await agent.call('search_signals', filters)).data.items);

const tasks: Task[] = [
  { question: 'How many signals are there?', find: (agent) => total(agent, {}), answer: signals.length },
  {
    question: 'How many are about funding?',
    find: (agent) => total(agent, { category: ['funding'] }),
    answer: count(({ category }) => category === 'funding'),
  },
  {
    question: 'How many are funding or acquisitions?',
    find: (agent) => total(agent, { category: ['funding', 'acquisition'] }),
    answer: count(({ category }) => category === 'funding' || category === 'acquisition'),
  },
  {
    question: 'How many hire in Germany?',
    find: (agent) => total(agent, { category: ['hiring'], country: 'Germany' }),
    answer: count(({ category, country }) => category === 'hiring' && country === 'Germany'),
  },
  {
    question: 'What happened in the last 30 days?',
    find: (agent) => total(agent, { days: 30 }),
    answer: count(({ activityDate }) => activityDate >= daysBefore(30)),
  },
  {
    question: 'Who raised 50 million dollars or more?',
    find: (agent) => total(agent, { fundingMin: 50_000_000, fundingCurrency: 'USD' }),
    answer: count(({ funding }) => funding?.currency === 'USD' && (funding.amount ?? 0) >= 50_000_000),
  },
  {
    question: 'How many titles say Series A?',
    find: (agent) => total(agent, { q: '"series a"' }),
    answer: count(({ title }) => SERIES_A.test(title)),
  },
  {
    question: 'How many are of companies of 50 to 100 people?',
    find: (agent) => total(agent, { size: '50-100' }),
    answer: count(({ company: { employeeCount = 0 } }) => employeeCount >= 50 && employeeCount <= 100),
  },
  {
    question: 'How many are in robotics or fintech?',
    find: (agent) => total(agent, { industries: ['Robotics', 'Fintech'] }),
    answer: count(({ industries }) => industries.includes('Robotics') || industries.includes('Fintech')),
  },
  {
    question: 'Where are most IPOs?',
    find: async (agent) => {
      const { data } = await agent.call('count_signals', { category: ['ipo'], facets: ['country'] });
      const { value, count: most } = data.facets['country']!.values[0]!;
      return { value, count: most };
    },
    answer: { value: mostIpos![0], count: mostIpos![1] },
  },
  {
    question: 'Which company is jobs.emberloom-finance.example?',
    find: async (agent) => {
      const domain = 'https://jobs.emberloom-finance.example/open';
      return (await agent.call('identify_company', { domain })).data.items[0]!.slug;
    },
    answer: 'emberloom-finance',
  },
  {
    question: 'Which company is Emberloom Finance, Inc.?',
    find: async (agent) =>
      (await agent.call('identify_company', { name: 'Emberloom Finance, Inc.' })).data.items[0]!.slug,
    answer: 'emberloom-finance',
  },
  {
    question: 'Which company begins with "emberl"?',
    find: async (agent) => (await agent.call('suggest', { kind: 'company', prefix: 'emberl' })).data.items,
    answer: [{ value: 'emberloom-finance', label: emberloom.name, count: ofEmberloom.length }],
  },
  {
    question: 'How many people work at Emberloom Finance?',
    find: async (agent) =>
      (await agent.call('get_company', { slug: 'emberloom-finance' })).data.employeeCount,
    answer: emberloom.employeeCount,
    costs: 1,
  },
  {
    question: 'What are the five latest fundings?',
    find: (agent) => found(agent, { category: ['funding'], limit: 5 }),
    answer: ids(signals.filter(({ category }) => category === 'funding').slice(0, 5)),
    costs: 5,
  },
  {
    question: 'All that Emberloom Finance did, page by page?',
    find: async (agent) => {
      const all: string[] = [];
      for (let cursor: string | undefined; ;) {
        const { data } = await agent.call('search_signals', {
          companySlug: 'emberloom-finance',
          limit: 15,
          cursor,
        });
        all.push(...ids(data.items));
        if (data.nextCursor === null) return all;
        cursor = data.nextCursor;
      }
    },
    answer: ids(ofEmberloom),
    costs: ofEmberloom.length,
  },
  {
    question: 'What is the title of its latest signal?',
    find: async (agent) =>
      (await agent.call('search_signals', { ids: [ofEmberloom[0]!.id], fields: ['title'], max_records: 1 }))
        .data.items,
    answer: [{ id: ofEmberloom[0]!.id, title: ofEmberloom[0]!.title }],
    costs: 1,
  },
  {
    question: 'Who says Series A in Germany or France?',
    find: (agent) =>
      found(agent, {
        q: '"series a"',
        locations: ['Germany', 'France'].map((value) => ({ kind: 'country', value })),
        limit: 3,
      }),
    answer: ids(
      signals
        .filter(({ title, country }) => SERIES_A.test(title) && ['Germany', 'France'].includes(country!))
        .slice(0, 3),
    ),
    costs: 3,
  },
  {
    question: 'Which categories are there?',
    find: async (agent) => (await agent.call('filter_options')).data.categories.map(({ id }) => id).sort(),
    answer: [...new Set(corpus.signals.map(({ category }) => category))].sort(),
  },
  {
    question: 'Nothing matches a word that no title has?',
    find: (agent) => found(agent, { q: 'qwertzuiop', limit: 5 }),
    answer: [],
  },
];
const cost = tasks.reduce((sum, { costs = 0 }) => sum + costs, 0);

let system: System;
let front: ForwardingServer;
let client: Client;

beforeAll(async () => {
  system = await System.start({ args: ['--empty'], environment: { EMBEDDING_PROVIDER: 'none' } });
  await importCorpus(system, corpus);
  front = await ForwardingServer.start(system.url);
  client = await Client.create(system);
});

afterAll(async () => {
  await client?.destroy();
  await front?.close();
  await system?.destroy();
});

describe.each(['http', 'stdio'] as const)('twenty questions over %s, losing every third response', (way) => {
  const budget = cost + 2;
  const id = randomUUID();
  let account: ApiClient;
  let agent: Agent;

  beforeAll(async () => {
    account = await system.newClient({ usd: 10 });
    front.dropEvery(3);
    const budgetHeaders = { 'x-budget-id': id, 'x-budget-records': String(budget) };
    const variables = { SIGNALS_API_KEY: account.key, SIGNALS_API_URL: front.url };
    agent =
      way === 'http'
        ? await Agent.overHttp(`${front.url}/mcp`, {
            authorization: `Bearer ${account.key}`,
            ...budgetHeaders,
          })
        : await Agent.overStdio(
            client.agent(variables, '--budget-id', id, '--budget-records', String(budget)),
          );
  });
  afterAll(async () => {
    front.restore();
    await agent?.close();
  });

  it.each(tasks)('$question', async ({ find, answer: response }) => {
    expect(await find(agent)).toEqual(response);
  });

  it('paid for each record once and stayed within the budget', async () => {
    const refused = await agent.failure('search_signals', { limit: 3 });
    expect(refused).toContain('Budget reached');
    expect(refused).toContain('The budget of this session has 2 left.');
    // Over stdio, the command-line client retries on its own.
    if (way === 'http') expect(agent.lost).toBeGreaterThan(10);
    const { body } = await account.get<{ data: { records: number; requests: number } }>('/api/v1/usage');
    expect(body.data.records).toBe(cost);
    const { data } = await agent.call('search_signals', { limit: 2 });
    expect(data.items).toHaveLength(2);
    expect(await agent.failure('get_company', { slug: 'emberloom-finance', fields: ['name'] })).toContain(
      'The budget of this session has 0 left.',
    );
  });
});

it('serves all tools over stdio and says what is wrong', async () => {
  const { key } = await system.newClient();
  const agent = await Agent.overStdio(client.agent({ SIGNALS_API_KEY: key }));
  expect(await agent.tools()).toEqual([
    'search_signals',
    'count_signals',
    'get_company',
    'identify_company',
    'suggest',
    'filter_options',
    'usage',
  ]);
  expect(await agent.failure('search_signals', { limit: 51 })).toContain('- limit must be');
  expect(await agent.failure('search_signals', { semantic: 'something alike' })).toContain(
    'Search by keyword with',
  );
  await expect(agent.call('nonsense')).rejects.toThrow('no such tool');
  await agent.close();
});

it('does not start without a credential or with half of a budget', async () => {
  const none = await client.run('mcp');
  expect([none.status, none.stdout]).toEqual([3, '']);
  expect(none.stderr).toContain('signals login');
  for (const args of [
    ['--budget-id', 'x'],
    ['--budget-records', '0'],
    ['--budget-id', 'a b', '--budget-records', '5'],
  ]) {
    expect((await client.runWithKey('hg_live_x', 'mcp', ...args)).status).toBe(2);
  }
});
