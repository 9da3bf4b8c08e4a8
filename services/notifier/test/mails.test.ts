import { digest } from '@heliograph/proto';
import { startBeforeAll, startBrokenServer, TestMailServer, waitFor } from '@heliograph/testing';
import type { Socket } from 'node:net';
import { saveWithDigest, startDigestFixture, type MailingNotifier } from './support/digests';
import { call } from './support/notifier';
import { signalsOf } from './support/webhooks';

let mailServer: TestMailServer;
let lastId = 0;
const fixture = startBeforeAll(startDigestFixture);
beforeEach(async () => (mailServer = await TestMailServer.start()));
afterEach(async () => {
  await fixture.killNotifiers();
  await fixture.rows('DELETE FROM notifier.saved_search');
  await mailServer.stop();
});

/** Publishes signals that the saved searches here match. */
async function publish(count: number): Promise<void> {
  await fixture.import(signalsOf(lastId + 1, lastId + count));
  lastId += count;
}

/** A digest with news, whose email has been created. */
async function begin(mailing: MailingNotifier, email?: string) {
  const account = await fixture.newAccount(email);
  const saved = await saveWithDigest(mailing, account.id);
  await publish(2);
  await endPeriod();
  return { account, owned: { accountId: account.id, savedSearchId: saved.id }, saved };
}

/** Waits until search knows what was imported and an email was created from it. */
async function endPeriod(mails = 1): Promise<void> {
  await waitFor(async () => {
    if ((await fixture.mails()).length >= mails) return true;
    await fixture.endPeriod();
    await fixture.untilCounted();
    return (await fixture.mails()).length >= mails;
  });
}

/** Waits until the emails received tell of this many signals together. */
async function untilTold(signals: number): Promise<void> {
  const told = () =>
    mailServer.received.reduce((sum, { body }) => sum + Number(/^(\d+) new activit/m.exec(body)![1]), 0);
  await waitFor(async () => {
    await fixture.endPeriod();
    await fixture.untilCounted();
    return told() >= signals;
  });
  expect(told()).toBe(signals);
}

const untilFailed = (reason: RegExp) =>
  waitFor(async () => (await fixture.mails()).some(({ last_failure: text }) => reason.test(text ?? '')));

it('are not sent again to a refused address until its owner says so', async () => {
  mailServer.answerTo = () => ({ code: 550, text: '5.1.1 no such user' });
  const mailing = await fixture.startMailing(mailServer.url);
  const { owned } = await begin(mailing);
  await fixture.untilMails('refused');
  const { refusal } = await mailing.digests.getDigest(owned, call);
  expect(refusal).toMatchObject({ status: 550 });
  mailServer.answerTo = () => undefined;
  await publish(1);
  await fixture.endPeriod();
  await fixture.untilCounted();
  expect(await fixture.mails()).toHaveLength(1);
  const again = await mailing.digests.setDigest({ ...owned, frequency: digest.DigestFrequency.DAILY }, call);
  expect(again.refusal).toBeUndefined();
  // Including the two of the refused email.
  await untilTold(3);
});

it("are sent to the account's next address after one was refused", async () => {
  mailServer.answerTo = (to) => (to.startsWith('old') ? { code: 550, text: '5.1.1 unknown' } : undefined);
  const mailing = await fixture.startMailing(mailServer.url);
  const { account, owned } = await begin(mailing, 'old@customers.example');
  await fixture.untilMails('refused');
  await fixture.rows(`UPDATE identity.account SET email = 'new@customers.example' WHERE account_id = $1`, [
    account.id,
  ]);
  expect((await mailing.digests.getDigest(owned, call)).refusal).toBeUndefined();
  await publish(1);
  await endPeriod(2);
  await fixture.untilMails('sent');
  expect(mailServer.received[0]!.to).toBe('new@customers.example');
});

it.each([
  ['a temporary answer', { code: 451, text: '4.7.1 try later' }, /answered 451 to RCPT TO/],
  ['a policy of the server', { code: 554, text: '5.7.1 relay access denied' }, /answered 554 to RCPT TO/],
  ['a refusal of our address', { code: 550, text: '5.1.8 sender rejected' }, /answered 550 to RCPT TO/],
])('are tried again after %s, as the same message', async (_what, response, reason) => {
  mailServer.answerTo = () => response;
  const mailing = await fixture.startMailing(mailServer.url);
  const { owned } = await begin(mailing);
  await untilFailed(reason);
  expect((await mailing.digests.getDigest(owned, call)).refusal).toBeUndefined();
  mailServer.answerTo = () => undefined;
  await fixture.hurryMails();
  await fixture.untilMails('sent');
  const [mail] = await fixture.mails();
  expect(mail!.attempts).toBe(2);
  expect(mailServer.received.map(({ messageId }) => messageId)).toEqual([
    `<${mail!.mail_id}@heliograph.example>`,
  ]);
});

it('are repeated with the same Message-ID when the connection drops before the response', async () => {
  const seen: string[] = [];
  mailServer.beforeAnswer = async ({ messageId }) => {
    seen.push(messageId);
    if (seen.length > 1) return;
    mailServer.drop();
    await new Promise(() => undefined);
  };
  await begin(await fixture.startMailing(mailServer.url));
  await untilFailed(/no answer from the mail server/);
  await fixture.hurryMails();
  await fixture.untilMails('sent');
  expect(seen).toHaveLength(2);
  expect(new Set(seen).size).toBe(1);
});

const drip = (socket: Socket) => {
  const timer = setInterval(() => socket.write('2'), 200);
  socket.on('close', () => clearInterval(timer));
};

it.each([
  ['says nothing', () => undefined, /took too long/, '1000'],
  ['answers a byte at a time', drip, /took too long/, '1000'],
  ['hangs up', (socket: Socket) => void socket.end(), /no answer/, '20000'],
  ['says no', (socket: Socket) => void socket.end('554 go away\r\n'), /answered 554 to CONN/, '20000'],
  [
    'talks without end',
    (socket: Socket) => void socket.write('220-x\r\n'.repeat(50_000)),
    /no answer|too long/,
    '1000',
  ],
])(
  'fail in time, and delay nothing else, when the mail server %s',
  async (_what, handle, reason, timeoutMs) => {
    const broken = await startBrokenServer(handle);
    fixture.closing(() => new Promise((done) => broken.close(done)));
    const mailing = await fixture.startMailing(broken.url, { MAIL_TIMEOUT_MS: timeoutMs });
    const { owned } = await begin(mailing);
    await untilFailed(reason);
    expect(await fixture.mails()).toMatchObject([{ state: 'pending', attempts: 1 }]);
    expect((await mailing.digests.getDigest(owned, call)).refusal).toBeUndefined();
  },
);

it('are given up a day after they were created; the next one says it all', async () => {
  mailServer.answerTo = () => ({ code: 451, text: 'later' });
  await begin(await fixture.startMailing(mailServer.url));
  await untilFailed(/451/);
  await fixture.rows(`UPDATE notifier.mail SET created_at = now() - interval '23:59:30', next_at = now()`);
  await fixture.untilMails('given_up');
  mailServer.answerTo = () => undefined;
  await publish(1);
  await untilTold(3);
});

it('are replaced by a new count when they are more than a day old, as after an outage', async () => {
  const broken = await startBrokenServer((socket) => void socket.end());
  fixture.closing(() => new Promise((done) => broken.close(done)));
  const dying = await fixture.startMailing(broken.url);
  const { owned } = await begin(dying);
  await untilFailed(/./);
  await dying.process.kill();
  await fixture.endOfDead();
  await publish(1);
  await fixture.rows(`UPDATE notifier.mail SET created_at = now() - interval '25 hours', next_at = now()`);
  await fixture.rows(
    `UPDATE notifier.digest SET next_at = now() + interval '3 days' WHERE saved_search_id = $1`,
    [owned.savedSearchId],
  );
  await fixture.startMailing(mailServer.url);
  await fixture.untilMails('sent');
  expect((await fixture.mails()).map(({ state }) => state)).toEqual(['canceled', 'sent']);
  expect(mailServer.received).toHaveLength(1);
  expect(mailServer.received[0]!.body).toContain('3 new activities');
});

it('are sent however old if the next one exists, which leaves out what they say', async () => {
  mailServer.answerTo = () => ({ code: 451, text: 'later' });
  await begin(await fixture.startMailing(mailServer.url));
  await publish(1);
  await endPeriod(2);
  await fixture.rows(
    `UPDATE notifier.mail SET created_at = created_at - interval '25 hours'
     WHERE period_end = (SELECT min(period_end) FROM notifier.mail)`,
  );
  mailServer.answerTo = () => undefined;
  await fixture.hurryMails();
  await fixture.untilMails('sent', 2);
  const bodies = mailServer.received.map(({ body }) => body).join();
  expect(bodies).toContain('2 new activities');
  expect(bodies).toContain('1 new activity');
});

it('send no password in the clear', async () => {
  const url = `smtp://heliograph:secret@127.0.0.1:${mailServer.port}`;
  await begin(await fixture.startMailing(url));
  await untilFailed(/./);
  expect(mailServer.logins).toEqual([]);
  expect(mailServer.received).toEqual([]);
});

it('refuse an address that SMTP does not allow, without asking the server', async () => {
  const mailing = await fixture.startMailing(mailServer.url);
  const { owned } = await begin(mailing, '"a,b"@customers.example');
  await fixture.untilMails('refused');
  const { refusal } = await mailing.digests.getDigest(owned, call);
  expect(refusal?.at).toBeInstanceOf(Date);
  expect(refusal?.status).toBeUndefined();
  expect(mailServer.received).toEqual([]);
});

describe('a kill', () => {
  it('before storing: the email is created once', async () => {
    const mailing = await fixture.startMailing(mailServer.url);
    const account = await fixture.newAccount();
    await saveWithDigest(mailing, account.id);
    const locks = await fixture.holdLocks('LOCK TABLE notifier.mail IN EXCLUSIVE MODE');
    await publish(2);
    await waitFor(async () => {
      await fixture.endPeriod();
      const waiting = await fixture.rows(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO notifier.mail%'`,
      );
      return waiting.length > 0;
    });
    await mailing.process.kill();
    await locks.rollback();
    expect(await fixture.mails()).toEqual([]);
    await fixture.endOfDead();
    await fixture.startMailing(mailServer.url);
    await fixture.untilMails('sent');
    expect(mailServer.received).toHaveLength(1);
    expect(mailServer.received[0]!.body).toContain('2 new activities');
  });

  it('between storing and sending: the email is sent once', async () => {
    const hanging = await startBrokenServer(() => undefined);
    fixture.closing(() => new Promise((done) => hanging.close(done)));
    const mailing = await fixture.startMailing(hanging.url, { MAIL_TIMEOUT_MS: '60000' });
    await begin(mailing);
    await waitFor(
      async () => (await fixture.rows('SELECT FROM notifier.mail WHERE lease IS NOT NULL')).length === 1,
    );
    await mailing.process.kill();
    await fixture.endOfDead();
    await fixture.startMailing(mailServer.url);
    await fixture.untilMails('sent');
    expect(mailServer.received).toHaveLength(1);
  });

  it('between sending and recording: the email is repeated as the same message', async () => {
    const mailing = await fixture.startMailing(mailServer.url);
    let taken = 0;
    mailServer.beforeAnswer = async () => {
      taken += 1;
      if (taken === 1) await mailing.process.kill();
    };
    await begin(mailing);
    await waitFor(() => mailServer.received.length === 1);
    await fixture.endOfDead();
    await fixture.startMailing(mailServer.url);
    await fixture.untilMails('sent');
    const ids = mailServer.received.map(({ messageId }) => messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });
});
