import { errorRow } from '@heliograph/contract';
import { identity } from '@heliograph/proto';
import { generateApiKey } from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import { problemFrom, startGateway, withKey } from './support/gateway';

const { EXPIRED, REVOKED, ACCOUNT_DISABLED, ACCOUNT_SUSPENDED } = identity.Verdict;

const gateway = startBeforeAll(startGateway);

it.each([
  ['no header', {}],
  ['another scheme', { authorization: 'Basic abc' }],
  ['a cookie', { cookie: 'session=abc; key=hg_live_x' }],
  ['an empty header', { authorization: '' }],
])('%s: 401 missing_credentials', async (_name, headers: Record<string, string>) => {
  const response = await gateway.get('/signals', headers);
  expect(response.headers.get('www-authenticate')).toBe('Bearer realm="heliograph"');
  expect(response.headers.has('x-ratelimit-limit')).toBe(false);
  expect(await problemFrom(response)).toMatchObject({ status: 401, code: 'missing_credentials' });
});

it.each([
  ['nothing after the scheme', 'Bearer'],
  ['nonsense', 'Bearer nonsense'],
  ['a wrong checksum', `Bearer hg_live_${'a'.repeat(38)}`],
  ['two keys', `Bearer ${generateApiKey().secret} ${generateApiKey().secret}`],
  ['a key of 10 KB', `Bearer hg_live_${'a'.repeat(10_000)}`],
])('%s: 401 invalid_credentials without asking identity', async (_name, authorization) => {
  const asked = gateway.backend.calls.authenticate;
  const response = await gateway.get('/usage', { authorization });
  expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"');
  expect(await problemFrom(response)).toMatchObject({ status: 401, code: 'invalid_credentials' });
  expect(gateway.backend.calls.authenticate).toBe(asked);
});

it('an unknown key: 401 invalid_credentials', async () => {
  const response = await gateway.get('/usage', withKey(generateApiKey().secret));
  const problem = await problemFrom(response);
  expect(problem).toMatchObject({ status: 401, code: 'invalid_credentials' });
  expect(problem.detail).toContain('create one in the dashboard');
});

it.each([
  ['expired', EXPIRED, 401, 'expired_credentials', /Create a new one/],
  ['revoked', REVOKED, 401, 'revoked_credentials', /Use another one/],
  ['of a disabled account', ACCOUNT_DISABLED, 403, 'account_disabled', /Contact the operator/],
  ['of a suspended account', ACCOUNT_SUSPENDED, 403, 'account_suspended', /Contact the operator/],
] as const)('a key %s, and what to do', async (_name, verdict, status, code, remedy) => {
  const response = await gateway.get('/signals', withKey(gateway.backend.addKey({ verdict })));
  expect(response.headers.has('www-authenticate')).toBe(status === 401);
  const problem = await problemFrom(response);
  expect(problem).toMatchObject({ status, code, detail: errorRow(code).example.detail });
  expect(problem.detail).toMatch(remedy);
});

it('accepts the scheme in any case', async () => {
  for (const scheme of ['bearer', 'BEARER', 'Bearer ']) {
    expect((await gateway.get('/usage', { authorization: `${scheme} ${gateway.key}` })).status).toBe(200);
  }
});

it('does not accept a key in the query', async () => {
  const alone = await gateway.get(`/usage?api_key=${gateway.key}`, {});
  expect((await problemFrom(alone)).code).toBe('missing_credentials');
  const beside = await gateway.get(`/usage?access_token=${gateway.key}`);
  expect((await problemFrom(beside)).code).toBe('unknown_parameter');
});

describe('scopes', () => {
  it.each([
    ['/signals', 'companies:read', 'signals:read'],
    ['/companies/acme-robotics', 'signals:read', 'companies:read'],
  ])('%s is forbidden for a key with %s', async (path, scope, needed) => {
    const response = await gateway.get(path, withKey(gateway.backend.addKey({ scopes: [scope] })));
    expect(response.headers.get('www-authenticate')).toContain(`scope="${needed}"`);
    expect(response.headers.has('x-ratelimit-remaining')).toBe(true);
    const problem = await problemFrom(response);
    expect(problem).toMatchObject({ status: 403, code: 'insufficient_scope' });
    expect(problem.detail).toContain(`${needed}. Use one that has it.`);
  });

  it('everything else accepts any key', async () => {
    const headers = withKey(gateway.backend.addKey({ scopes: [] }));
    expect((await gateway.get('/usage', headers)).status).toBe(200);
    expect((await gateway.get('/filter-options', headers)).status).toBe(200);
  });
});

it('asks identity once for many requests', async () => {
  const headers = withKey(gateway.backend.addKey());
  const asked = gateway.backend.calls.authenticate;
  await Promise.all(Array.from({ length: 20 }, () => gateway.get('/usage', headers)));
  expect(gateway.backend.calls.authenticate - asked).toBe(1);
});

it('answers 503 while a new key cannot be checked', async () => {
  const headers = withKey(gateway.backend.addKey());
  await gateway.backend.stopService('identity');
  const response = await gateway.get('/usage', headers);
  expect(response.headers.has('retry-after')).toBe(true);
  expect(await problemFrom(response)).toMatchObject({ status: 503, code: 'unavailable' });
  await gateway.backend.startService('identity');
});
