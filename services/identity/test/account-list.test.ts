import type { identity } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { call, createAccount, startTestIdentity } from './support/identity';

const accounts: identity.Account[] = [];
const running = startBeforeAll(startTestIdentity);
beforeAll(async () => {
  for (const email of [
    'ada@example.com',
    'Grace@example.org',
    'b_b@example.com',
    'bob@example.com',
    'É@example.com',
  ]) {
    accounts.push(await createAccount(running, email));
  }
  const request = { plan: 0, role: 0, reason: '', actor: undefined };
  await running.admin.updateAccount({ ...request, id: accounts[3]!.id, name: 'Robert Tables' }, call);
});

const list = (query: string, limit = 0, pageToken = '') =>
  running.dashboard.listAccounts({ query, limit, pageToken }, call);
const emails = async (query: string) => (await list(query)).accounts.map(({ email }) => email);

it('returns all accounts, newest first, page by page', async () => {
  const seen: string[] = [];
  let pageToken = '';
  do {
    const page = await list('', 2, pageToken);
    expect(page.accounts.length).toBeLessThanOrEqual(2);
    seen.push(...page.accounts.map(({ id }) => id));
    pageToken = page.nextPageToken;
  } while (pageToken !== '');
  expect(seen).toEqual(accounts.map(({ id }) => id).toReversed());
});

it.each([
  ['GRACE', ['Grace@example.org']],
  ['example.com', ['É@example.com', 'bob@example.com', 'b_b@example.com', 'ada@example.com']],
  ['tables', ['bob@example.com']],
  ['e\u0301@', ['É@example.com']],
  ['b_b', ['b_b@example.com']],
  ['%', []],
  ["' OR 1=1 --", []],
])('finds by part of an address or name: %j', async (query, found) => {
  expect(await emails(query)).toEqual(found);
});

it('finds an account by its id', async () => {
  expect(await emails(accounts[0]!.id.toUpperCase())).toEqual(['ada@example.com']);
});

it('rejects an invalid page', async () => {
  await expect(list('\u0000', 201, 'x')).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter: 'query' }, { parameter: 'limit' }, { parameter: 'page_token' }],
  });
});
