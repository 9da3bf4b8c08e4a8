import { startBeforeAll } from '@heliograph/testing';
import {
  Heliograph,
  HeliographError,
  type IdentifyParameters,
  type SuggestParameters,
} from '../src/index.ts';
import { callFollowing } from './support/following.ts';
import { readScenarios, turnOf, type Scenario, type ScenarioCall } from './support/scenarios.ts';
import { ScriptedServer } from './support/scripted-server.ts';

const FILES = [
  ...['responses', 'parameters', 'retries', 'failures', 'pages', 'budgets', 'suggestions'],
  ...['saved-searches', 'deliveries', 'receipts'],
];

const server = startBeforeAll(() => ScriptedServer.start());

describe.each(FILES)('%s', (file) => {
  it.each(readScenarios(file).map((scenario) => [scenario.name, scenario] as const))(
    '%s',
    async (_name, scenario) => {
      // Pause limits have their own tests.
      const random = jest.spyOn(Math, 'random').mockReturnValue(0);
      try {
        server.play(...scenario.responses.map(turnOf));
        await play(scenario);
      } finally {
        random.mockRestore();
      }
    },
  );
});

async function play(scenario: Scenario): Promise<void> {
  const { basePath = '', ...options } = scenario.client ?? {};
  const client = new Heliograph({
    baseUrl: `${server.url}${basePath}`,
    apiKey: 'hg_live_key',
    ...options,
  });
  const from = performance.now();
  for (const call of scenario.calls) await expectOutcome(client, call);
  const took = performance.now() - from;
  expect(took).toBeGreaterThanOrEqual(scenario.atLeastMs ?? 0);
  expect(took).toBeLessThan(scenario.lessThanMs ?? 60_000);
  expectRequests(scenario);
  expectKeys(scenario);
}

async function expectOutcome(client: Heliograph, call: ScenarioCall): Promise<void> {
  const { returns = {}, fails, says = [] } = call;
  const outcome = await resultOf(client, call).catch((error: unknown) => error);
  if (fails === undefined) {
    if (outcome instanceof Error) throw outcome;
    expect(part(outcome, returns)).toEqual(returns);
    return;
  }
  expect(outcome).toBeInstanceOf(HeliographError);
  // Message and cause are not JSON members.
  const error = outcome as HeliographError;
  expect(part({ ...error, message: error.message, cause: error.cause }, fails)).toEqual(fails);
  for (const words of says) expect(error.message).toContain(words);
}

async function resultOf(client: Heliograph, call: ScenarioCall): Promise<unknown> {
  const { parameters = {}, options = {}, stopAfter } = call;
  switch (call.call) {
    case 'signals.search':
      return client.signals.search(parameters, options);
    case 'signals.count':
      return client.signals.count(parameters, options);
    case 'signals.iterate': {
      const ids: string[] = [];
      for await (const { id } of client.signals.iterate(parameters, options)) ids.push(id);
      return { count: ids.length, different: new Set(ids).size, first: ids[0], last: ids.at(-1) };
    }
    case 'signals.pages': {
      const sizes: number[] = [];
      for await (const { items } of client.signals.pages(parameters, options)) {
        sizes.push(items.length);
        if (sizes.length === stopAfter) break;
      }
      return { sizes };
    }
    case 'companies.get':
      return client.companies.get(String(parameters.slug), options);
    case 'companies.identify':
      return client.companies.identify(parameters as IdentifyParameters, options);
    case 'suggest':
      return client.suggest(parameters as unknown as SuggestParameters, options);
    case 'usage':
      return client.usage(parameters, options);
    case 'filterOptions':
      return client.filterOptions(options);
    case 'request': {
      const { path, ...more } = parameters;
      return client.request(String(path), { ...more, ...options });
    }
    default:
      return callFollowing(client, call);
  }
}

/** The parts of a value that an expectation covers, as JSON; absent values are null. */
function part(value: unknown, expected: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value) && Array.isArray(expected) && value.length === expected.length)
    return value.map((item, index) => part(item, expected[index]));
  if (typeof value === 'object' && value !== null && isMembers(expected))
    return Object.fromEntries(
      Object.entries(expected).map(([name, one]) => [
        name,
        part((value as Record<string, unknown>)[name], one),
      ]),
    );
  return value ?? null;
}

function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function expectRequests({ requests }: Scenario): void {
  if (!requests) return;
  const seen = server.seen.map(({ method, url, headers, body }, index) => {
    const [path, query] = url.split('?');
    const expected = requests[index];
    return {
      ...(expected?.method !== undefined && { method }),
      ...(expected?.path !== undefined && { path }),
      ...(expected?.query && { query: Object.fromEntries(new URLSearchParams(query)) }),
      ...(expected?.headers && { headers: part(headers, expected.headers) }),
      ...(expected?.body !== undefined && { body }),
    };
  });
  expect(seen).toEqual(requests);
}

function expectKeys({ keys }: Scenario): void {
  const sent = server.keys;
  if (keys === 'one') {
    expect(sent.length).toBeGreaterThan(1);
    expect(new Set(sent).size).toBe(1);
  } else if (keys === 'different') {
    expect(sent).not.toContain(undefined);
    expect(new Set(sent).size).toBe(sent.length);
  } else if (keys) {
    expect(sent).toEqual(
      keys.map((key) => (key === 'random' ? (expect.stringMatching(/^[a-f0-9]{32}$/) as string) : key)),
    );
  }
}
