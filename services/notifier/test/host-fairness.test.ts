import { waitFor } from '@heliograph/testing';
import { save, signalsOf, startFixture, untilReceived } from './support/webhooks';

it('delivers to others while a host that many accounts use hangs', async () => {
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
    // More than are worked on at a time.
    for (let account = 0; account < 80; account++) await save(client, hanging);
    // Each has its own secret, and the receiver checks all that it knows.
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
