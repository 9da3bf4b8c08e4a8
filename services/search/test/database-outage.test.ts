import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { search } from '@heliograph/proto';
import { createLogger, createRpcClient, type ServiceError } from '@heliograph/runtime';
import {
  freeAddress,
  startTestDatabase,
  testCallerVariables,
  testCredentials,
  waitFor,
} from '@heliograph/testing';
import { loadConfig } from '../src/config';
import { createSearchService } from '../src/service';
import { reportCollection } from './support/corpus';
import { ExactVectorIndex } from './support/exact-vector-index';
import { FakeEmbeddings } from './support/fake-embeddings';

/** A proxy to the database that can be cut: existing connections break and new ones are refused. */
async function breakableProxy(connectionString: string) {
  const url = new URL(connectionString);
  const directory = url.searchParams.get('host');
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const onward = directory
      ? connect(`${directory}/.s.PGSQL.${url.port || 5432}`)
      : connect(Number(url.port || 5432), url.hostname);
    for (const end of [socket, onward]) end.on('error', () => undefined);
    sockets.push(socket, onward);
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const way = new URL(connectionString);
  way.searchParams.delete('host');
  way.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    connectionString: way.toString(),
    cut: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

it('refuses to answer when the database has not confirmed it for a while, so that no withdrawn signal is shown', async () => {
  const logger = createLogger({ service: 'search', level: 'silent' });
  const database = await startTestDatabase();
  const collection = 'signals-test-1';
  const vectorIndex = new ExactVectorIndex();
  await vectorIndex.prepare({ name: collection, dimensions: 3 });
  await reportCollection(database.connectionString('catalog'), collection, {
    signals: 0,
    embedded: 0,
    complete: true,
  });
  const way = await breakableProxy(database.connectionString('reader'));
  const address = freeAddress();
  const service = createSearchService(
    loadConfig({ RPC_ADDRESS: address, DATABASE_URL: way.connectionString, ...testCallerVariables }),
    { logger, vectorIndex, embeddings: new FakeEmbeddings() },
  );
  const client = createRpcClient(search.SearchServiceService, {
    address,
    caller: 'gateway',
    credentials: testCredentials,
    defaultTimeoutMs: 5_000,
  });
  const filters = { q: 'a' };
  const call = { requestId: 'request-1' };
  const searchOnce = () => client.search(search.SearchRequest.fromPartial({ filters, limit: 1 }), call);
  const semanticOnce = () =>
    client.semanticSearch(search.SemanticSearchRequest.fromPartial({ text: 'a', filters, limit: 1 }), call);
  const countOnce = () => client.count(search.CountRequest.fromPartial({ filters }), call);
  try {
    await service.start();
    expect(await searchOnce()).toMatchObject({ itemCount: 0 });
    expect(await countOnce()).toMatchObject({ total: 0n });
    expect(await semanticOnce()).toMatchObject({ itemCount: 0 });
    await way.cut();
    const outcome = () =>
      searchOnce().then(
        () => 'answered',
        (error: ServiceError) => error.code,
      );
    await waitFor(async () => (await outcome()) === 'unavailable');
    await expect(searchOnce()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(countOnce()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(semanticOnce()).rejects.toMatchObject({ code: 'unavailable' });
  } finally {
    await client.close();
    await service.destroy();
    await way.cut();
    await database.stop();
  }
});
