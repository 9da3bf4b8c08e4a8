import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { generateApiKey } from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import { call, connectAgent, failure, fresh, message, post } from './support/agent';
import { startGateway, withKey } from './support/gateway';

let url: string;
let agent: Client;
const gateway = startBeforeAll(() => startGateway());
beforeAll(async () => {
  url = `${gateway.url}/mcp`;
  agent = await connectAgent(url, withKey(gateway.key));
});
afterAll(() => agent.close());

describe('the cost of a call', () => {
  it('is nothing with a test key', async () => {
    const { secret } = generateApiKey({ isTest: true });
    gateway.backend.setVerdict(secret, { isTest: true });
    const tester = await connectAgent(url, withKey(secret));
    const { tools } = await tester.listTools();
    const result = await call(tester, 'search_signals', { q: fresh(), limit: 1 });
    const { text } = await failure(tester, 'search_signals', { limit: 51 });
    expect(result.records).toMatchObject({ consumed: 1, price: '$0' });
    expect(result.texts[1]).toMatch(/^1 test record, free\. /);
    expect(text).toContain('Test records are free.');
    expect(tester.getInstructions()).toContain('test records are free');
    expect(tools[0]!.description).toContain('Free: takes 1 test record for each');
    expect(JSON.stringify([tools, result, text])).not.toContain('$0.005');
    await tester.close();
  });

  it.each([
    [{ limit: 2, max_records: 1 }, 'search_signals'],
    [{ slug: 'acme-robotics', max_records: 0 }, 'get_company'],
  ])('is limited by max_records: %j', async (args, tool) => {
    const { ledger } = gateway.backend;
    const charges = ledger.charges.length;
    const { text, problem } = await failure(
      agent,
      tool,
      tool === 'search_signals' ? { ...args, q: fresh() } : args,
    );
    expect(problem).toMatchObject({ status: 402, code: 'budget_reached' });
    expect(text).toContain('max_records allows');
    expect(text).not.toContain('X-Max-Records');
    expect(ledger.charges).toHaveLength(charges);
  });

  it("is limited by the session's X-Max-Records, which max_records can only lower", async () => {
    const session = await connectAgent(url, withKey(gateway.key, { 'x-max-records': '3' }));
    const search = { q: fresh(), limit: 4 };
    for (const more of [{}, { max_records: 50 }]) {
      expect((await failure(session, 'search_signals', { ...search, ...more })).text).toContain(
        'the session’s X-Max-Records (set by the user) allows 3',
      );
      expect((await failure(session, 'search_signals', { ...search, ...more })).problem.code).toBe(
        'budget_reached',
      );
    }
    const three = { q: fresh(), limit: 3 };
    expect((await failure(session, 'search_signals', { ...three, max_records: 2 })).problem.code).toBe(
      'budget_reached',
    );
    expect((await call(session, 'search_signals', { ...three, max_records: 50 })).records).toMatchObject({
      consumed: 3,
    });
    await session.close();
  });

  it.each([-1, 1.5, 4.5, 1_000_001, 'many', true, [5]])('must be an integer, not %j', async (maximum) => {
    const session = await connectAgent(url, withKey(gateway.key, { 'x-max-records': '3' }));
    for (const client of [agent, session]) {
      const args = { q: fresh(), limit: 1, max_records: maximum };
      const { text, problem } = await failure(client, 'search_signals', args);
      expect(problem).toMatchObject({ status: 400, code: 'invalid_parameter' });
      expect(problem.errors).toHaveLength(1);
      expect(problem.detail).toMatch(/^max_records: must be a [^,]+$/);
      expect(text).toMatch(/- max_records must be a (?:whole number from 0 to 1000000|number)\n/);
    }
    await session.close();
  });

  it('is limited only by valid headers, which the user must correct', async () => {
    const remedy = 'What to do: Tell the user to correct these headers';
    for (const [header, value] of [
      ['X-Budget-Id', 'no-records'],
      ['X-Max-Records', 'abc'],
      ['X-Test-Outcome', 'slow'],
    ] as const) {
      const session = await connectAgent(url, withKey(gateway.key, { [header]: value }));
      const { text, problem } = await failure(session, 'search_signals', { q: fresh() });
      expect(problem.code).toBe('invalid_parameter');
      expect(text).toContain(`- the session’s X-`);
      expect(text).toContain(remedy);
      const both = await failure(session, 'search_signals', { q: fresh(), limit: 51 });
      if (both.problem.errors!.length > 1) expect(both.text).not.toContain(remedy);
      await session.close();
    }
  });

  it('is not an argument of free tools', async () => {
    expect((await failure(agent, 'count_signals', { max_records: 1 })).problem.code).toBe(
      'unknown_parameter',
    );
  });

  it("is limited by a session's budget", async () => {
    const budget = { 'x-budget-id': randomUUID(), 'x-budget-records': '3' };
    const session = await connectAgent(url, withKey(gateway.backend.addKey(), budget));
    const first = await call(session, 'search_signals', { q: fresh(), limit: 2 });
    expect(first.records).toMatchObject({ consumed: 2, budgetRemaining: 1 });
    expect(first.texts[1]).toContain('The budget of this session has 1 left.');
    const { problem, text } = await failure(session, 'search_signals', { q: fresh(), limit: 2 });
    expect(problem.code).toBe('budget_reached');
    expect(text).toContain('The budget of this session has 1 left.');
    expect((await call(session, 'get_company', { slug: 'acme-robotics' })).records).toMatchObject({
      budgetRemaining: 0,
    });
    await session.close();
  });

  it("says what is left of a session's budget in the response's header too", async () => {
    const key = gateway.backend.addKey();
    const session = (id: string) => withKey(key, { 'x-budget-id': id, 'x-budget-records': '5' });
    const search = (limit: number, id = limit) =>
      message('tools/call', { name: 'search_signals', arguments: { q: fresh(), limit } }, id);
    const leftAfter = async (headers: Record<string, string>, body: unknown) =>
      (await post(url, headers, body)).headers.get('x-budget-remaining');
    const one = session(randomUUID());
    expect(await leftAfter(one, search(3))).toBe('2');
    expect(await leftAfter(one, search(4))).toBe('2');
    expect(await leftAfter(one, message('tools/call', { name: 'usage' }))).toBeNull();
    expect(await leftAfter(one, message('tools/list'))).toBeNull();
    expect(await leftAfter(session(randomUUID()), [search(2), search(1)])).toBe('2');
  });
});
