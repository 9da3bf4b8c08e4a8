import { ServiceError } from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import { SEMANTIC_AS_OF_MS } from './support/backend-responses';
import { problemFrom, startGateway, withKey } from './support/gateway';

const gateway = startBeforeAll(startGateway);

it("returns the session's account and funds", async () => {
  gateway.backend.ledger.cliRemaining = 480;
  const response = await gateway.cli(
    '/session',
    withKey(gateway.backend.addToken({ credentialId: 'session-7' })),
  );
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-records-consumed')).toBe('0');
  expect(response.headers.get('x-records-remaining')).toBe('480');
  expect(await response.json()).toEqual({
    data: {
      account: { id: 'account-1', email: 'anna@example.com', name: 'Anna', plan: 'paid' },
      session: {
        id: 'session-7',
        deviceName: 'a laptop',
        clientVersion: '0.3.0',
        createdAt: new Date(SEMANTIC_AS_OF_MS).toISOString(),
        lastUsedAt: new Date(SEMANTIC_AS_OF_MS + 1_000).toISOString(),
        expiresAt: new Date(SEMANTIC_AS_OF_MS + 2_000).toISOString(),
      },
      allowances: {
        api: { granted: 100, used: 51, remaining: 49 },
        cli: { granted: 500, used: 20, remaining: 480 },
        web: { granted: 10, used: 2, remaining: 8 },
      },
      balance: { currency: 'USD', amount: '9.750', records: 1950 },
      subscription: null,
    },
  });
});

it('reports what is left of a running subscription', async () => {
  gateway.backend.ledger.subscriptionRemaining = 4_321;
  const response = await gateway.cli('/session');
  gateway.backend.ledger.subscriptionRemaining = undefined;
  expect(response.headers.get('x-records-remaining')).toBe('4321');
  expect(await response.json()).toMatchObject({ data: { subscription: { cli: { remaining: 4_321 } } } });
});

it('reports a session that has just ended as ended', async () => {
  const { getCliSession } = gateway.backend;
  gateway.backend.getCliSession = async () => {
    throw new ServiceError('not_found', 'There is no such session.');
  };
  const response = await gateway.cli('/session');
  gateway.backend.getCliSession = getCliSession;
  expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"');
  expect(await problemFrom(response)).toMatchObject({ status: 401, code: 'revoked_credentials' });
});

it('takes no parameters', async () => {
  expect(await problemFrom(await gateway.cli('/session?month=2026-11'))).toMatchObject({
    code: 'unknown_parameter',
  });
});

it('answers 503 while identity is down', async () => {
  await gateway.cli('/session');
  await gateway.backend.stopService('identity');
  expect(await problemFrom(await gateway.cli('/session'))).toMatchObject({
    status: 503,
    code: 'unavailable',
  });
  await gateway.backend.startService('identity');
});
