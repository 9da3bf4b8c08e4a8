import {
  freeAddress,
  freePort,
  keepConnections,
  startServiceProcess,
  testCallerVariables,
  TEST_SECRET,
  waitFor,
} from '@heliograph/testing';

it("loses no request on browsers' persistent connections when told to stop", async () => {
  const port = await freePort();
  const dashboard = await startServiceProcess('dashboard', {
    DASHBOARD_HOST: '127.0.0.1',
    DASHBOARD_PORT: String(port),
    IDENTITY_ADDRESS: freeAddress(),
    LEDGER_ADDRESS: freeAddress(),
    SEARCH_ADDRESS: freeAddress(),
    COMPANY_ADDRESS: freeAddress(),
    METERING_ADDRESS: freeAddress(),
    NOTIFIER_ADDRESS: freeAddress(),
    ...testCallerVariables,
    CURSOR_SECRET: TEST_SECRET,
    // Longer than a busy machine may delay a client.
    DRAIN_DELAY_MS: '20000',
  });
  const clients = keepConnections(`http://127.0.0.1:${port}/healthz`, 60);
  await waitFor(() => clients.answered > 180);
  const stopped = dashboard.stop();
  await clients.ended;
  expect(clients.failures).toEqual([]);
  await stopped;
  expect(await dashboard.exited).toBe(0);
});
