import type { StatusReport } from '@heliograph/dashboard-api';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import { TestDashboard } from './support/dashboard';

const dashboard = startBeforeAll(() =>
  TestDashboard.start({ with: ['metering', 'search', 'company', 'notifier'] }),
);
const operator = startBeforeAll(() => dashboard.signIn({ isOperator: true }));

const read = async () => {
  const response = await fetch(`${dashboard.url}/status.json`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: StatusReport }).data;
};
const page = async () => (await fetch(`${dashboard.url}/status`)).text();
const statesOf = ({ components }: StatusReport) =>
  Object.fromEntries(components.map(({ id, state }) => [id, state]));
/** Waits until the report matches: it is cached for a few seconds. */
const report = (isSo: (found: StatusReport) => boolean) =>
  waitFor(async () => {
    const found = await read();
    return isSo(found) ? found : undefined;
  });

it('says what works in users\u2019 words, without a session', async () => {
  const found = await report(({ state }) => state === 'operational');
  expect(statesOf(found)).toEqual({
    search: 'operational',
    semantic_search: 'not_offered',
    companies: 'operational',
    billing: 'operational',
    webhooks: 'operational',
    dashboard: 'operational',
  });
  expect([found.restriction, found.notice]).toEqual([null, null]);
  expect(Math.abs(Date.parse(found.checkedAt) - Date.now())).toBeLessThan(60_000);
  const response = await fetch(`${dashboard.url}/status`);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('set-cookie')).toBeNull();
  const html = await response.text();
  expect(html).toContain('<h1>All systems operational</h1>');
  expect(html).not.toContain('<script');
  expect(html).toContain('<meta name="description"');
  expect(html).not.toContain('noindex');
  expect((await fetch(`${dashboard.url}/status`, { method: 'POST' })).status).toBe(405);
});

it('is the same response for everyone within a few seconds', async () => {
  const asked = await Promise.all(Array.from({ length: 50 }, read));
  expect(new Set(asked.map(({ checkedAt }) => checkedAt)).size).toBeLessThanOrEqual(2);
});

it('has the operators\u2019 notice, escaped, and their restriction', async () => {
  const text = 'Searches are <b>slow</b>; we are on it.';
  expect(await operator.data('PUT', '/operator/status-notice', { text })).toEqual({
    text,
    changedAt: expect.stringMatching(/Z$/) as string,
  });
  expect(await operator.data('GET', '/operator/status-notice')).toMatchObject({ text });
  expect((await report(({ notice }) => notice !== null)).notice).toMatchObject({ text });
  expect(await page()).toContain('Searches are &lt;b&gt;slow&lt;/b&gt;; we are on it.');
  await operator.data('PUT', '/operator/access-restriction', { active: true, message: 'Back at noon.' });
  const restricted = await report(({ restriction }) => restriction !== null);
  expect([restricted.state, restricted.restriction?.text]).toEqual(['unavailable', 'Back at noon.']);
  expect(await page()).toContain('<h1>Access is restricted</h1>');
  await operator.data('PUT', '/operator/access-restriction', { active: false, message: '' });
  await report(({ restriction }) => restriction === null);
});

it('says what is down, even without identity, and names no service behind it', async () => {
  await dashboard.stopService('search');
  await report((found) => {
    const { search, companies } = statesOf(found);
    return found.state === 'degraded' && search === 'unavailable' && companies === 'operational';
  });
  await dashboard.stopService('identity');
  const nothing = await report(({ state }) => state === 'unavailable');
  // The operators' message stays, even though the service that keeps it is down.
  expect(nothing.notice?.text).toContain('Searches are');
  const html = await page();
  expect(html).toContain('<h1>Heliograph is unavailable</h1>');
  // The styles name the font file.
  for (const text of [html.replace(/<style>[^]*<\/style>/, ''), JSON.stringify(nothing)])
    expect(text).not.toMatch(
      /identity|ledger|metering|notifier|grpc|unix:|\.sock|127\.0\.0\.1|\d+\.\d+\.\d+\b/i,
    );
  const problem = await operator.get('/session');
  expect([problem.status, problem.headers.get('link')]).toEqual([503, '</status>; rel="status"']);
});
