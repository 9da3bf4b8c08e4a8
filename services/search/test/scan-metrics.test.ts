import { search } from '@heliograph/proto';
import { createLogger, createRpcClient } from '@heliograph/runtime';
import { freeAddress, startTestDatabase, testCallerVariables, testCredentials } from '@heliograph/testing';
import { loadConfig } from '../src/config';
import { createSearchService } from '../src/service';

it('measures requests by kind, and nothing about their content', async () => {
  const logger = createLogger({ service: 'search', level: 'silent' });
  const database = await startTestDatabase();
  const address = freeAddress();
  const service = createSearchService(
    loadConfig({
      RPC_ADDRESS: address,
      DATABASE_URL: database.connectionString('reader'),
      ...testCallerVariables,
    }),
    { logger },
  );
  const client = createRpcClient(search.SearchServiceService, {
    address,
    caller: 'gateway',
    credentials: testCredentials,
    defaultTimeoutMs: 5_000,
  });
  try {
    await service.start();
    const call = { requestId: 'request-1' };
    const filters = { q: 'secretquery' };
    for (const limit of [10, 20]) {
      await client.search(search.SearchRequest.fromPartial({ filters, limit }), call);
    }
    await client.count(search.CountRequest.fromPartial({ filters }), call);
    const text = await (await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`)).text();
    expect(text).toContain('heliograph_search_scan_seconds_count{service="search",kind="page"} 2');
    expect(text).toContain('heliograph_search_scan_seconds_count{service="search",kind="count"} 1');
    expect(text).not.toContain('secretquery');
  } finally {
    await client.close();
    await service.destroy();
    await database.stop();
  }
});
