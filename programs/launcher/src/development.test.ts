import { exposureWarnings, withSafeHosts } from './development';

const production = { NODE_ENV: 'production', OIDC_ISSUER_URL: 'https://login.example.com' };
const loopback = { GATEWAY_HOST: '127.0.0.1', DASHBOARD_HOST: '127.0.0.1' };

it.each([
  ['nothing set', {}],
  ['an issuer, and development payments', { OIDC_ISSUER_URL: 'https://login.example.com' }],
  ['Stripe, and the development issuer', { STRIPE_SECRET_KEY: 'sk_test' }],
  ['development payments requested explicitly', { ...production, PAYMENT_PROVIDER: 'development' as const }],
])('with %s listens on loopback', (_name, choices) => {
  expect(withSafeHosts(choices)).toEqual({ ...choices, ...loopback });
  expect(exposureWarnings(withSafeHosts(choices))).toEqual([]);
});

it('in production listens on all addresses', () => {
  expect(withSafeHosts(production)).toEqual(production);
  expect(exposureWarnings(production)).toEqual([]);
});

it('listens where configured, and warns about what the network can reach', () => {
  const open = { GATEWAY_HOST: '0.0.0.0', DASHBOARD_HOST: '::' };
  expect(withSafeHosts(open)).toEqual(open);
  expect(exposureWarnings(open)).toEqual([
    expect.stringMatching(
      /^GATEWAY_HOST=0\.0\.0\.0 opens the system to the network, where anyone can sign in .*, and balance/,
    ),
    expect.stringMatching(/^DASHBOARD_HOST=:: /),
  ]);
  expect(exposureWarnings({ ...open, ...production })).toEqual([]);
  expect(exposureWarnings({ GATEWAY_HOST: 'localhost', DASHBOARD_HOST: '127.1.2.3' })).toEqual([]);
});
