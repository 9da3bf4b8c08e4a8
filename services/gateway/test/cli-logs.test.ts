import { mayDo, MEMBER_ROLES, type LoggedRequest } from '@heliograph/contract';
import type { metering } from '@heliograph/proto';
import { ServiceError, uuidv7 } from '@heliograph/runtime';
import { waitFor } from '@heliograph/testing';
import { problemFrom, startGateway, withKey, type TestGateway } from './support/gateway';

let gateway: TestGateway;
let asked: metering.ListRequestsRequest[];
beforeEach(async () => {
  gateway = await startGateway();
  asked = [];
  const { backend } = gateway;
  const { listRequests } = backend;
  backend.listRequests = async (request) => {
    asked.push(request);
    return listRequests(request);
  };
});
afterEach(() => gateway.stop());

interface Page {
  items: LoggedRequest[];
  nextCursor: string | null;
  retentionDays: number;
}
/** The id of a device that no longer has a name. */
const LOGGED_OUT = '01936f0e-3c5b-7d1a-9f1e-2b8c5d7a9e10';
const pageOf = async (response: Response) => ((await response.json()) as { data: Page }).data;

/** A request as metering stores it. */
const entry = (more: Partial<metering.LoggedRequest> = {}): metering.LoggedRequest => ({
  id: uuidv7(Date.UTC(2026, 10, 20, 9, 30)),
  accountId: 'account-a',
  requestId: 'a-request-id',
  credentialId: 'key-1',
  channel: 'api',
  isTest: false,
  method: 'GET',
  route: '/api/v1/signals',
  operation: 'searchSignals',
  status: 200,
  errorCode: '',
  records: 2,
  receipt: `42.${'ab'.repeat(32)}`,
  isReplayed: false,
  durationMicros: 12_345,
  requests: 1,
  query: 'q=robots',
  ...more,
});

it('lists what the account requests, with names and costs', async () => {
  gateway.backend.logged.push(entry(), entry({ credentialId: 'gone-long-ago', isReplayed: true }));
  gateway.backend.listCredentialNames = async ({ sessionId }) => ({
    credentials: sessionId === 'session-a' ? [{ id: 'key-1', name: 'production' }] : [],
  });
  const token = gateway.backend.addToken({ accountId: 'account-a', credentialId: 'session-a' });
  const response = await gateway.cli('/logs', withKey(token));
  expect(response.headers.get('x-records-consumed')).toBe('0');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { items, nextCursor, retentionDays } = await pageOf(response);
  expect([nextCursor, retentionDays]).toEqual([null, 30]);
  expect(items[1]).toEqual({
    id: expect.any(String) as string,
    at: '2026-11-20T09:30:00.000Z',
    requestId: 'a-request-id',
    credentialId: 'key-1',
    credentialName: 'production',
    channel: 'api',
    isTest: false,
    method: 'GET',
    route: '/api/v1/signals',
    operation: 'searchSignals',
    status: 200,
    errorCode: null,
    records: 2,
    cost: '0.005',
    receipt: `42.${'ab'.repeat(32)}`,
    isReplayed: false,
    milliseconds: 12.345,
    requests: 1,
    query: null,
  });
  expect(items[0]).toMatchObject({ credentialName: 'Key gone-lon', cost: '0.000' });
  expect(asked).toMatchObject([{ accountId: 'account-a', limit: 50, credentialId: '', pageToken: '' }]);
});

it('asks for the names of keys that the account no longer lists', async () => {
  gateway.backend.logged.push(entry(), entry({ credentialId: 'ended' }), entry({ credentialId: 'ended' }));
  const all = [
    { id: 'key-1', name: 'production' },
    { id: 'ended', name: 'long ago' },
  ];
  gateway.backend.listCredentialNames = async ({ keyIds }) => ({
    credentials: keyIds.length === 0 ? all.slice(0, 1) : all.filter(({ id }) => keyIds.includes(id)),
  });
  const { items } = await pageOf(await gateway.cli('/logs'));
  expect(items.map(({ credentialName }) => credentialName).sort()).toEqual([
    'long ago',
    'long ago',
    'production',
  ]);
});

it("filters, including by a key's name", async () => {
  const { backend } = gateway;
  backend.listCredentialNames = async () => ({
    credentials: [
      { id: 'key-1', name: 'My laptop' },
      { id: 'key-2', name: 'twice' },
      { id: 'key-3', name: 'twice' },
    ],
  });
  const cursor = uuidv7();
  await gateway.cli(
    `/logs?credential=My+laptop&status=4xx&operation=getCompany&requestId=abc&limit=200&cursor=${cursor}` +
      '&from=2026-11-20T08:00:00Z&until=2026-11-20T09:00:00Z',
  );
  await gateway.cli(`/logs?credential=${LOGGED_OUT}&status=rate_limited`);
  expect(asked).toMatchObject([
    {
      credentialId: 'key-1',
      statusClass: 4,
      errorCode: '',
      operation: 'getCompany',
      requestId: 'abc',
      limit: 200,
      pageToken: cursor,
      from: new Date('2026-11-20T08:00:00Z'),
      until: new Date('2026-11-20T09:00:00Z'),
    },
    { credentialId: LOGGED_OUT, statusClass: 0, errorCode: 'rate_limited', from: undefined },
  ]);
  const issuesOf = async (query: string) =>
    (await problemFrom(await gateway.cli(`/logs?${query}`))).errors?.map(({ parameter }) => parameter);
  expect(await issuesOf('credential=twice')).toEqual(['credential']);
  expect(await issuesOf('cursor=x&status=odd&from=now&limit=201&requestId=a+b')).toEqual(
    expect.arrayContaining(['cursor', 'status', 'from', 'limit', 'requestId']),
  );
  expect(asked).toHaveLength(2);
});

it('lists the keys and devices when an unknown one is requested', async () => {
  const names = ['production', 'a "b"', 'ci', 'ci', ...Array.from({ length: 9 }, (_, n) => `spare ${n}`)];
  const credentials = names.map((name, index) => ({ id: `key-${index}`, name }));
  gateway.backend.listCredentialNames = async () => ({ credentials });
  const refusalOf = async (name: string) =>
    problemFrom(await gateway.cli(`/logs?${new URLSearchParams({ credential: name }).toString()}`));
  const { status, code, errors } = await refusalOf('produciton');
  expect([status, code]).toEqual([400, 'invalid_parameter']);
  expect(errors).toEqual([
    {
      parameter: 'credential',
      message: expect.stringMatching(
        /^is not a key or device of this account, which has "production", "a \\"b\\"", "ci", .*, 2 more$/,
      ) as string,
    },
  ]);
  // Neither part of a name nor part of an id matches.
  expect((await refusalOf('prod')).status).toBe(400);
  expect((await refusalOf('key-')).status).toBe(400);
  expect(asked).toEqual([]);
});

it('shows queries to accounts that keep them', async () => {
  gateway.backend.logged.push(entry());
  const { items } = await pageOf(
    await gateway.cli('/logs', withKey(gateway.backend.addToken({ logsQueries: true }))),
  );
  expect(items).toMatchObject([{ query: 'q=robots' }]);
});

it("is for sessions only: a key does not see other keys' requests", async () => {
  expect((await gateway.get('/logs')).status).toBe(404);
  expect((await gateway.cli('/logs', withKey(gateway.key))).status).toBe(401);
  expect((await gateway.cli('/logs', {})).status).toBe(401);
  // Every role that may have a session may see the page.
  const roles = MEMBER_ROLES.filter((role) => mayDo(role, 'useCommandLine'));
  expect(roles.every((role) => mayDo(role, 'listLogs'))).toBe(true);
  expect(asked).toEqual([]);
});

it('is not in the log itself', async () => {
  for (let count = 0; count < 3; count += 1) await gateway.cli('/logs');
  await gateway.cli('/logs?limit=0');
  await gateway.cli('/usage');
  await waitFor(() => gateway.backend.logged.length > 0);
  expect(gateway.backend.logged.map(({ operation }) => operation)).toEqual(['getUsage']);
});

it('shows no cost while the ledger is down, and nothing while metering is', async () => {
  gateway.backend.logged.push(entry());
  await gateway.cli('/usage');
  gateway.backend.ledger.getReceiptAmounts = async () => {
    throw new ServiceError('internal', 'An unexpected error occurred.');
  };
  expect((await pageOf(await gateway.cli('/logs'))).items).toMatchObject([{ records: 2, cost: null }]);
  await gateway.backend.stopService('metering');
  expect(await problemFrom(await gateway.cli('/logs'))).toMatchObject({ status: 503, code: 'unavailable' });
});

it('reports a session that has just ended as ended', async () => {
  gateway.backend.listCredentialNames = async () => {
    throw new ServiceError('not_found', 'There is no such session.');
  };
  expect(await problemFrom(await gateway.cli('/logs'))).toMatchObject({
    status: 401,
    code: 'revoked_credentials',
  });
});
