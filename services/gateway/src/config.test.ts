import { ConfigError } from '@heliograph/runtime';
import { loadGatewayConfig } from './config';

const required = {
  CALLER_KEY: 'i'.repeat(43),
  CURSOR_SECRET: 'c'.repeat(32),
  IDENTITY_ADDRESS: 'unix:/run/identity.sock',
  LEDGER_ADDRESS: 'ledger:5001',
  SEARCH_ADDRESS: 'dns:///search:5001',
  COMPANY_ADDRESS: '127.0.0.1:5002',
  METERING_ADDRESS: 'unix:/run/metering.sock',
  NOTIFIER_ADDRESS: 'unix:/run/notifier.sock',
};

it('requires few settings and has the documented defaults', () => {
  expect(loadGatewayConfig(required)).toMatchObject({
    http: { host: undefined, port: 8080 },
    limits: { requests: 600, searches: 300 },
    earliestActivityDate: '2026-08-30',
    redisUrl: undefined,
    trustedProxies: 0,
    loginRequestsPerMinute: 120,
    apiUrl: undefined,
    dashboardUrl: 'http://127.0.0.1:8081',
  });
});

it('accepts public addresses with and without a trailing slash', () => {
  const settings = { API_URL: 'https://api.example.com', DASHBOARD_URL: 'https://app.example.com/' };
  expect(loadGatewayConfig({ ...required, ...settings })).toMatchObject({
    apiUrl: 'https://api.example.com',
    dashboardUrl: 'https://app.example.com',
  });
});

it('treats an empty variable as absent', () => {
  expect(loadGatewayConfig({ ...required, GATEWAY_PORT: '', REDIS_URL: '' })).toMatchObject({
    http: { port: 8080 },
    redisUrl: undefined,
  });
});

it('names every issue at once', () => {
  const { SEARCH_ADDRESS: _left, ...rest } = required;
  const load = () =>
    loadGatewayConfig({
      ...rest,
      GATEWAY_PORT: '99999',
      REQUESTS_PER_MINUTE: 'many',
      EARLIEST_ACTIVITY_DATE: '2026-02-30',
      REDIS_URL: 'localhost:6379',
      CURSOR_SECRET: 'short',
      DASHBOARD_URL: 'app.example.com',
    });
  expect(load).toThrow(ConfigError);
  for (const name of [
    'SEARCH_ADDRESS',
    'GATEWAY_PORT',
    'REQUESTS_PER_MINUTE',
    'EARLIEST_ACTIVITY_DATE',
    'REDIS_URL',
    'CURSOR_SECRET',
    'DASHBOARD_URL',
  ]) {
    expect(load).toThrow(name);
  }
});
