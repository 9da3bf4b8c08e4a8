import { rolePassword } from '@heliograph/postgres';
import { loadLauncherConfig } from './config';
import { serviceEnvironment, services, stopOrder, type SystemFacts } from './services';

const facts: SystemFacts = {
  config: loadLauncherConfig({ HELIOGRAPH_HOME: '/h', REDIS_URL: 'redis://r:1', GATEWAY_PORT: '9999' }),
  secrets: { internalSecret: 'i'.repeat(32), cursorSecret: 'c'.repeat(32) },
  databaseUrl: 'postgresql://admin:hidden@localhost:5432/heliograph?host=%2Fsocket',
  addresses: Object.fromEntries(services.map(({ name }) => [name, `unix:/run/${name}.sock`])),
};

const environmentOf = (name: string) =>
  serviceEnvironment(
    services.find((service) => service.name === name)!,
    facts,
    4711,
  );

it('gives a service the database in its own role only', () => {
  for (const [name, role] of [
    ['identity', 'heliograph_identity'],
    ['ledger', 'heliograph_ledger'],
    ['search', 'heliograph_reader'],
    ['company', 'heliograph_reader'],
  ] as const) {
    const { DATABASE_URL: databaseUrl } = environmentOf(name);
    const { username, password } = new URL(databaseUrl!);
    expect({ username, password }).toEqual({ username: role, password: rolePassword('i'.repeat(32), role) });
    expect(databaseUrl).not.toContain('hidden');
  }
  expect(environmentOf('gateway')).not.toHaveProperty('DATABASE_URL');
});

it('gives the gateway what it serves with', () => {
  expect(environmentOf('gateway')).toMatchObject({
    RPC_ADDRESS: 'unix:/run/gateway.sock',
    IDENTITY_ADDRESS: 'unix:/run/identity.sock',
    LEDGER_ADDRESS: 'unix:/run/ledger.sock',
    SEARCH_ADDRESS: 'unix:/run/search.sock',
    COMPANY_ADDRESS: 'unix:/run/company.sock',
    GATEWAY_PORT: '9999',
    REDIS_URL: 'redis://r:1',
    CURSOR_SECRET: 'c'.repeat(32),
    METRICS_PORT: '4711',
    METRICS_HOST: '127.0.0.1',
  });
});

it('keeps the secret that signs cursors to the gateway', () => {
  for (const { name } of services.filter(({ name }) => name !== 'gateway')) {
    expect(environmentOf(name)).not.toHaveProperty('CURSOR_SECRET');
  }
});

it('stops callers before those whom they call', () => {
  const [first, second] = stopOrder(services);
  expect(first).toEqual(['gateway']);
  expect(second?.sort()).toEqual(['company', 'identity', 'ledger', 'search']);
});

it('refuses services that call each other in a circle', () => {
  const service = (name: string, calls: string[]) => ({ name, calls, settings: [] });
  expect(() => stopOrder([service('a', ['b']), service('b', ['a'])])).toThrow('in a circle');
});
