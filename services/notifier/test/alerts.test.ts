import { identity, type alert } from '@heliograph/proto';
import { startBeforeAll, TestMailServer, waitFor } from '@heliograph/testing';
import { startDigestFixture, type MailingNotifier } from './support/digests';
import { call } from './support/notifier';

let mailServer: TestMailServer;
let mailing: MailingNotifier;
const fixture = startBeforeAll(startDigestFixture);
beforeAll(async () => {
  mailServer = await TestMailServer.start();
  fixture.closing(() => mailServer.stop());
  mailing = await fixture.startMailing(mailServer.url);
});
beforeEach(() => mailServer.received.splice(0));

const DOLLAR = 1_000_000n;

const set = (accountId: string, settings: { usage?: boolean; below?: bigint }) =>
  mailing.alerts.setAlerts(
    {
      accountId,
      usage: settings.usage ?? false,
      keepsUsage: false,
      balanceBelowMicros: settings.below,
      keepsBalanceBelow: false,
    },
    call,
  );

/** Checks every account now, and waits until all its alerts are sent. */
async function check(): Promise<void> {
  // A check that began earlier might miss what the test has done since.
  await untilLooked();
  await fixture.rows('UPDATE notifier.alert SET next_at = now()');
  await untilLooked();
  await waitFor(async () => {
    // Emails that failed transiently would wait a minute.
    await fixture.hurryMails();
    return (await fixture.rows(`SELECT FROM notifier.mail WHERE state = 'pending'`)).length === 0;
  });
}

/** Waits until no check is due or in progress. One that failed transiently would wait ten seconds. */
const untilLooked = () =>
  waitFor(async () => {
    await fixture.rows('UPDATE notifier.alert SET next_at = now() WHERE attempts > 0 AND lease IS NULL');
    const rows = await fixture.rows(
      'SELECT FROM notifier.alert WHERE next_at <= now() OR attempts > 0 OR lease IS NOT NULL',
    );
    return rows.length === 0;
  });

const subjects = () => mailServer.received.map(({ headers }) => /^Subject: (.+)$/m.exec(headers)![1]!);

it('report free records once per threshold, and only the highest passed', async () => {
  const { id, email } = await fixture.newAccount();
  await set(id, { usage: true });
  await check();
  expect(mailServer.received).toEqual([]);
  await fixture.spend(id, 85);
  await check();
  await check();
  expect(subjects()).toEqual(['80% of your free records are used']);
  expect(mailServer.received[0]!.to).toBe(email);
  expect(mailServer.received[0]!.body).toContain('85 of 100 records');
  expect(mailServer.received[0]!.body).toContain('https://dashboard.example/billing');
  await fixture.spend(id, 15);
  await check();
  expect(subjects()).toEqual(['80% of your free records are used', '100% of your free records are used']);
  // Setting them again repeats nothing that was told.
  await set(id, {});
  await set(id, { usage: true });
  await check();
  expect(mailServer.received).toHaveLength(2);
});

it('report the cap of a key, by its name', async () => {
  const { id } = await fixture.newAccount();
  const { key } = await fixture.accounts.createKey(
    identity.CreateKeyRequest.fromPartial({
      accountId: id,
      name: 'Batch <1>',
      scopes: ['signals:read'],
      monthlyCapRecords: 10n,
    }),
    call,
  );
  await fixture.spend(id, 6, key!.id);
  await set(id, { usage: true });
  await check();
  expect(mailServer.received).toHaveLength(1);
  expect(mailServer.received[0]!.body).toContain('Batch <1>');
  expect(mailServer.received[0]!.body).toContain('Batch &lt;1&gt;');
  expect(mailServer.received[0]!.body).toContain('6 of 10 records');
});

it('report a cap that rolled keys share once, and again after it is raised', async () => {
  const { id: accountId } = await fixture.newAccount();
  const create = { accountId, name: 'Batch', scopes: ['signals:read'], monthlyCapRecords: 10n };
  const { key: old } = await fixture.accounts.createKey(identity.CreateKeyRequest.fromPartial(create), call);
  const ofOld = { id: old!.id, accountId, actor: undefined };
  const { key: next } = await fixture.accounts.rollKey({ ...ofOld, overlapSeconds: 86_400 }, call);
  await fixture.spend(accountId, 3, old!.id);
  await fixture.spend(accountId, 3, next!.id, next!.lineageId);
  await set(accountId, { usage: true });
  await check();
  expect(mailServer.received).toHaveLength(1);
  await fixture.accounts.revokeKey(ofOld, call);
  await check();
  expect(mailServer.received).toHaveLength(1);
  const raise = { id: next!.id, accountId, monthlyCapRecords: 12n };
  await fixture.accounts.updateKey(identity.UpdateKeyRequest.fromPartial(raise), call);
  await check();
  expect(mailServer.received).toHaveLength(2);
  expect(mailServer.received[1]!.body).toContain('6 of 12 records');
});

it('report a balance that falls, once a month, not one that is low from the start', async () => {
  const { id } = await fixture.newAccount();
  await set(id, { below: 5n * DOLLAR });
  await check();
  expect(mailServer.received).toEqual([]);
  await fixture.addCredit(id, 1_200);
  await check();
  await fixture.spend(id, 100);
  await fixture.spend(id, 300);
  await check();
  expect(subjects()).toEqual(['Your balance is below $5.00']);
  expect(mailServer.received[0]!.body).toContain('It is $4.50.');
  await fixture.addCredit(id, 1_000);
  await check();
  await fixture.spend(id, 1_500);
  await check();
  expect(mailServer.received).toHaveLength(1);
  // What was not told for that reason is told in the next month.
  await fixture.rows(
    `UPDATE notifier.alert_occasion SET occasion = regexp_replace(occasion, '\\d{4}-\\d{2}', 'before')
     WHERE account_id = $1`,
    [id],
  );
  await check();
  await check();
  expect(subjects()).toEqual(['Your balance is below $5.00', 'Your balance is below $5.00']);
  // Another amount is told in the same month.
  await set(id, { below: DOLLAR });
  await check();
  await fixture.spend(id, 300);
  await check();
  expect(subjects().slice(2)).toEqual(['Your balance is below $1.00']);
});

it("are refused with an amount out of bounds, end through an email's link, and never go to inactive accounts", async () => {
  const { id } = await fixture.newAccount();
  for (const below of [0n, -1n, DOLLAR - 1n, 10_001n * DOLLAR])
    await expect(set(id, { below })).rejects.toMatchObject({ code: 'invalid_parameter' });
  await set(id, { usage: true, below: 5n * DOLLAR });
  expect(await mailing.alerts.getAlerts({ accountId: id }, call)).toEqual({
    isAvailable: true,
    usage: true,
    balanceBelowMicros: 5n * DOLLAR,
    refusal: undefined,
  });
  const setStatus = (status: identity.AccountStatus) =>
    fixture.accounts.setAccountStatus({ id, status, reason: '', actor: undefined }, call);
  // A check that read the address before, and the use after, would create an email that waits.
  await untilLooked();
  await setStatus(identity.AccountStatus.SUSPENDED);
  await fixture.spend(id, 50);
  await check();
  expect(mailServer.received).toEqual([]);
  await setStatus(identity.AccountStatus.ACTIVE);
  await check();
  expect(subjects()).toEqual(['50% of your free records are used']);
  const token = /unsubscribe\/([\w-]{43})>/.exec(mailServer.received[0]!.headers)![1]!;
  await mailing.digests.unsubscribe({ token }, call);
  expect(await mailing.alerts.getAlerts({ accountId: id }, call)).toMatchObject({
    usage: false,
    balanceBelowMicros: undefined,
  });
  await fixture.spend(id, 50);
  await check();
  expect(mailServer.received).toHaveLength(1);
});

it('keep what others set, even at once', async () => {
  const { id } = await fixture.newAccount();
  const only = (settings: Partial<alert.SetAlertsRequest>) =>
    mailing.alerts.setAlerts(
      {
        accountId: id,
        usage: false,
        keepsUsage: settings.usage === undefined,
        keepsBalanceBelow: !('balanceBelowMicros' in settings),
        ...settings,
      },
      call,
    );
  const found = async () => {
    const { usage, balanceBelowMicros } = await mailing.alerts.getAlerts({ accountId: id }, call);
    return { usage, balanceBelowMicros };
  };
  const both = { usage: true, balanceBelowMicros: 5n * DOLLAR };
  for (const _again of [1, 2, 3, 4]) {
    await Promise.all([only({ usage: true }), only({ balanceBelowMicros: both.balanceBelowMicros })]);
    expect(await found()).toEqual(both);
    expect(await only({})).toMatchObject(both);
    await Promise.all([only({ usage: false }), only({ balanceBelowMicros: undefined })]);
    expect(await found()).toEqual({ usage: false, balanceBelowMicros: undefined });
  }
});

it('wait until the issuer has verified the address', async () => {
  const { id } = await fixture.newAccount();
  const setVerified = (isVerified: boolean) =>
    fixture.rows('UPDATE identity.account SET is_email_verified = $2 WHERE account_id = $1', [
      id,
      isVerified,
    ]);
  await setVerified(false);
  await set(id, { usage: true });
  await fixture.spend(id, 50);
  await check();
  expect(mailServer.received).toEqual([]);
  await setVerified(true);
  await check();
  expect(subjects()).toEqual(['50% of your free records are used']);
});

it('wait for an account suspended between storing and sending', async () => {
  const { id } = await fixture.newAccount();
  const setStatus = (status: identity.AccountStatus) =>
    fixture.accounts.setAccountStatus({ id, status, reason: '', actor: undefined }, call);
  const untilFailed = (reason: string) =>
    waitFor(async () => {
      await fixture.hurryMails();
      return (await fixture.mails()).some((mail) => mail.last_failure?.includes(reason));
    });
  mailServer.answerTo = () => ({ code: 451, text: 'later' });
  await set(id, { usage: true });
  await untilLooked();
  await fixture.spend(id, 50);
  await fixture.rows('UPDATE notifier.alert SET next_at = now()');
  await untilFailed('451');
  await setStatus(identity.AccountStatus.SUSPENDED);
  await untilFailed('not active');
  mailServer.answerTo = () => undefined;
  await setStatus(identity.AccountStatus.ACTIVE);
  await check();
  expect(subjects()).toEqual(['50% of your free records are used']);
});

it('are sent once when two processes check at once and one dies between storing and sending', async () => {
  mailServer.answerTo = () => ({ code: 451, text: 'later' });
  const other = await fixture.startMailing(mailServer.url);
  const { id } = await fixture.newAccount();
  await set(id, { usage: true });
  // A check that read the use earlier, and ends after the update below, would postpone the next one by ten minutes.
  await untilLooked();
  await fixture.spend(id, 50);
  await fixture.rows('UPDATE notifier.alert SET next_at = now()');
  await waitFor(
    async () => (await fixture.rows(`SELECT FROM notifier.mail WHERE state = 'pending'`)).length > 0,
  );
  await other.process.kill();
  await fixture.endOfDead();
  mailServer.answerTo = () => undefined;
  await waitFor(async () => {
    await fixture.hurryMails();
    return mailServer.received.length > 0;
  });
  await check();
  expect(new Set(subjects())).toEqual(new Set(['50% of your free records are used']));
  expect(new Set(mailServer.received.map(({ messageId }) => messageId)).size).toBe(1);
});

it('report once that a failed payment turned automatic top-ups off, whatever the settings', async () => {
  const { id, email } = await fixture.newAccount();
  const topUpId = crypto.randomUUID();
  const paused = { accountId: id, topUpId, micros: 50n * DOLLAR, reason: 'authentication_required' };
  await Promise.all([1, 2, 3].map(() => mailing.alerts.notifyTopUpPaused(paused, call)));
  await check();
  expect(subjects()).toEqual(['Automatic top-ups were turned off']);
  expect(mailServer.received[0]!.to).toBe(email);
  expect(mailServer.received[0]!.headers).not.toContain('List-Unsubscribe');
  const refunded = { ...paused, topUpId: 'top-ups-paused:2026-11-30T00:00:00.000Z', reason: 'refunded' };
  await mailing.alerts.notifyTopUpPaused(refunded, call);
  await check();
  expect(mailServer.received[1]!.body).toContain('$50.00 was refunded or disputed.');
  await expect(mailing.alerts.notifyTopUpPaused({ ...paused, reason: 'other' }, call)).rejects.toThrow(
    'reason',
  );
});

it('are repeated when their user has a refused address tried again, if they still hold', async () => {
  const { id } = await fixture.newAccount();
  await set(id, { usage: true, below: 5n * DOLLAR });
  await fixture.addCredit(id, 1_200);
  await fixture.spend(id, 100);
  await check();
  mailServer.received.splice(0);
  mailServer.answerTo = () => ({ code: 550, text: '5.1.1 no such user' });
  await fixture.rows(`DELETE FROM notifier.alert_occasion WHERE account_id = $1 AND occasion = 'free:100'`, [
    id,
  ]);
  await fixture.spend(id, 300);
  await check();
  const { refusal } = await mailing.alerts.getAlerts({ accountId: id }, call);
  expect(refusal).toMatchObject({ status: 550 });
  mailServer.answerTo = () => undefined;
  await check();
  expect(subjects()).toEqual([]);
  await set(id, { usage: true, below: 5n * DOLLAR });
  await check();
  await check();
  expect(subjects().sort()).toEqual(['100% of your free records are used', 'Your balance is below $5.00']);
});

it('repeat no balance that is no longer low when a refused address is tried again', async () => {
  const { id } = await fixture.newAccount();
  await set(id, { below: 5n * DOLLAR });
  await fixture.addCredit(id, 1_200);
  await check();
  mailServer.answerTo = () => ({ code: 550, text: '5.1.1 no such user' });
  await fixture.spend(id, 400);
  await check();
  await fixture.addCredit(id, 1_000);
  mailServer.answerTo = () => undefined;
  await set(id, { below: 5n * DOLLAR });
  await check();
  expect(subjects()).toEqual([]);
});

it('repeat the notice about automatic top-ups when a refused address is tried again', async () => {
  mailServer.answerTo = () => ({ code: 550, text: '5.1.1 no such user' });
  const { id } = await fixture.newAccount();
  const untilHeld = (mails: number) =>
    waitFor(async () => {
      // Not hurried: another attempt at a held one might be refused after the address is accepted.
      const held = await fixture.rows(
        `SELECT FROM notifier.mail WHERE account_id = $1 AND state = 'pending' AND attempts > 0 AND lease IS NULL`,
        [id],
      );
      return held.length === mails;
    });
  for (const mails of [1, 2]) {
    const paused = { accountId: id, topUpId: crypto.randomUUID(), micros: DOLLAR, reason: 'declined' };
    await mailing.alerts.notifyTopUpPaused(paused, call);
    await untilHeld(mails);
  }
  expect((await mailing.alerts.getAlerts({ accountId: id }, call)).refusal).toMatchObject({ status: 550 });
  mailServer.answerTo = () => undefined;
  await set(id, {});
  await waitFor(() => mailServer.received.length === 2);
  await check();
  expect(subjects()).toEqual(['Automatic top-ups were turned off', 'Automatic top-ups were turned off']);
});

it('are checked again instead of sent when their email is more than a day old, as after an outage', async () => {
  mailServer.answerTo = () => ({ code: 451, text: 'later' });
  const [low, paid] = [await fixture.newAccount(), await fixture.newAccount()];
  for (const { id } of [low, paid]) {
    await set(id, { below: 5n * DOLLAR });
    await fixture.addCredit(id, 1_200);
  }
  await untilLooked();
  await fixture.rows('UPDATE notifier.alert SET next_at = now()');
  await untilLooked();
  for (const { id } of [low, paid]) await fixture.spend(id, 400);
  await fixture.rows('UPDATE notifier.alert SET next_at = now()');
  await waitFor(
    async () =>
      (await fixture.rows(`SELECT FROM notifier.mail WHERE state = 'pending' AND attempts > 0`)).length === 2,
  );
  await fixture.addCredit(paid.id, 1_000);
  await fixture.spend(low.id, 100);
  await fixture.rows(
    `UPDATE notifier.mail SET created_at = now() - interval '25 hours' WHERE state = 'pending'`,
  );
  mailServer.answerTo = () => undefined;
  await check();
  await check();
  expect(mailServer.received.map(({ to }) => to)).toEqual([low.email]);
  expect(mailServer.received[0]!.body).toContain('It is $4.00.');
});

it('leave the notice about automatic top-ups when they end', async () => {
  const { id } = await fixture.newAccount();
  mailServer.answerTo = () => ({ code: 451, text: 'later' });
  const paused = { accountId: id, topUpId: crypto.randomUUID(), micros: DOLLAR, reason: 'declined' };
  await mailing.alerts.notifyTopUpPaused(paused, call);
  await waitFor(async () =>
    (await fixture.mails()).some((mail) => mail.state === 'pending' && mail.attempts > 0),
  );
  await set(id, { usage: true });
  await set(id, {});
  mailServer.answerTo = () => undefined;
  await check();
  expect(subjects()).toEqual(['Automatic top-ups were turned off']);
});
