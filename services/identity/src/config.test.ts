import { loadConfig } from './config';

const required = {
  RPC_ADDRESS: 'unix:/tmp/identity.sock',
  DATABASE_URL: 'postgres://localhost/x',
  CALLER_PUBLIC_KEYS: `gateway=${'x'.repeat(43)}`,
};
const issuer = {
  OIDC_ISSUER_URL: 'https://issuer.example/',
  OIDC_CLIENT_ID: 'client',
  DASHBOARD_URL: 'https://dashboard.example/',
};
const load = (settings: NodeJS.ProcessEnv = {}) => loadConfig({ ...required, ...settings });

it('without an issuer, has no sign-in and sessions of twelve hours and a week', () => {
  expect(load()).toMatchObject({
    openId: undefined,
    sessionLifetime: { idleMinutes: 720, maximumHours: 168 },
    expiredRowsIntervalMs: 60_000,
  });
});

it("keeps an issuer verbatim and strips the dashboard's trailing slash", () => {
  expect(load(issuer).openId).toEqual({
    issuerUrl: 'https://issuer.example/',
    clientId: 'client',
    clientSecret: undefined,
    scopes: 'openid email profile',
    trustsEmail: false,
    operatorRule: undefined,
    dashboardUrl: 'https://dashboard.example',
  });
  const withRule = { ...issuer, OIDC_OPERATOR_CLAIM: 'groups', OIDC_OPERATOR_VALUE: 'ops' };
  expect(load(withRule).openId?.operatorRule).toEqual({ claim: 'groups', value: 'ops' });
});

it.each([
  'http://127.0.0.1:8081/development-issuer',
  'http://localhost:1',
  'http://[::1]:1',
  'https://a.example',
])('accepts %s as an issuer', (url) => {
  expect(load({ ...issuer, OIDC_ISSUER_URL: url }).openId?.issuerUrl).toBe(url);
});

it.each([
  'http://issuer.example',
  'http://127.0.0.1.evil.example',
  'http://10.0.0.1',
  'ftp://127.0.0.1',
  'issuer',
])('rejects %s, which would send secrets unencrypted', (url) => {
  expect(() => load({ ...issuer, OIDC_ISSUER_URL: url })).toThrow('OIDC_ISSUER_URL');
  expect(() => load({ ...issuer, DASHBOARD_URL: url })).toThrow('DASHBOARD_URL');
});

it.each(['OIDC_CLIENT_SECRET', 'OIDC_CLIENT_ID', 'OIDC_ISSUER_URL'])(
  'rejects the line break at the end of a file as part of %s',
  (name) => {
    const settings = { ...issuer, OIDC_CLIENT_SECRET: 'a secret' };
    expect(() => load({ ...settings, [name]: `${settings[name as 'OIDC_CLIENT_ID']}\n` })).toThrow(name);
  },
);

it('names all missing settings of an issuer at once', () => {
  const loading = () => load({ OIDC_ISSUER_URL: issuer.OIDC_ISSUER_URL, OIDC_OPERATOR_CLAIM: 'groups' });
  for (const name of ['OIDC_CLIENT_ID', 'DASHBOARD_URL', 'OIDC_OPERATOR_VALUE'])
    expect(loading).toThrow(name);
  expect(() => load({ ...issuer, OIDC_OPERATOR_VALUE: 'ops' })).toThrow('OIDC_OPERATOR_CLAIM');
  expect(() => load({ ...issuer, OIDC_SCOPES: 'email' })).toThrow('OIDC_SCOPES');
});
