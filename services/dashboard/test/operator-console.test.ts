import type { Measured, OperatedAccounts, OperatorConsole } from '@heliograph/dashboard-api';
import { ledger } from '@heliograph/proto';
import { createRpcClient, uuidv7 } from '@heliograph/runtime';
import { testCredentials, waitFor } from '@heliograph/testing';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { companies, signals } from './support/corpus';
import { call, TestDashboard } from './support/dashboard';
import type { Person } from './support/person';

let prometheus: Server;
let reply = { status: 200, body: '{"status":"success","data":{"result":[]}}' };
const queries: string[] = [];
let dashboard: TestDashboard;
let operator: Person;

beforeAll(async () => {
  prometheus = createServer((request, response) => {
    queries.push(new URL(request.url!, 'http://prometheus').searchParams.get('query') ?? '');
    response.writeHead(reply.status, { 'Content-Type': 'application/json' }).end(reply.body);
  });
  await new Promise<void>((done) => prometheus.listen(0, '127.0.0.1', done));
  const { port } = prometheus.address() as AddressInfo;
  dashboard = await TestDashboard.start({
    with: ['metering', 'search', 'notifier'],
    config: { prometheusUrl: `http://127.0.0.1:${port}` },
    // Every read is a new measurement.
    overrides: { figuresMs: 0 },
  });
  await dashboard.importCorpus(companies, signals);
  operator = await dashboard.signIn({ email: 'olga@example.com', isOperator: true });
});
afterAll(async () => {
  await dashboard.stop();
  prometheus.close();
});

const read = () => operator.data<OperatorConsole>('GET', '/operator/console');

function valueOf<Value>(measured: Measured<Value> | null): Value {
  if (!measured || !('value' in measured)) throw new Error(JSON.stringify(measured));
  expect(measured.at).toMatch(/^\d{4}-.*Z$/);
  return measured.value;
}

it('has figures from every source, each with its time', async () => {
  const person = await dashboard.signIn({ email: 'largest@example.com' });
  const { account } = await person.refresh();
  await dashboard.admin.ledger.credit(
    { accountId: account.id, micros: 5_000_000n, reference: 'console', reason: 'test' },
    call,
  );
  const gateway = createRpcClient(ledger.LedgerServiceService, {
    address: dashboard.addresses.ledger,
    caller: 'gateway',
    credentials: testCredentials,
    defaultTimeoutMs: 20_000,
  });
  const charge = {
    accountId: account.id,
    credentialId: 'key-1',
    channel: ledger.Channel.API,
    operation: 'searchSignals',
    mode: ledger.Mode.KEYWORD,
    requestId: 'request-1',
  };
  await gateway.charge(
    ledger.ChargeRequest.fromPartial({ ...charge, eventId: uuidv7(), records: 300 }),
    call,
  );
  await gateway.close();
  const figures = await waitFor(async () => {
    const found = await read();
    const [used, { items }] = [valueOf(found.usage), valueOf(found.services)];
    // A service without time to answer counts as not ready.
    return used.total.records === 300 && items.some(({ name, isReady }) => name === 'search' && isReady)
      ? found
      : undefined;
  });
  const usage = valueOf(figures.usage);
  // 100 of the records were free.
  expect(usage.total).toEqual({ requests: 1, records: 300, revenue: '1.000' });
  expect(usage.byRecords).toEqual([
    { id: account.id, email: 'largest@example.com', records: 300, revenue: '1.000' },
  ]);
  expect(usage.bySpend).toEqual(usage.byRecords);
  expect(usage.days.reduce((sum, { records }) => sum + records, 0)).toBe(300);
  const corpus = valueOf(figures.corpus);
  expect(corpus.signals).toBe(30);
  expect(corpus.days).toHaveLength(14);
  expect(corpus.newestActivityDate).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(valueOf(figures.outbox).pending).toBeGreaterThanOrEqual(0);
  expect(valueOf(figures.metering)).toMatchObject({ deadLetters: 0 });
  expect(valueOf(figures.webhooks)).toMatchObject({ pending: 0, failingSearches: 0, waitingAccounts: 0 });
  const services = valueOf(figures.services);
  expect(services.semanticSearch).toBe('not_configured');
  expect(services.items).toContainEqual({ name: 'search', isReady: true });
  // The indexer's address is not configured here.
  expect(figures.embedding).toMatchObject({ failure: expect.any(String) as string });
  const { items } = await operator.data<OperatedAccounts>('GET', '/operator/accounts?query=largest');
  expect(items[0]!.funds).toEqual({ balance: '4.000', recordsThisMonth: 300 });
});

it('counts refused requests with Prometheus, and says so when it does not answer', async () => {
  const result = [
    { metric: { code: 'rate_limited' }, value: [1, '12.4'] },
    { metric: { code: 'insufficient_records' }, value: [1, '40'] },
    { metric: { code: 'not_found' }, value: [1, '0'] },
  ];
  reply = { status: 200, body: JSON.stringify({ status: 'success', data: { result } }) };
  expect(valueOf((await read()).refusals)).toEqual([
    { code: 'insufficient_records', requests: 40 },
    { code: 'rate_limited', requests: 12 },
  ]);
  expect(queries.at(-1)).toContain('heliograph_gateway_requests_total');
  for (const bad of [
    { status: 500, body: 'secret internals' },
    { status: 200, body: '<html>' },
    { status: 200, body: '{"status":"error"}' },
    { status: 200, body: 'x'.repeat(300_000) },
  ]) {
    reply = bad;
    const { refusals } = await read();
    expect(refusals).toMatchObject({ failure: 'It could not be read; the log says why.' });
    expect(JSON.stringify(refusals)).not.toContain('secret');
  }
  expect(await dashboard.metrics()).toMatch(
    /dashboard_console_failures_total\{[^}]*source="refusals"[^}]*\} 4/,
  );
});

it('loses only the figures of a source that is down', async () => {
  await dashboard.stopService('metering');
  const figures = await waitFor(async () => {
    const found = await read();
    const metering = valueOf(found.services).items.find(({ name }) => name === 'metering');
    return metering?.isReady === false ? found : undefined;
  });
  for (const away of [figures.metering, figures.usage])
    expect(away).toMatchObject({
      failure: 'Its source is not responding.',
      at: expect.any(String) as string,
    });
  expect(valueOf(figures.corpus).signals).toBe(30);
  await dashboard.restart('metering');
});

it('lists accounts without their funds while the ledger is down', async () => {
  await dashboard.stopService('ledger');
  const { items } = await operator.data<OperatedAccounts>('GET', '/operator/accounts?query=largest');
  expect(items).toEqual([expect.objectContaining({ email: 'largest@example.com', funds: null })]);
  await dashboard.restart('ledger');
});
