import { z } from 'zod';
import { ConfigError, loadConfig } from './load-config';
import {
  callerVariables,
  databaseUrl,
  integerSetting,
  previousSecretSetting,
  redisUrl,
  runtimeSettings,
  secretSetting,
  serverUrl,
  serviceAddress,
} from './settings';

const schema = z.object({
  ...runtimeSettings,
  ...callerVariables,
  ADDRESS: serviceAddress,
  LIMIT: integerSetting(1, 100).default(50),
});
const valid = { CALLER_KEY: 'x'.repeat(43), ADDRESS: 'unix:/tmp/a.sock' };

it('applies defaults, and treats an empty variable as absent', () => {
  expect(loadConfig(schema, { ...valid, LIMIT: '' })).toMatchObject({ LIMIT: 50, LOG_LEVEL: 'info' });
});

it('names every issue at once', () => {
  const load = () => loadConfig(schema, { ADDRESS: 'nonsense', LIMIT: '5.5', LOG_LEVEL: 'loud' });
  expect(load).toThrow(ConfigError);
  expect(load).toThrow(/CALLER_KEY is required[^]*|ADDRESS/);
  try {
    load();
  } catch (error) {
    const text = (error as ConfigError).problems.join('\n');
    for (const name of ['CALLER_KEY', 'ADDRESS', 'LIMIT', 'LOG_LEVEL']) expect(text).toContain(name);
  }
});

it.each(['unix:/run/x.sock', 'localhost:1', '127.0.0.1:5000', 'dns:///ledger.ns.svc:50051', '[::1]:9'])(
  'accepts the address %s',
  (address) => {
    expect(serviceAddress.safeParse(address).success).toBe(true);
  },
);

it.each([
  ['a service', serviceAddress, 'ledger:', ''],
  ['an IPv6 service', serviceAddress, '[::1]:', ''],
  ['services behind a name', serviceAddress, 'dns:///ledger:', ''],
  ['a database', databaseUrl, 'postgresql://user:secret@db:', '/heliograph'],
  ['the second of two databases', databaseUrl, 'postgresql://user:secret@db:1,standby:', '/heliograph'],
  ['Redis', redisUrl, 'rediss://redis:', ''],
  ['an HTTP server', serverUrl, 'https://qdrant:', '/'],
])('refuses a port above 65535 of %s', (_name, setting, before, after) => {
  expect(setting.safeParse(`${before}65535${after}`).success).toBe(true);
  expect(setting.safeParse(`${before}65536${after}`).error?.issues).toHaveLength(1);
});

it('refuses a secret with the line break at the end of a file, which another program may not have', () => {
  const secret = 'x'.repeat(32);
  expect(secretSetting.safeParse(secret).success).toBe(true);
  expect(secretSetting.safeParse(`${secret}\n`).success).toBe(false);
  expect(previousSecretSetting.safeParse(`${secret}\n`).success).toBe(true);
});
