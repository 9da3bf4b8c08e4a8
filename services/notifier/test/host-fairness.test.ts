import { uuidv7 } from '@heliograph/runtime';
import { waitFor } from '@heliograph/testing';
import type { ServerResponse } from 'node:http';
import { DeliveryLoop } from '../src/delivery/delivery-loop';
import { call, startParts } from './support/notifier';
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
    // Of one account, more than may be processed at once.
    const accountIds = Array.from({ length: 12 }, () => uuidv7());
    for (let count = 0; count < 80; count++)
      await save(client, hanging, { accountId: accountIds[count % accountIds.length]! });
    // Each has its own secret, and the receiver tries all it knows.
    hanging.secrets = [];
    await save(client, healthy, { q: 'hiring' });
    await fixture.import(signalsOf(1, 1));
    await waitFor(() => hanging.received.length >= 16);
    await fixture.import(signalsOf(2, 2, 'Acme is hiring'));
    await untilReceived(healthy, 1);
    // 16, those claimed together with the last of them, and one for each account that had none.
    expect(most).toBeLessThanOrEqual(16 + 8 + accountIds.length);
  } finally {
    await fixture.stop();
  }
});

it('works for an account while others fill its host, and no more for those', async () => {
  const { deliveries, logger, pool, stop } = await startParts();
  const working: string[] = [];
  let finish!: () => void;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const loop = new DeliveryLoop({
    deliveries,
    // Like receivers that hang: no step ends before the test does.
    courier: {
      async step({ accountId }) {
        working.push(accountId);
        await finished;
        return { done: true, next: undefined };
      },
    },
    logger,
    metrics: { failed: () => undefined },
    isDatabaseBusy: () => false,
    pollMs: 10,
  });
  const queue = (accountId: string, count: number) =>
    pool.query(
      `WITH saved AS (
         INSERT INTO notifier.saved_search
           (saved_search_id, account_id, is_test, slot, name, query, filters, version, webhook_url, secret)
         SELECT gen_random_uuid(), $1, false, n, 'x', '{}', '', n, 'https://hooks.example.com:8443/' || n, 'x'
         FROM generate_series(1, $2) AS n RETURNING saved_search_id, account_id)
       INSERT INTO notifier.webhook_queue (saved_search_id, account_id) SELECT * FROM saved`,
      [accountId, count],
    );
  const others = Array.from({ length: 8 }, () => uuidv7());
  const last = uuidv7();
  try {
    for (const accountId of others) await queue(accountId, 10);
    loop.start();
    await waitFor(() => working.length >= 16);
    await queue(last, 1);
    await waitFor(() => working.includes(last));
    // 16, those claimed together with the last of them, and one for each account that had none.
    expect(working.length).toBeLessThanOrEqual(16 + 8 + others.length);
  } finally {
    finish();
    await loop.stop();
    await stop();
  }
});
