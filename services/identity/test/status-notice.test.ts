import { startBeforeEach } from '@heliograph/testing';
import { call, createAccount, startTestIdentity } from './support/identity';

const running = startBeforeEach(startTestIdentity);

it('is empty in a new installation, and holds what operators said last', async () => {
  const none = { text: '', changedAt: undefined };
  expect(await running.dashboard.getStatusNotice({}, call)).toEqual(none);
  const text = ' Searches are slow; we are working on it. ';
  const set = await running.dashboard.setStatusNotice({ text, actor: undefined }, call);
  expect(set.text).toBe('Searches are slow; we are working on it.');
  expect(Math.abs(Number(set.changedAt) - Date.now())).toBeLessThan(60_000);
  expect(await running.admin.getStatusNotice({}, call)).toEqual(set);
  expect((await running.admin.setStatusNotice({ text: '', actor: undefined }, call)).text).toBe('');
});

it('is logged with its actor, and only when something changed', async () => {
  const { id: accountId } = await createAccount(running);
  const actor = { accountId, sessionId: accountId };
  for (const text of ['slow', 'slow', '']) await running.dashboard.setStatusNotice({ text, actor }, call);
  const request = { accountId: '', limit: 0, pageToken: '', userId: '' };
  const { entries } = await running.admin.listAuditEntries(request, call);
  expect(entries.map(({ detailJson }) => JSON.parse(detailJson) as unknown)).toEqual([
    { text: '' },
    { text: 'slow' },
  ]);
  expect(entries[0]).toMatchObject({ action: 'notice.set', caller: 'dashboard', actorAccountId: accountId });
});

it.each([
  ['too long', 'x'.repeat(501)],
  ['of control characters', 'a\u0000b'],
])('is refused when it is %s', async (_what, text) => {
  await expect(running.dashboard.setStatusNotice({ text, actor: undefined }, call)).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter: 'text' }],
  });
});

it('is for dashboard and operators only', async () => {
  await expect(running.gateway.getStatusNotice({}, call)).rejects.toMatchObject({ code: 'internal' });
});
