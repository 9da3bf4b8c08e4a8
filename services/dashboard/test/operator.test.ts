import type { AccountDetails, Credited, OperatedAccounts } from '@heliograph/dashboard-api';
import { startBeforeAll } from '@heliograph/testing';
import { API_ROOT, RESOURCES } from '../src/api/resources';
import { TestDashboard } from './support/dashboard';
import { problemFrom } from './support/person';

const dashboard = startBeforeAll(() => TestDashboard.start({ with: ['metering'] }));
const operator = startBeforeAll(() => dashboard.signIn({ email: 'olga@example.com', isOperator: true }));

const operations = RESOURCES.filter(([path]) => path.startsWith('/operator')).flatMap(([path, resource]) =>
  [...Object.keys(resource), 'OPTIONS'].map((method) => [method, path.replace(':id', 'x')] as const),
);

it.each(operations)('%s %s does not exist for others', async (method, path) => {
  const person = await dashboard.signIn();
  const response = await person.send(method, path, method === 'GET' || method === 'OPTIONS' ? undefined : {});
  const nothing = await person.get('/operator/nothing');
  expect(await problemFrom(response)).toMatchObject({
    ...((await nothing.json()) as object),
    requestId: response.headers.get('x-request-id'),
  });
  expect(response.headers.get('allow')).toBeNull();
});

it('covers every operator path', () =>
  expect(operations.map(([, path]) => API_ROOT + path).length).toBeGreaterThanOrEqual(12));

it('lists and finds accounts, page by page', async () => {
  for (const index of [1, 2, 3]) await dashboard.signIn({ email: `needle-${index}@example.com` });
  const { items } = await operator.data<OperatedAccounts>('GET', '/operator/accounts?query=needle-');
  expect(items.map(({ email }) => email)).toEqual([3, 2, 1].map((index) => `needle-${index}@example.com`));
  expect(items[0]).toMatchObject({ status: 'active', plan: 'free', role: 'user' });
  const bad = await operator.get('/operator/accounts?cursor=nonsense');
  expect((await problemFrom(bad)).code).toBe('cursor_invalid');
});

it('shows, suspends, changes the plan of, and credits an account, and records the reasons', async () => {
  const person = await dashboard.signIn({ email: 'subject@example.com' });
  const { account } = await person.refresh();
  const path = `/operator/accounts/${account.id}`;
  const reference = `gift-${account.id}`;
  const credit = { amountUsd: '12.50', reason: 'for the trouble', reference };
  expect(await operator.data<Credited>('POST', `${path}/credits`, credit)).toEqual({
    isNew: true,
    balance: '12.500',
  });
  expect(await operator.data<Credited>('POST', `${path}/credits`, credit)).toEqual({
    isNew: false,
    balance: '12.500',
  });
  const other = await operator.send('POST', `${path}/credits`, { ...credit, amountUsd: '13' });
  expect((await problemFrom(other)).errors).toEqual([expect.objectContaining({ parameter: 'reference' })]);
  expect(await operator.data('POST', `${path}/plan`, { plan: 'paid', reason: 'signed' })).toMatchObject({
    plan: 'paid',
  });
  expect(
    await operator.data('POST', `${path}/status`, { status: 'suspended', reason: 'abuse' }),
  ).toMatchObject({
    status: 'suspended',
  });
  expect((await person.get('/session')).status).toBe(403);
  const details = await operator.data<AccountDetails>('GET', path);
  expect(details.account).toMatchObject({ status: 'suspended', plan: 'paid' });
  expect(details.funds).toMatchObject({
    balance: { amount: '12.500', records: 2_500 },
    allowances: { web: null },
  });
  expect(details.entries[0]).toMatchObject({
    amount: '12.500',
    reason: 'for the trouble',
    hasReceipt: false,
  });
  expect(details.audit.slice(0, 2)).toEqual([
    expect.objectContaining({ by: 'You', text: 'The account was suspended. Reason: abuse' }),
    expect.objectContaining({
      by: 'You',
      text: 'The account was changed: the plan is now paid. Reason: signed',
    }),
  ]);
  // The customer's own actions are attributed to the customer, and another operator is not "You".
  expect(details.audit.at(-1)).toMatchObject({
    by: expect.stringMatching(/^(The system|subject@example.com)$/) as string,
  });
  expect(details.audit.find(({ action }) => action === 'session.create')?.by).not.toBe('You');
  const colleague = await dashboard.signIn({ email: 'otto@example.com', isOperator: true });
  const seen = await colleague.data<AccountDetails>('GET', path);
  expect(seen.audit[0]).toMatchObject({ by: 'An operator' });
});

it('attributes actions: customers by email, and "You" only for the user', async () => {
  const person = await dashboard.signIn({ email: 'maker@example.com' });
  const { account } = await person.refresh();
  await person.data('POST', '/keys', { name: 'mine', scopes: ['signals:read'] });
  const { audit } = await operator.data<AccountDetails>('GET', `/operator/accounts/${account.id}`);
  expect(audit.find(({ action }) => action === 'key.create')).toMatchObject({ by: 'maker@example.com' });
  const { items } = await person.data<{ items: { action: string; by: string }[] }>('GET', '/audit');
  expect(items.find(({ action }) => action === 'key.create')).toMatchObject({ by: 'You' });
});

it('requires reasons and names all issues at once', async () => {
  const { account } = await (await dashboard.signIn()).refresh();
  const path = `/operator/accounts/${account.id}`;
  const { errors } = await problemFrom(
    await operator.send('POST', `${path}/credits`, {
      amountUsd: '-1',
      reason: ' ',
      reference: 'a b',
      more: 1,
    }),
  );
  expect(errors?.map(({ parameter }) => parameter).sort()).toEqual([
    'amountUsd',
    'more',
    'reason',
    'reference',
  ]);
  const zero = await operator.send('POST', `${path}/credits`, {
    amountUsd: '0',
    reason: 'none',
    reference: 'zero',
  });
  expect((await problemFrom(zero)).errors?.[0]?.parameter).toBe('amountUsd');
});

it('neither finds nor creates an unknown account', async () => {
  const id = '01920000-0000-7000-8000-000000000000';
  expect((await problemFrom(await operator.get(`/operator/accounts/${id}`))).code).toBe('not_found');
  const body = { amountUsd: '1', reason: 'none', reference: 'x' };
  expect(
    (await problemFrom(await operator.send('POST', `/operator/accounts/${id}/credits`, body))).code,
  ).toBe('not_found');
});

it('does not lock itself out', async () => {
  const { account } = await operator.refresh();
  const body = { status: 'suspended', reason: 'by mistake' };
  const response = await operator.send('POST', `/operator/accounts/${account.id}/status`, body);
  expect((await problemFrom(response)).errors?.[0]?.parameter).toBe('status');
  expect((await operator.get('/session')).status).toBe(200);
});
