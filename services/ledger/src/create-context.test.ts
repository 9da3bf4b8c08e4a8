import { freeAddress, testCallerVariables } from '@heliograph/testing';
import { loadConfig } from './config';
import { createContext } from './create-context';

it('bounds reports, too: a server that vanished answers none', async () => {
  const config = loadConfig({
    RPC_ADDRESS: freeAddress(),
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    RELAY: 'off',
    ...testCallerVariables,
  });
  const { pool, reportPool } = createContext(config, {});
  const { statement_timeout: byServer, query_timeout: byClient } = reportPool.options;
  expect(byServer).toBeGreaterThan(0);
  expect(byClient).toBeGreaterThan(byServer as number);
  await Promise.all([pool.end(), reportPool.end()]);
});
