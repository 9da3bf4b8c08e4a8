import { startBeforeAll, startBrokenServer, TestMailServer, waitFor } from '@heliograph/testing';
import { startDigestFixture, type MailingNotifier } from './support/digests';
import { call } from './support/notifier';
import { changesOf } from './support/saved-searches';
import type { TestReceiver } from './support/test-receiver';
import { save, signalsOf } from './support/webhooks';

let mailServer: TestMailServer;
let lastId = 0;
const fixture = startBeforeAll(startDigestFixture);
beforeEach(async () => (mailServer = await TestMailServer.start()));
afterEach(async () => {
  await fixture.killNotifiers();
  await fixture.rows('DELETE FROM notifier.saved_search');
  await mailServer.stop();
});

/** Publishes a signal that the saved searches here match. */
async function publish(): Promise<void> {
  lastId += 1;
  await fixture.import(signalsOf(lastId, lastId));
}

/** A saved search whose receiver answers with this status. */
async function begin({ client }: MailingNotifier, status: number, account = fixture.newAccount()) {
  const receiver = await fixture.startReceiver();
  answerWith(receiver, status);
  const { id: accountId, email } = await account;
  const saved = await save(client, receiver, { accountId });
  await publish();
  return { receiver, saved, email, owned: { accountId, savedSearchId: saved.id } };
}

const answerWith = (receiver: TestReceiver, status: number) =>
  void (receiver.answer = (response) => response.writeHead(status).end());

/** Retries everything until the receiver got this many more requests and their outcomes are stored. */
async function retry(receiver: TestReceiver, times: number): Promise<void> {
  const end = receiver.received.length + times;
  await waitFor(async () => {
    await fixture.makeRetriesDue();
    return receiver.received.length >= end;
  });
  await waitFor(
    async () =>
      (await fixture.rows('SELECT FROM notifier.webhook_queue WHERE lease IS NOT NULL')).length === 0,
  );
}

const states = async () => (await fixture.mails()).map(({ state }) => state);

it('is sent once, when deliveries have failed for a day', async () => {
  const mailing = await fixture.startMailing(mailServer.url);
  const { receiver, email, saved } = await begin(mailing, 503);
  await retry(receiver, 2);
  expect(await states()).toEqual([]);
  await fixture.rows(`UPDATE notifier.delivery SET round_began_at = now() - interval '25 hours'`);
  await retry(receiver, 2);
  await fixture.untilMails('sent');
  // Nor when they are given up.
  await fixture.rows(`UPDATE notifier.delivery SET round_began_at = now() - interval '73 hours'`);
  await retry(receiver, 1);
  const failing = `SELECT FROM notifier.saved_search WHERE state = 'failing'`;
  await waitFor(async () => (await fixture.rows(failing)).length === 1);
  expect(await states()).toEqual(['sent']);
  expect(mailServer.received).toHaveLength(1);
  const [{ to, headers, body }] = mailServer.received as [(typeof mailServer.received)[0]];
  expect(to).toBe(email);
  expect(headers).toContain('Subject: Your webhook is failing: News');
  expect(body).toContain('The receiver answered 503.');
  expect(body).toContain(`https://dashboard.example/saved-searches/${saved.id}`);
});

it('is sent again for a new failure, but not within a day, and not once that is over', async () => {
  const mailing = await fixture.startMailing(mailServer.url);
  const { receiver, owned } = await begin(mailing, 410);
  await fixture.untilMails('sent');
  const failAgain = async () => {
    answerWith(receiver, 204);
    await mailing.client.sendTest(owned, call);
    answerWith(receiver, 410);
    await publish();
    await waitFor(async () => (await states()).includes('pending'));
  };
  await failAgain();
  const [{ hours } = { hours: 0 }] = await fixture.rows<{ hours: number }>(
    `SELECT extract(epoch FROM next_at - now())::float8 / 3600 AS hours FROM notifier.mail WHERE state = 'pending'`,
  );
  expect(Math.round(hours)).toBe(24);
  await failAgain();
  expect((await states()).sort()).toEqual(['canceled', 'pending', 'sent']);
  await fixture.hurryMails();
  await fixture.untilMails('sent', 2);
  expect(mailServer.received).toHaveLength(2);
});

it('ends with its link, until the webhook is set again', async () => {
  const mailing = await fixture.startMailing(mailServer.url);
  const { receiver, saved, owned } = await begin(mailing, 410);
  await fixture.untilMails('sent');
  const token = /unsubscribe\/([\w-]{43})>/.exec(mailServer.received[0]!.headers)![1]!;
  await mailing.digests.unsubscribe({ token }, call);
  await mailing.digests.unsubscribe({ token }, call);
  await mailing.client.replaySince({ ...owned, since: new Date(Date.now() - 3_600_000) }, call);
  await retry(receiver, 1);
  expect(await states()).toEqual(['sent']);
  const change = changesOf(saved, { webhook: { url: receiver.url } });
  await mailing.client.updateSavedSearch(change, call);
  await publish();
  await waitFor(async () => (await states()).length === 2);
});

it('is not made for an account that has never signed in, nor without a mail server', async () => {
  const mailing = await fixture.startMailing(mailServer.url);
  const account = await fixture.newAccount();
  await fixture.rows('UPDATE identity.account SET last_sign_in_at = NULL WHERE account_id = $1', [
    account.id,
  ]);
  await begin(mailing, 410, Promise.resolve(account));
  await fixture.untilMails('canceled');
  await fixture.killNotifiers();
  await fixture.rows('DELETE FROM notifier.mail');
  await begin(await fixture.startNotifier(), 410);
  const failing = `SELECT FROM notifier.saved_search WHERE state = 'failing'`;
  await waitFor(async () => (await fixture.rows(failing)).length === 2);
  expect(await states()).toEqual([]);
  expect(mailServer.received).toEqual([]);
});

describe('a kill', () => {
  it('before the email is stored: the attempt is repeated, and one email is sent', async () => {
    const mailing = await fixture.startMailing(mailServer.url);
    const locks = await fixture.holdLocks('LOCK TABLE notifier.mail IN EXCLUSIVE MODE');
    const { receiver } = await begin(mailing, 410);
    await locks.untilAnotherWaits();
    await mailing.process.kill();
    await locks.rollback();
    await fixture.endOfDead();
    expect(await states()).toEqual([]);
    await fixture.startMailing(mailServer.url);
    await fixture.untilMails('sent');
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(mailServer.received).toHaveLength(1);
  });

  it('before the email is sent: it is sent once', async () => {
    const hanging = await startBrokenServer(() => undefined);
    fixture.closing(() => new Promise((done) => hanging.close(done)));
    const mailing = await fixture.startMailing(hanging.url, { MAIL_TIMEOUT_MS: '60000' });
    await begin(mailing, 410);
    await waitFor(
      async () => (await fixture.rows('SELECT FROM notifier.mail WHERE lease IS NOT NULL')).length === 1,
    );
    await mailing.process.kill();
    await fixture.endOfDead();
    await fixture.startMailing(mailServer.url);
    await fixture.untilMails('sent');
    expect(mailServer.received).toHaveLength(1);
    expect(await states()).toEqual(['sent']);
  });
});
