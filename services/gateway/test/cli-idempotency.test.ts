import { startBeforeAll } from '@heliograph/testing';
import { problemFrom, startGateway, withKey } from './support/gateway';

const gateway = startBeforeAll(startGateway);

const keyed = (credential: string, name: string) => withKey(credential, { 'idempotency-key': name });

it("a session's repeated request is replayed, even with its next access token", async () => {
  const session = { accountId: 'account-of-session', credentialId: 'session-1' };
  const [first, next] = [gateway.backend.addToken(session), gateway.backend.addToken(session)];
  const path = '/signals?limit=3';
  const body = await (await gateway.cli(path, keyed(first, 'request-1'))).text();
  const replay = await gateway.cli(path, keyed(next, 'request-1'));
  expect(await replay.text()).toBe(body);
  expect(replay.headers.get('idempotency-replayed')).toBe('true');
  expect(replay.headers.get('x-records-consumed')).toBe('0');
  expect(replay.headers.get('x-records-remaining')).toBe('497');
  expect(gateway.backend.ledger.charges).toHaveLength(1);
  const other = await gateway.cli('/signals?limit=4', keyed(next, 'request-1'));
  expect(await problemFrom(other)).toMatchObject({ status: 409, code: 'idempotency_conflict' });
});

it("is separate from keys of other sessions and of the account's API keys", async () => {
  const accountId = 'account-of-many';
  const tokens = [1, 2].map(() => gateway.backend.addToken({ accountId }));
  const apiKey = gateway.backend.addKey({ accountId });
  const responses = [
    ...(await Promise.all(tokens.map((token) => gateway.cli('/signals?limit=2', keyed(token, 'request-2'))))),
    await gateway.get('/signals?limit=2', keyed(apiKey, 'request-2')),
  ];
  for (const response of responses) {
    expect([response.status, response.headers.get('x-records-consumed')]).toEqual([200, '2']);
  }
});

it('a failed request frees its key', async () => {
  const { ledger: fake } = gateway.backend;
  const token = gateway.backend.addToken();
  const remaining = fake.cliRemaining;
  fake.cliRemaining = 0;
  expect((await gateway.cli('/signals?limit=2', keyed(token, 'request-3'))).status).toBe(402);
  fake.cliRemaining = remaining;
  expect((await gateway.cli('/signals?limit=2', keyed(token, 'request-3'))).status).toBe(200);
});
