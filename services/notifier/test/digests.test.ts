import { DIGEST } from '@heliograph/contract';
import { digest, identity, search, type notifier } from '@heliograph/proto';
import { freePort, startBeforeAll, TestMailServer, waitFor } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import { DASHBOARD, saveWithDigest, startDigestFixture, type MailingNotifier } from './support/digests';
import { call } from './support/notifier';
import { signalsOf } from './support/webhooks';

const { DigestFrequency: Frequency } = digest;

let mailServer: TestMailServer;
let mailing: MailingNotifier;
const fixture = startBeforeAll(startDigestFixture);
beforeAll(async () => {
  mailServer = await TestMailServer.start();
  fixture.closing(() => mailServer.stop());
  mailing = await fixture.startMailing(mailServer.url);
});
beforeEach(() => mailServer.received.splice(0));
afterEach(() => fixture.rows('DELETE FROM notifier.digest'));

const of = (accountId: string, { id }: notifier.SavedSearch) => ({ accountId, savedSearchId: id });
const untilReceived = (count: number) =>
  waitFor(() => mailServer.received.length >= count).then(() => mailServer.received);

/** Search takes moments to load imports, so periods are ended until there is an email. */
async function untilMailed(count: number): Promise<void> {
  await waitFor(async () => {
    await fixture.endPeriod();
    await fixture.untilCounted();
    return mailServer.received.length >= count;
  });
}

it('say how much is new, by category, to the address of the account, and charge nothing', async () => {
  const { id, email } = await fixture.newAccount();
  await fixture.rows(`UPDATE identity.account SET name = 'Acme' WHERE account_id = $1`, [id]);
  const saved = await saveWithDigest(mailing, id, { q: 'alpha', name: 'Ärger & <b>Folgen</b>' });
  const hiring = signalsOf(104, 104, 'Alpha').map((signal) => ({ ...signal, category: 'hiring' }));
  await fixture.import([...signalsOf(101, 103, 'Alpha'), ...hiring, ...signalsOf(105, 106, 'Beta')]);
  await untilMailed(1);
  const [mail] = mailServer.received;
  expect(mail!.to).toBe(email);
  expect(mail!.headers).toMatch(/^From: Heliograph <news@heliograph\.example>$/m);
  expect(mail!.headers).toMatch(/^Auto-Submitted: auto-generated$/m);
  expect(mail!.headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  const link = /^List-Unsubscribe: <(.+)>$/m.exec(mail!.headers)![1]!;
  expect(link).toMatch(/^https:\/\/dashboard\.example\/unsubscribe\/[\w-]{43}$/);
  expect(mail!.body).toContain('4 new activities\r\nsince');
  expect(mail!.body).toContain('Funding: 3\r\nHiring: 1');
  expect(mail!.body).toContain(`${DASHBOARD}/saved-searches/${saved.id}`);
  expect(mail!.body).toContain(link);
  expect(mail!.body).toContain('\r\nAccount: Acme\r\n');
  expect(mail!.body).toContain('&lt;b&gt;Folgen&lt;/b&gt;');
  expect(mail!.body).not.toContain('Alpha 101');
  const [row] = await fixture.mails();
  expect(mail!.messageId).toBe(`<${row!.mail_id}@heliograph.example>`);
  expect(await fixture.rows('SELECT FROM ledger.entry WHERE account_id = $1', [id])).toEqual([]);

  // With nothing new, there is no email. The next has only what came since, without updates of earlier signals.
  await fixture.endPeriod();
  await fixture.untilCounted();
  const renamed = signalsOf(101, 101, 'Alpha again');
  await fixture.import([...renamed, ...signalsOf(107, 107, 'Alpha')]);
  await untilMailed(2);
  expect(mailServer.received[1]!.body).toContain('1 new activity\r\nsince');
  expect(mailServer.received).toHaveLength(2);
  expect(mailServer.received[1]!.messageId).not.toBe(mail!.messageId);
});

it('are set and ended only by the owner of a live saved search', async () => {
  const { digests } = mailing;
  const { id } = await fixture.newAccount();
  const saved = await saveWithDigest(mailing, id);
  const set = await digests.setDigest({ ...of(id, saved), frequency: Frequency.WEEKLY }, call);
  expect(set).toMatchObject({ isAvailable: true, frequency: Frequency.WEEKLY, refusal: undefined });
  expect([set.nextAt!.getUTCDay(), set.nextAt!.getUTCHours()]).toEqual([1, DIGEST.hour]);
  expect(await digests.getDigest(of(id, saved), call)).toEqual(set);
  for (const foreign of [of(randomUUID(), saved), { accountId: id, savedSearchId: randomUUID() }]) {
    await expect(digests.getDigest(foreign, call)).rejects.toMatchObject({ code: 'not_found' });
    for (const frequency of [Frequency.DAILY, Frequency.NONE])
      await expect(digests.setDigest({ ...foreign, frequency }, call)).rejects.toMatchObject({
        code: 'not_found',
      });
  }
  await expect(
    digests.setDigest({ ...of(id, saved), frequency: Frequency.UNSPECIFIED }, call),
  ).rejects.toMatchObject({ code: 'invalid_parameter' });
  expect(await digests.getDigest(of(id, saved), call)).toEqual(set);
  const ended = await digests.setDigest({ ...of(id, saved), frequency: Frequency.NONE }, call);
  expect(ended).toMatchObject({ frequency: Frequency.NONE, nextAt: undefined });
});

it('are limited to twenty per account, even with concurrent requests', async () => {
  const { client, digests } = mailing;
  const { id } = await fixture.newAccount();
  const saved = await Promise.all(
    Array.from({ length: DIGEST.maximum + 2 }, (_, index) =>
      client.createSavedSearch(
        {
          accountId: id,
          name: `Search ${index}`,
          query: {},
          filters: search.Filters.create(),
        } as notifier.CreateSavedSearchRequest,
        call,
      ),
    ),
  );
  const outcomes = await Promise.allSettled(
    saved.map(({ savedSearch }) =>
      digests.setDigest({ ...of(id, savedSearch!), frequency: Frequency.DAILY }, call),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(DIGEST.maximum);
  expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toMatchObject({
    code: 'invalid_parameter',
  });
});

it("end through an email's link, even before it is sent, and through no other", async () => {
  const { digests } = mailing;
  const { id } = await fixture.newAccount();
  const saved = await saveWithDigest(mailing, id, { q: 'gamma' });
  await fixture.import(signalsOf(201, 201, 'Gamma'));
  await untilMailed(1);
  const token = /unsubscribe\/([\w-]{43})>/.exec(mailServer.received[0]!.headers)![1]!;
  mailServer.answerTo = () => ({ code: 451, text: 'later' });
  await fixture.import(signalsOf(202, 202, 'Gamma'));
  await waitFor(async () => {
    await fixture.endPeriod();
    await fixture.untilCounted();
    return (await fixture.mails()).some(({ state }) => state === 'pending');
  });
  const forged = token.startsWith('A') ? `B${token.slice(1)}` : `A${token.slice(1)}`;
  await expect(digests.unsubscribe({ token: forged }, call)).rejects.toMatchObject({ code: 'not_found' });
  expect((await digests.getDigest(of(id, saved), call)).frequency).toBe(Frequency.DAILY);
  await digests.unsubscribe({ token }, call);
  await digests.unsubscribe({ token }, call);
  expect((await digests.getDigest(of(id, saved), call)).frequency).toBe(Frequency.NONE);
  mailServer.answerTo = () => undefined;
  expect((await fixture.mails()).map(({ state }) => state)).not.toContain('pending');
  await mailing.client.deleteSavedSearch({ accountId: id, id: saved.id }, call);
  await digests.unsubscribe({ token }, call);
});

it.each(['DISABLED', 'SUSPENDED'] as const)(
  'wait while the account is %s, and then cover that time, too',
  async (status) => {
    const { id, email } = await fixture.newAccount();
    // Digests of other tests may still find something.
    const own = () => mailServer.received.filter(({ to }) => to === email);
    const word = status.toLowerCase();
    await saveWithDigest(mailing, id, { q: word });
    const set = (to: identity.AccountStatus) =>
      fixture.accounts.setAccountStatus({ id, status: to, reason: '', actor: undefined }, call);
    await set(identity.AccountStatus[status]);
    const first = status === 'DISABLED' ? 301 : 401;
    await fixture.import(signalsOf(first, first + 1, word));
    await fixture.endPeriod();
    await fixture.untilCounted();
    await set(identity.AccountStatus.ACTIVE);
    expect(own()).toEqual([]);
    await waitFor(async () => {
      await fixture.endPeriod();
      await fixture.untilCounted();
      return own().length > 0;
    });
    expect(own()[0]!.body).toContain('2 new activities');
  },
);

it('do not go to accounts that never signed in: their address is not verified', async () => {
  const { id } = await fixture.newAccount();
  await fixture.rows('UPDATE identity.account SET last_sign_in_at = NULL WHERE account_id = $1', [id]);
  await saveWithDigest(mailing, id, { q: 'delta' });
  await fixture.import(signalsOf(501, 501, 'Delta'));
  const other = await fixture.newAccount();
  await saveWithDigest(mailing, other.id, { q: 'delta' });
  await fixture.import(signalsOf(502, 502, 'Delta'));
  await untilMailed(1);
  expect((await untilReceived(1)).map(({ to }) => to)).toEqual([other.email]);
});

it('wait while the search engine cannot follow changes, and are not offered then', async () => {
  const { id, email } = await fixture.newAccount();
  const saved = await saveWithDigest(mailing, id, { q: 'epsilon' });
  await fixture.killNotifiers();
  // Search reports it even though its OpenSearch is down.
  const opensearch = { SEARCH_ENGINE: 'opensearch', OPENSEARCH_URL: 'http://127.0.0.1:9' };
  const metricsPort = await freePort();
  const without = await fixture.startMailing(mailServer.url, {
    SEARCH_ADDRESS: await fixture.startSearch(opensearch),
    METRICS_PORT: String(metricsPort),
  });
  const { digests, alerts } = without;
  const waiting = { isAvailable: false, lacksChanges: true, frequency: Frequency.DAILY };
  expect(await digests.getDigest(of(id, saved), call)).toMatchObject(waiting);
  await expect(
    digests.setDigest({ ...of(id, saved), frequency: Frequency.WEEKLY }, call),
  ).rejects.toMatchObject({ code: 'invalid_parameter' });
  await fixture.import(signalsOf(601, 602, 'Epsilon'));
  await fixture.endPeriod();
  await fixture.untilCounted();
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toMatch(/notifier_digests_total\{[^}]*outcome="skipped"[^}]*\} [1-9]/);
  expect(metrics).toMatch(/notifier_failures_total\{[^}]*step="digest"[^}]*\} 0$/m);
  expect(await alerts.getAlerts({ accountId: id }, call)).toMatchObject({ isAvailable: true });
  expect(mailServer.received).toEqual([]);
  // The other engine counts everything.
  await without.process.kill();
  mailing = await fixture.startMailing(mailServer.url);
  await untilMailed(1);
  expect(mailServer.received.find(({ to }) => to === email)!.body).toContain('2 new activities');
  // A digest that can no longer be sent can still be ended.
  const again = await fixture.startMailing(mailServer.url, {
    SEARCH_ADDRESS: await fixture.startSearch(opensearch),
  });
  const ended = await again.digests.setDigest({ ...of(id, saved), frequency: Frequency.NONE }, call);
  expect(ended).toMatchObject({ ...waiting, frequency: Frequency.NONE });
  await again.process.kill();
});

it('say since when they count: 29 days at most', async () => {
  const { id, email } = await fixture.newAccount();
  const saved = await saveWithDigest(mailing, id, { q: 'zeta' });
  await fixture.import(signalsOf(701, 701, 'Zeta'));
  await waitFor(async () => {
    await fixture.rows(
      `UPDATE notifier.digest SET covered_since = now() - interval '60 days'
       WHERE saved_search_id = $1 AND lease IS NULL`,
      [saved.id],
    );
    await fixture.endPeriod();
    await fixture.untilCounted();
    return mailServer.received.some(({ to }) => to === email);
  });
  const [mail] = await fixture.rows<{ days: number }>(
    `SELECT extract(day FROM created_at - (content->>'since')::timestamptz)::integer AS days FROM notifier.mail
     WHERE saved_search_id = $1`,
    [saved.id],
  );
  expect(mail).toEqual({ days: 29 });
});

it('are not offered without a mail server, but can be ended', async () => {
  const { id } = await fixture.newAccount();
  const saved = await saveWithDigest(mailing, id);
  const { digests } = await fixture.startNotifier();
  expect(await digests.getDigest(of(id, saved), call)).toMatchObject({ isAvailable: false });
  await expect(
    digests.setDigest({ ...of(id, saved), frequency: Frequency.DAILY }, call),
  ).rejects.toMatchObject({ code: 'invalid_parameter' });
  await digests.setDigest({ ...of(id, saved), frequency: Frequency.NONE }, call);
  expect(await fixture.rows('SELECT FROM notifier.digest WHERE account_id = $1', [id])).toEqual([]);
});
