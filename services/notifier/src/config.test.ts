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
