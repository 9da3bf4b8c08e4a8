import { testCallerVariables } from '@heliograph/testing';
import { loadConfig } from './config';

const variables = {
  ...testCallerVariables,
  RPC_ADDRESS: '127.0.0.1:5000',
  DATABASE_URL: 'postgres://notifier@database/heliograph',
  EVENT_LOG_URL: 'postgres://notifier@database/heliograph',
  IDENTITY_ADDRESS: 'identity:5000',
  LEDGER_ADDRESS: 'ledger:5000',
  WEBHOOK_ENCRYPTION_SECRET: 'x'.repeat(32),
} as NodeJS.ProcessEnv;

it('accepts a lease that outlasts two attempts, and rejects a shorter one', () => {
  const lease = { WEBHOOK_TIMEOUT_MS: '5000', WEBHOOK_LEASE_SECONDS: '10' };
  expect(loadConfig({ ...variables, ...lease }).webhooks.leaseSeconds).toBe(10);
  expect(() => loadConfig({ ...variables, ...lease, WEBHOOK_TIMEOUT_MS: '5001' })).toThrow(
    'WEBHOOK_LEASE_SECONDS must be at least 2 times as long as WEBHOOK_TIMEOUT_MS',
  );
});

describe('email', () => {
  const mail = {
    SMTP_URL: 'smtps://user:hidden@mail.example',
    MAIL_FROM: 'Heliograph <news@heliograph.example>',
    SEARCH_ADDRESS: 'search:5000',
    DASHBOARD_URL: 'https://dashboard.example',
  };

  it('is off without a server, whatever else is set', () => {
    expect(loadConfig({ ...variables, ...mail, SMTP_URL: '' }).mail).toBeUndefined();
  });

  it('needs a sender, search and the dashboard', () => {
    expect(loadConfig({ ...variables, ...mail }).mail).toMatchObject({
      server: { host: 'mail.example', port: 465, isTls: true },
      from: { name: 'Heliograph', address: 'news@heliograph.example' },
    });
    const load = () => loadConfig({ ...variables, SMTP_URL: mail.SMTP_URL });
    for (const name of ['MAIL_FROM', 'SEARCH_ADDRESS', 'DASHBOARD_URL'])
      expect(load).toThrow(`${name} is required with SMTP_URL`);
  });

  it.each([
    ['SMTP_URL', 'smtp://user:hidden@mail/?x=1'],
    ['MAIL_FROM', 'news@example.com\r\nBcc: x@example.com'],
    ['DASHBOARD_URL', 'https://dashboard.example/path'],
    ['DASHBOARD_URL', 'https://dashboard.example:65536'],
  ])('refuses a bad %s, and repeats no password', (name, value) => {
    const load = () => loadConfig({ ...variables, ...mail, [name]: value });
    expect(load).toThrow(name);
    expect(load).not.toThrow('hidden');
  });
});
