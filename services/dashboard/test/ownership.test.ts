import type { ApiKey, BrowserSessions, CreatedKey, KeyList } from '@heliograph/dashboard-api';
import { startBeforeAll } from '@heliograph/testing';
import { call, TestDashboard } from './support/dashboard';
import { problemFrom, type Person } from './support/person';

let owner: Person;
let other: Person;
let key: ApiKey;
const dashboard = startBeforeAll(() => TestDashboard.start());
beforeAll(async () => {
  [owner, other] = await Promise.all([dashboard.signIn(), dashboard.signIn()]);
  ({ key } = await owner.data<CreatedKey>('POST', '/keys', { name: 'mine', scopes: ['signals:read'] }));
});

const notFound = async (response: Promise<Response>) =>
  expect((await problemFrom(await response)).code).toBe('not_found');

it("another account's key cannot be changed, rolled, or revoked, and looks like a nonexistent one", async () => {
  for (const id of [key.id, '01920000-0000-7000-8000-000000000000', 'nonsense', '%2e%2e', 'a'.repeat(200)]) {
    await notFound(other.send('PATCH', `/keys/${id}`, { name: 'theirs' }));
    await notFound(other.send('POST', `/keys/${id}/roll`, { overlapHours: 1 }));
    await notFound(other.send('DELETE', `/keys/${id}`));
  }
  const { items } = await owner.data<KeyList>('GET', '/keys');
  expect(items).toEqual([expect.objectContaining({ id: key.id, name: 'mine', state: 'active' })]);
  expect(await other.data('GET', '/keys')).toEqual({ items: [] });
});

it("another account's sessions can be neither seen nor ended", async () => {
  const { items } = await owner.data<BrowserSessions>('GET', '/sessions');
  expect(items).toHaveLength(1);
  await notFound(other.send('DELETE', `/sessions/${items[0]!.id}`));
  expect((await owner.get('/session')).status).toBe(200);
  expect((await other.data<BrowserSessions>('GET', '/sessions')).items).not.toEqual(items);
  await notFound(other.send('DELETE', `/cli/sessions/${items[0]!.id}`));
});

it("another account's payments have no receipt and appear in no history", async () => {
  const { account } = await owner.refresh();
  const credit = { accountId: account.id, micros: 10_000_000n, reference: 'stripe:cs_1', reason: 'Top-up' };
  await dashboard.admin.ledger.credit(credit, call);
  const { items } = await owner.data<{ items: { id: string; hasReceipt: boolean }[] }>(
    'GET',
    '/billing/entries',
  );
  const paid = items.find(({ hasReceipt }) => hasReceipt)!;
  expect(await owner.data('GET', `/billing/receipts/${paid.id}`)).toMatchObject({
    total: '10.000',
    reference: 'stripe:cs_1',
    account: { id: account.id },
  });
  await notFound(other.get(`/billing/receipts/${paid.id}`));
  expect(JSON.stringify(await other.data('GET', '/billing/entries'))).not.toContain(paid.id);
  // A position in another account's history.
  const cursor = Buffer.from(JSON.stringify({ credit: paid.id })).toString('base64url');
  expect((await problemFrom(await other.get(`/billing/entries?cursor=${cursor}`))).code).toBe(
    'cursor_invalid',
  );
});

it('only the session determines the account: a request that names one is refused', async () => {
  const { account } = await owner.refresh();
  const body = { name: 'k', scopes: ['signals:read'], accountId: account.id };
  const { errors } = await problemFrom(await other.send('POST', '/keys', body));
  expect(errors).toEqual([{ parameter: 'accountId', message: 'is not known' }]);
  const { errors: issues } = await problemFrom(await other.get(`/keys?accountId=${account.id}`));
  expect(issues).toEqual([{ parameter: 'accountId', message: 'is not a parameter of this operation' }]);
});
