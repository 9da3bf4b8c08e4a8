import { describeWith, waitFor } from '@heliograph/testing';
import { OpenSearchSystem, signal } from './support/opensearch-system';

describeWith('opensearch-process', 'a search service over OpenSearch', () => {
  let system: OpenSearchSystem;
  beforeAll(async () => {
    system = await OpenSearchSystem.start([signal(1, 'alpha'), signal(2, 'alpha')]);
  });
  afterAll(() => system.stop());

  it('has imports, changes, and withdrawals when those return', async () => {
    expect(await system.idsOf('alpha')).toEqual(['2', '1']);
    await system.put(signal(2, 'beta'), signal(3, 'alpha'));
    expect([await system.idsOf('alpha'), await system.idsOf('beta')]).toEqual([['3', '1'], ['2']]);
    await system.withdraw('1', '99');
    expect([await system.idsOf('alpha'), await system.count('alpha')]).toEqual([['3'], 1]);
  });

  it('shows scheduled signals at their time', async () => {
    // Longer than the import takes on a busy machine.
    const soon = new Date(Date.now() + 8_000).toISOString();
    await system.put(signal(10, 'gamma', soon));
    expect(await system.count('gamma')).toBe(0);
    await waitFor(async () => (await system.count('gamma')) === 1);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(soon));
  });

  it("shows what is published by the database's clock, even when its own is behind", async () => {
    system.behindMs = 3_600_000;
    await system.put(signal(15, 'epsilon', new Date().toISOString()));
    expect(await system.count('epsilon')).toBe(1);
    system.behindMs = 0;
  });

  it('finds words of every length, but only whole words', async () => {
    const long = 'x'.repeat(255);
    await system.put(signal(20, `${long}${long} end`), signal(21, `${long} end`));
    expect(await system.idsOf(long)).toEqual(['21']);
    expect(await system.idsOf(`"${long}${long} end"`)).toEqual(['20']);
  });

  it('reports that the engine is down while it is killed or hangs, and recovers', async () => {
    const away = expect.objectContaining({ code: 'unavailable' });
    await system.opensearch.kill();
    await expect(system.count('alpha')).rejects.toEqual(away);
    await system.opensearch.restart();
    await waitFor(async () => (await system.count('alpha').catch(() => -1)) === 1, { timeoutMs: 60_000 });
    await system.opensearch.pause();
    // A pending search waits for its deadline; later ones fail at once.
    const codes: string[] = [];
    const ask = () => system.count('alpha').then(String, (error: { code: string }) => error.code);
    await waitFor(async () => codes[codes.push(await ask()) - 1] === 'unavailable');
    expect(codes).not.toContain('internal');
    system.opensearch.resume();
    await waitFor(async () => (await system.count('alpha').catch(() => -1)) === 1, { timeoutMs: 60_000 });
    await system.put(signal(30, 'delta'));
    expect(await system.count('delta')).toBe(1);
  });
});
