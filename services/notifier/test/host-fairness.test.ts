import { waitFor } from '@heliograph/testing';
import type { ServerResponse } from 'node:http';
import { call } from './support/notifier';
import { save, signalsOf, startFixture, untilReceived } from './support/webhooks';

it("limits an account's test events that wait for their receiver", async () => {
  const fixture = await startFixture();
  try {
    const hanging = await fixture.startReceiver();
    const waiting: ServerResponse[] = [];
    hanging.answer = (response) => waiting.push(response);
    const { client } = await fixture.startNotifier();
    const [first, other] = [await save(client, hanging), await save(client, hanging)];
    hanging.secrets = [];
    const send = ({ accountId, id }: typeof first) =>
      client.sendTest({ accountId, savedSearchId: id }, { ...call, timeoutMs: 30_000 });
    const sent = Array.from({ length: 4 }, () => send(first));
    await waitFor(() => waiting.length === 4);
    await expect(send(first)).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 });
    const others = send(other);
    await waitFor(() => waiting.length === 5);
    for (const response of waiting) response.writeHead(204).end();
    for (const { delivery } of await Promise.all([...sent, others]))
      expect(delivery).toMatchObject({ lastStatus: 204 });
  } finally {
    await fixture.stop();
  }
});

it('delivers to others while a host used by many accounts hangs', async () => {
  const fixture = await startFixture();
  try {
    const [hanging, healthy] = [await fixture.startReceiver(), await fixture.startReceiver('127.0.0.2')];
    let [open, most] = [0, 0];
    hanging.answer = (response) => {
      most = Math.max(most, (open += 1));
      response.once('close', () => (open -= 1));
    };
    const { client } = await fixture.startNotifier({
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1,127.0.0.2',
      WEBHOOK_TIMEOUT_MS: '10000',
      WEBHOOK_LEASE_SECONDS: '60',
    });
    // More than are processed at once.
    for (let account = 0; account < 80; account++) await save(client, hanging);
    // Each has its own secret, and the receiver tries all it knows.
    hanging.secrets = [];
    await save(client, healthy, { q: 'hiring' });
    await fixture.import(signalsOf(1, 1));
    await waitFor(() => hanging.received.length >= 16);
    await fixture.import(signalsOf(2, 2, 'Acme is hiring'));
    await untilReceived(healthy, 1);
    // 16, plus those claimed together with the last of them.
    expect(most).toBeLessThanOrEqual(16 + 8);
  } finally {
    await fixture.stop();
  }
});
