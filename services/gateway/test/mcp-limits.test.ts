import { itemsOf } from './support/backend-responses';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import { connectAgent, failure, message, post } from './support/agent';
import { problemFrom, startGateway, withKey } from './support/gateway';

const START = Date.UTC(2026, 10, 20, 10, 23, 18);

let url: string;
let now = START;
const gateway = startBeforeAll(() =>
  startGateway(
    { limits: { requests: 6, searches: 2 }, slots: { account: 1, process: 100 } },
    { clock: () => now },
  ),
);
beforeAll(() => {
  url = `${gateway.url}/mcp`;
});
beforeEach(() => (now += 60_000));

const newKey = () => withKey(gateway.backend.addKey());
const calling = (name: string, args: object = {}, id = 1) =>
  message('tools/call', { name, arguments: args }, id);
const left = (response: Response) => response.headers.get('ratelimit');

it('counts a call as a request or a search, depending on the tool', async () => {
  const key = newKey();
  expect(left(await post(url, key, message('ping')))).toBe('"requests";r=5;t=42, "searches";r=2;t=42');
  expect(left(await post(url, key, calling('usage')))).toBe('"requests";r=4;t=42, "searches";r=2;t=42');
  expect(left(await post(url, key, calling('search_signals', { limit: 1 })))).toBe(
    '"requests";r=3;t=42, "searches";r=1;t=42',
  );
  expect(left(await post(url, key, calling('count_signals')))).toBe(
    '"requests";r=2;t=42, "searches";r=0;t=42',
  );
  expect(left(await post(url, key, 'no json'))).toBe('"requests";r=1;t=42, "searches";r=0;t=42');
  expect(left(await post(url, key, message('ping'), { origin: 'https://evil.example' }))).toBe(
    '"requests";r=0;t=42, "searches";r=0;t=42',
  );
});

it('answers a call over the limit as a failed call, and anything else with 429', async () => {
  const key = newKey();
  for (let count = 0; count < 2; count++) await post(url, key, calling('search_signals', { limit: 1 }));
  const searches = gateway.backend.searches.length;
  const refused = await post(url, key, calling('search_signals', { limit: 1, q: 'x' }));
  expect(refused.status).toBe(200);
  expect(await refused.json()).toMatchObject({
    result: {
      isError: true,
      content: [{ text: expect.stringContaining('Retry after 42 s.') }],
      _meta: { 'heliograph/problem': { code: 'rate_limited', retryAfterSeconds: 42 } },
    },
  });
  expect(gateway.backend.searches).toHaveLength(searches);
  for (let count = 0; count < 3; count++) await post(url, key, message('ping'));
  const problem = await post(url, key, message('ping'));
  expect(problem.headers.get('retry-after')).toBe('42');
  expect(await problemFrom(problem)).toMatchObject({ status: 429, code: 'rate_limited' });
});

it('does not validate messages over the limit', async () => {
  const key = newKey();
  const invalid = { ...calling('usage'), surplus: true };
  for (let count = 0; count < 6; count++) expect((await post(url, key, invalid)).status).toBe(400);
  const refused = (await (await post(url, key, invalid)).json()) as { result: object };
  expect(refused.result).toMatchObject({ _meta: { 'heliograph/problem': { code: 'rate_limited' } } });
  for (const other of [{ ...invalid, id: null }, calling('no_tool'), [calling('usage'), 1]])
    expect((await post(url, key, other)).status).toBe(429);
});

it('counts each message in a batch', async () => {
  const key = newKey();
  const batch = [1, 2, 3].map((id) => calling('search_signals', { limit: 1, q: `batch${id}` }, id));
  const responses = (await (await post(url, key, batch)).json()) as {
    id: number;
    result: { isError?: boolean };
  }[];
  // Of three at once, the third exceeds the search limit, and one of the others the slot limit.
  expect(responses.find(({ id }) => id === 3)!.result.isError).toBe(true);
  expect(responses.filter(({ result }) => result.isError)).toHaveLength(2);
  expect(left(await post(url, key, message('ping')))).toBe('"requests";r=2;t=42, "searches";r=0;t=42');
});

it('counts the malformed messages in a batch', async () => {
  const key = newKey();
  await post(url, key, [message('ping'), 1, message('ping', {}, 2)]);
  expect(left(await post(url, key, message('ping')))).toBe('"requests";r=2;t=42, "searches";r=2;t=42');
});

it("runs calls in the account's slots", async () => {
  const key = newKey();
  let finish: () => void = () => undefined;
  const running = new Promise<void>((resolve) => (finish = resolve));
  gateway.backend.search = async (request) => {
    await running;
    return itemsOf(request);
  };
  const searches = gateway.backend.searches.length;
  const first = post(url, key, calling('search_signals', { limit: 1 }));
  await waitFor(() => gateway.backend.searches.length > searches);
  const agent = await connectAgent(url, key);
  const { problem } = await failure(agent, 'usage');
  expect(problem).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 });
  expect(problem.detail).toContain('in flight');
  finish();
  expect((await first).status).toBe(200);
  await agent.close();
});

it('cancels the work for a client that disconnected, and charges nothing', async () => {
  const key = newKey();
  let isAborted = false;
  gateway.backend.search = (_request) =>
    new Promise((_resolve, reject) => setTimeout(() => reject(new Error('too late')), 30_000).unref());
  const ending = new AbortController();
  const searches = gateway.backend.searches.length;
  const charges = gateway.backend.ledger.charges.length;
  const asked = fetch(url, {
    method: 'POST',
    headers: { ...key, accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify(calling('search_signals', { q: 'gone' })),
    signal: ending.signal,
  }).catch(() => (isAborted = true));
  await waitFor(() => gateway.backend.searches.length > searches);
  ending.abort();
  await asked;
  expect(isAborted).toBe(true);
  await waitFor(async () => /operation="answerAgents",status="499"/.test(await gateway.metrics()));
  expect(gateway.backend.ledger.charges).toHaveLength(charges);
});
