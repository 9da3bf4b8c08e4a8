import { type ConfigError } from '@heliograph/runtime';
import { loadDashboardConfig } from './config';

const required = {
  CALLER_KEY: 'i'.repeat(43),
  CURSOR_SECRET: 'c'.repeat(32),
  IDENTITY_ADDRESS: 'unix:/run/identity.sock',
  LEDGER_ADDRESS: 'ledger:5001',
  METERING_ADDRESS: 'unix:/run/metering.sock',
  SEARCH_ADDRESS: 'dns:///search:5001',
  COMPANY_ADDRESS: '127.0.0.1:5002',
  NOTIFIER_ADDRESS: 'notifier:5001',
};

const problemsOf = (variables: NodeJS.ProcessEnv) => {
  try {
    loadDashboardConfig({ ...required, ...variables });
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
};

it('requires few settings and has the documented defaults', () => {
  expect(loadDashboardConfig(required)).toMatchObject({
    http: { host: undefined, port: 8081 },
    publicUrl: undefined,
    apiUrl: 'http://127.0.0.1:8080',
    sessionLimits: { requests: 600, searches: 300 },
    signInRequestsPerMinute: 120,
    rejectedCredentialsPerMinute: 600,
    developmentIssuer: undefined,
    payments: { kind: 'none' },
    lowBalanceMicros: 2_000_000n,
    planOffer: undefined,
  });
});

it('asks the indexer and Prometheus for the console only if they are configured', () => {
  const { addresses, prometheusUrl } = loadDashboardConfig(required);
  expect([addresses.indexer, prometheusUrl]).toEqual([undefined, undefined]);
  expect(
    loadDashboardConfig({
      ...required,
      INDEXER_ADDRESS: 'indexer:5001',
      PROMETHEUS_URL: 'http://prometheus:9090/prometheus',
    }),
  ).toMatchObject({
    addresses: { indexer: 'indexer:5001' },
    prometheusUrl: 'http://prometheus:9090/prometheus',
  });
  for (const PROMETHEUS_URL of ['prometheus:9090', 'http://prometheus/', 'http://prometheus/?x=1'])
    expect(problemsOf({ PROMETHEUS_URL })).toEqual([expect.stringContaining('PROMETHEUS_URL')]);
});

it('offers a subscription if it can be paid and has a price; on one machine there is a default price', () => {
  const stripe = { PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'k', STRIPE_WEBHOOK_SECRET: 's' };
  const offerOf = (variables: NodeJS.ProcessEnv) =>
    loadDashboardConfig({ ...required, ...variables }).planOffer;
  expect(offerOf(stripe)).toBeUndefined();
  expect(offerOf({ SUBSCRIPTION_USD: '20' })).toBeUndefined();
  expect(offerOf({ PAYMENT_PROVIDER: 'development' })).toEqual({
    priceMicros: 20_000_000n,
    cliRecords: 5_000,
  });
  expect(offerOf({ ...stripe, SUBSCRIPTION_USD: '19.90', SUBSCRIPTION_CLI_RECORDS: '700' })).toEqual({
    priceMicros: 19_900_000n,
    cliRecords: 700,
  });
  for (const SUBSCRIPTION_USD of ['0', '0.00', '-1', '20.001', 'twenty']) {
    expect(problemsOf({ SUBSCRIPTION_USD })).toEqual([expect.stringContaining('SUBSCRIPTION_USD')]);
  }
});

it('names every issue at once, including those of combined variables', () => {
  const problems = problemsOf({
    CURSOR_SECRET: '',
    DASHBOARD_PORT: '99999',
    API_URL: 'http://api.example/',
    LOW_BALANCE_USD: 'two',
    NODE_ENV: 'production',
    DEVELOPMENT_ISSUER: 'true',
    PAYMENT_PROVIDER: 'stripe',
  });
  expect(problems.map((problem) => problem.split(/[: ]/)[0]).sort()).toEqual([
    'API_URL',
    'CURSOR_SECRET',
    'DASHBOARD_PORT',
    'DEVELOPMENT_ISSUER',
    'LOW_BALANCE_USD',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ]);
});

it('disables development features in production', () => {
  const client = { OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
  const issuer = { DEVELOPMENT_ISSUER: 'true', ...client };
  expect(problemsOf({ ...issuer, NODE_ENV: 'production' })).toEqual([
    expect.stringMatching(/^DEVELOPMENT_ISSUER: .*NODE_ENV=production/),
  ]);
  expect(problemsOf({ PAYMENT_PROVIDER: 'development', NODE_ENV: 'production' })).toEqual([
    expect.stringMatching(/^PAYMENT_PROVIDER: .*NODE_ENV=production/),
  ]);
  expect(problemsOf({ ...issuer, PAYMENT_PROVIDER: 'development' })).toEqual([]);
});

it('listens only on this machine by default while sign-in or payments are in development mode', () => {
  const client = { OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
  const hostOf = (changes: Record<string, string>) =>
    loadDashboardConfig({ ...required, ...changes }).http.host;
  expect(hostOf({ DEVELOPMENT_ISSUER: 'true', ...client })).toBe('127.0.0.1');
  expect(hostOf({ PAYMENT_PROVIDER: 'development' })).toBe('127.0.0.1');
  expect(hostOf({ PAYMENT_PROVIDER: 'development', DASHBOARD_HOST: '0.0.0.0' })).toBe('0.0.0.0');
  expect(hostOf({})).toBeUndefined();
});

it('counts connections by address only without a proxy in front', () => {
  const perAddress = (changes: Record<string, string>) =>
    loadDashboardConfig({ ...required, ...changes }).connections.maximumConnectionsPerAddress;
  expect(perAddress({})).toBe(512);
  expect(perAddress({ TRUSTED_PROXIES: '1' })).toBe(0);
  expect(perAddress({ TRUSTED_PROXIES: '1', MAXIMUM_CONNECTIONS_PER_ADDRESS: '2000' })).toBe(2_000);
});

it.each([
  [undefined, []],
  ['a.example, b.example:8080,10.0.0.1,[::1]:80', ['a.example', 'b.example:8080', '10.0.0.1', '[::1]:80']],
  ['*', ['*']],
])('accepts the hosts %p', (text, hosts) =>
  expect(loadDashboardConfig({ ...required, ALLOWED_HOSTS: text }).allowedHosts).toEqual(hosts),
);

it.each(['https://a.example', 'a.example,,b.example', 'a b'])('refuses the hosts %p', (text) =>
  expect(problemsOf({ ALLOWED_HOSTS: text })).toEqual([
    expect.stringMatching(/^ALLOWED_HOSTS: must be host names/),
  ]),
);

it.each([
  'https://dashboard.example',
  'https://dashboard.example:8443',
  'http://127.0.0.1:8081',
  'http://localhost:1',
  'http://[::1]:8081',
])('can be at %s', (url) => expect(problemsOf({ DASHBOARD_URL: url })).toEqual([]));

it.each([
  'http://dashboard.example',
  'https://dashboard.example/',
  'https://dashboard.example/x',
  'https://a@b.example',
  'dashboard.example',
  'ftp://x',
])('cannot be at %s', (url) =>
  expect(problemsOf({ DASHBOARD_URL: url })).toEqual([expect.stringMatching(/^DASHBOARD_URL: /)]),
);

it.each(['API_URL', 'PROMETHEUS_URL'])('refuses a port above 65535 in %s', (name) => {
  expect(problemsOf({ [name]: 'https://x.example:65535' })).toEqual([]);
  expect(problemsOf({ [name]: 'https://x.example:65536' })).toEqual([
    expect.stringMatching(`^${name}: must be a URL`),
  ]);
});
