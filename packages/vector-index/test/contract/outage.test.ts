import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createMetrics, type Metrics } from '@heliograph/runtime';
import { freePort, testCredentials } from '@heliograph/testing';
import { createVectorIndex, type VectorIndex, type VectorIndexSettings } from '../../src';
import { logger } from '../support/indexes';
import { DIMENSIONS, pointOf, queryOf } from '../support/points';

type At = (port: number) => VectorIndexSettings;

const kinds: [string, At][] = [
  ['the embedded index', (port) => ({ kind: 'embedded', address: `127.0.0.1:${port}` })],
  ['Qdrant', (port) => ({ kind: 'qdrant', url: `http://127.0.0.1:${port}` })],
];

describe.each(kinds)('outage of %s', (_kind, at) => {
  let index: VectorIndex;
  const open = (port: number, metrics?: Metrics) => {
    index = createVectorIndex(at(port), { caller: 'indexer', credentials: testCredentials, logger, metrics });
  };
  afterEach(() => index.close());

  const calls: [string, () => Promise<unknown>][] = [
    ['prepare', () => index.prepare({ name: 'x', dimensions: DIMENSIONS }, { timeoutMs: 300 })],
    ['upsert', () => index.upsert('x', [pointOf(1)], { timeoutMs: 300 })],
    ['remove', () => index.remove('x', ['1'], { timeoutMs: 300 })],
    ['query', () => index.query('x', queryOf(), { timeoutMs: 300 })],
    ['scan', () => index.scan('x', { limit: 1 }, { timeoutMs: 300 })],
    ['list', () => index.list({ timeoutMs: 300 })],
    ['drop', () => index.drop('x', { timeoutMs: 300 })],
    ['checkReachable', () => index.checkReachable()],
  ];

  it.each(calls)('%s rejects where nothing listens', async (_name, call) => {
    open(await freePort());
    await expect(call()).rejects.toMatchObject({ code: 'unavailable' });
  });

  describe('that accepts connections and never answers', () => {
    let server: Server;
    let connections: Socket[];
    beforeEach(async () => {
      connections = [];
      server = createServer((connection) => connections.push(connection.on('error', () => undefined)));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      open((server.address() as AddressInfo).port);
    });
    afterEach(async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const connection of connections) connection.destroy();
      await closed;
    });

    it.each(calls)('%s rejects after its timeout', async (_name, call) => {
      await expect(call()).rejects.toMatchObject({ code: 'unavailable' });
    });

    it('ends a call that is aborted', async () => {
      const signal = AbortSignal.timeout(50);
      await expect(index.query('x', queryOf(), { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
    });
  });

  it('shows in the metrics', async () => {
    const metrics = createMetrics('test');
    open(await freePort(), metrics);
    await expect(index.query('x', queryOf())).rejects.toMatchObject({ code: 'unavailable' });
    const values = await metrics.registry.getSingleMetric('heliograph_vector_index_call_seconds')!.get();
    expect(values.values).toContainEqual(
      expect.objectContaining({
        labels: expect.objectContaining({ operation: 'query', outcome: 'unavailable' }),
      }),
    );
  });
});
