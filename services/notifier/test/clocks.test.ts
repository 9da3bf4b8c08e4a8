import { startBeforeEach, waitFor } from '@heliograph/testing';
import { join } from 'node:path';
import { save, signalsOf, startFixture, untilReceived } from './support/webhooks';

const fixture = startBeforeEach(startFixture);

/** Starts a notifier with its clock ahead, by less than its peers tolerate. */
const startAhead = (seconds: number) =>
  fixture.startNotifier({
    NODE_OPTIONS: `--require=${join(__dirname, 'support/clock-ahead.cjs')}`,
    CLOCK_AHEAD_MS: String(seconds * 1_000),
  });

it.each([
  ['ahead of', 100],
  ['behind', -100],
])('webhooks are prompt, and retried after a pause, with a clock %s the database', async (_, seconds) => {
  const receiver = await fixture.startReceiver();
  const { client } = await startAhead(seconds);
  const { accountId } = await save(client, receiver);
  await fixture.addCredit(accountId, 100);
  receiver.answer = (response) => response.writeHead(500).end();
  await fixture.import(signalsOf(1, 1));
  await untilReceived(receiver, 1);
  const paused = `SELECT FROM notifier.webhook_queue JOIN notifier.delivery USING (saved_search_id)
    WHERE lease IS NULL AND attempts = 1 AND next_at > now() AND next_at < now() + interval '7 seconds'
      AND next_attempt_at BETWEEN next_at - interval '1 second' AND next_at`;
  await waitFor(async () => (await fixture.rows(paused)).length === 1, { pollMs: 1 });
  receiver.answer = (response) => response.writeHead(204).end();
  await waitFor(() => receiver.received.length === 2);
  expect(receiver.items).toEqual(['1', '1']);
});
