import { freeAddress, testCallerVariables } from '@heliograph/testing';
import { silent } from '../test/support/server';
import { loadConfig } from './config';
import { createConnections } from './connections';

it('bounds reports, too: a server that vanished answers none', async () => {
  const config = loadConfig({
    RPC_ADDRESS: freeAddress(),
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    EVENT_LOG_URL: 'postgres://nobody@127.0.0.1:1/none',
    EMBEDDING_ADDRESS: freeAddress(),
    VECTORS_ADDRESS: freeAddress(),
    ...testCallerVariables,
  });
  const { reportPool, close } = createConnections(config, { logger: silent });
  const { statement_timeout: byServer, query_timeout: byClient } = reportPool.options;
  expect(byServer).toBeGreaterThan(0);
  expect(byClient).toBeGreaterThan(byServer as number);
  await close();
});
