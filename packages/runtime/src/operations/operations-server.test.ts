import { createLogger } from '../logging/logger';
import { createMetrics } from '../metrics/metrics';
import { startOperationsServer, type OperationsServer } from './operations-server';

const logger = createLogger({ service: 'test', level: 'silent' });
let server: OperationsServer | undefined;
let isReady: () => boolean | Promise<boolean>;
let isDraining: boolean;

beforeEach(async () => {
  isReady = () => true;
  isDraining = false;
  const metrics = createMetrics('test');
  server = await startOperationsServer({
    port: 0,
    metrics,
    isReady: () => isReady(),
    isDraining: () => isDraining,
    logger,
  });
});
afterEach(() => server?.close());

const get = (path: string) => fetch(`http://127.0.0.1:${server?.port}${path}`);
const scrape = async () =>
  /^heliograph_ready\{service="test"\} (\d)$/m.exec(await (await get('/metrics')).text())?.[1];

it('reports readiness consistently to probes and in metrics', async () => {
  expect((await get('/healthz')).status).toBe(200);
  expect((await get('/readyz')).status).toBe(200);
  expect(await scrape()).toBe('1');
  isReady = () => false;
  expect((await get('/healthz')).status).toBe(200);
  expect((await get('/readyz')).status).toBe(503);
  expect(await scrape()).toBe('0');
});

it('accepts requests from when it is first ready until it is about to stop', async () => {
  isReady = () => false;
  expect((await get('/servez')).status).toBe(503);
  isReady = () => true;
  expect((await get('/servez')).status).toBe(200);
  isReady = () => false;
  expect((await get('/servez')).status).toBe(200);
  expect((await get('/readyz')).status).toBe(503);
  isDraining = true;
  expect((await get('/servez')).status).toBe(503);
});

it('serves metrics even while readiness is unknown', async () => {
  isReady = () => Promise.reject(new Error('no database'));
  expect(await scrape()).toBe('0');
  isReady = () => new Promise(() => undefined);
  expect(await scrape()).toBe('0');
});
