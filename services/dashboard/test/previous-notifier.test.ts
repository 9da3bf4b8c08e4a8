import { alert } from '@heliograph/proto';
import type { RpcServer } from '@heliograph/runtime';
import { fakeServer, fakeService } from '@heliograph/testing';
import { TestDashboard } from './support/dashboard';

let dashboard: TestDashboard;
let server: RpcServer;
/** As the previous version's notifier stores alerts: all that it knows of a request. */
let stored = { usage: true, balanceBelowMicros: 25_000_000n as bigint | undefined };
const alerts = () => alert.Alerts.fromPartial({ isAvailable: true, ...stored });
beforeAll(async () => {
  dashboard = await TestDashboard.start();
  server = fakeServer('notifier', dashboard.addresses.notifier);
  fakeService(server, alert.AlertServiceService, 'dashboard', {
    getAlerts: async () => alerts(),
    setAlerts: async ({ usage, balanceBelowMicros }) => {
      stored = { usage, balanceBelowMicros };
      return alerts();
    },
  });
  await server.start();
});
afterAll(async () => {
  await dashboard.stop();
  await server.close(0);
});

it('keeps one alert when the other is set, also by a notifier that stores both', async () => {
  const person = await dashboard.signIn();
  const set = (body: object) => person.data('PATCH', '/billing/alerts', body);
  expect(await set({ usage: false })).toMatchObject({ usage: false, balanceBelow: 25 });
  expect(await set({ usage: true })).toMatchObject({ usage: true, balanceBelow: 25 });
  expect(await set({ balanceBelow: 10 })).toMatchObject({ usage: true, balanceBelow: 10 });
  expect(await set({ balanceBelow: null })).toMatchObject({ usage: true, balanceBelow: null });
});
