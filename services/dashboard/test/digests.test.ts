import type { Alerts, Digest, SavedSearch } from '@heliograph/dashboard-api';
import { TestMailServer, waitFor } from '@heliograph/testing';
import { Client } from 'pg';
import { companies, signals } from './support/corpus';
import { TestDashboard } from './support/dashboard';
import { problemFrom, type Person } from './support/person';

let mailServer: TestMailServer;
let dashboard: TestDashboard;
let person: Person;
let saved: SavedSearch;
beforeAll(async () => {
  mailServer = await TestMailServer.start();
  dashboard = await TestDashboard.start({
    with: ['search', 'company', 'notifier'],
    notifier: { SMTP_URL: mailServer.url, MAIL_FROM: 'news@heliograph.example', MAIL_POLL_MS: '50' },
  });
  await dashboard.importCorpus(companies, signals);
  person = await dashboard.signIn({ email: 'anna@customers.example' });
  saved = await person.data('POST', '/saved-searches', { name: 'All', query: {} });
});
afterAll(async () => {
  await dashboard?.stop();
  await mailServer?.stop();
});

const path = () => `/saved-searches/${saved.id}/digest`;
const digest = () => person.data<Digest>('GET', path());
const set = (frequency: string) => person.send('PUT', path(), { frequency });

async function query(sql: string): Promise<void> {
  const client = new Client({ connectionString: dashboard.database.adminConnectionString });
  await client.connect();
  await client.query(sql);
  await client.end();
}

it('are chosen by the owner alone', async () => {
  const none = {
    isAvailable: true,
    lacksChanges: false,
    frequency: 'none',
    email: 'anna@customers.example',
    nextAt: null,
    refusal: null,
  };
  expect(await digest()).toEqual(none);
  expect((await set('weekly')).status).toBe(200);
  expect(await digest()).toMatchObject({ frequency: 'weekly', nextAt: expect.stringMatching(/T06:00:00/) });
  for (const body of [{ frequency: 'hourly' }, {}, { frequency: 'daily', email: 'other@example.com' }]) {
    expect((await person.send('PUT', path(), body)).status).toBe(400);
  }
  const other = await dashboard.signIn();
  for (const response of [
    await other.get(path()),
    await other.send('PUT', path(), { frequency: 'daily' }),
    await person.get('/saved-searches/nonsense/digest'),
  ])
    expect((await problemFrom(response)).code).toBe('not_found');
  const forged = await person.send('PUT', path(), { frequency: 'none' }, { 'x-csrf-token': 'x' });
  expect(forged.status).toBe(403);
  expect((await digest()).frequency).toBe('weekly');
  expect((await set('none')).status).toBe(200);
  expect(await digest()).toEqual(none);
});

it('end by the link in an email, without a session, on POST and not on GET', async () => {
  expect((await set('daily')).status).toBe(200);
  await dashboard.importCorpus(companies, [{ ...signals[0]!, id: '9001', title: 'Acme raises once more' }]);
  await waitFor(async () => {
    await query('UPDATE notifier.digest SET period_end = now(), next_at = now() WHERE lease IS NULL');
    return mailServer.received.length > 0;
  });
  const [mail] = mailServer.received;
  expect(mail!.to).toBe('anna@customers.example');
  const link = /^List-Unsubscribe: <(.+)>$/m.exec(mail!.headers)![1]!;
  expect(link.startsWith(`${dashboard.url}/unsubscribe/`)).toBe(true);

  const page = await fetch(link);
  expect(page.status).toBe(200);
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(page.headers.get('set-cookie')).toBeNull();
  expect(await page.text()).toContain('<form method="post"');
  expect((await digest()).frequency).toBe('daily');

  // RFC 8058 allows both forms.
  const urlEncoded = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const multipart = new FormData();
  multipart.set('List-Unsubscribe', 'One-Click');
  const post = (url: string, body: FormData | URLSearchParams = urlEncoded) =>
    fetch(url, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://mail.example' },
      body,
    });
  const forged = await post(`${dashboard.url}/unsubscribe/${'A'.repeat(43)}`);
  expect([forged.status, await forged.text()]).toEqual([404, expect.stringContaining('not valid')]);
  expect((await post(`${dashboard.url}/unsubscribe/`)).status).toBe(404);
  expect((await digest()).frequency).toBe('daily');

  for (const body of [multipart, urlEncoded]) {
    const done = await post(link, body);
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('You are unsubscribed')]);
  }
  expect((await digest()).frequency).toBe('none');
  expect((await fetch(link, { method: 'PUT' })).status).toBe(405);
  expect(await dashboard.metrics()).not.toContain(link.split('/').at(-1));

  await dashboard.stopService('notifier');
  const failed = await post(link);
  expect([failed.status, await failed.text()]).toEqual([503, expect.stringContaining('Try again')]);
  await dashboard.restart('notifier');
});

it('alerts are chosen on the billing page, by each user for their own account', async () => {
  const none = { isAvailable: true, usage: false, balanceBelow: null, refusal: null };
  const alerts = () => person.data<Alerts>('GET', '/billing/alerts');
  expect(await alerts()).toEqual({ ...none, email: 'anna@customers.example' });
  const wanted = { usage: true, balanceBelow: 25 };
  expect(await person.data('PATCH', '/billing/alerts', wanted)).toMatchObject(wanted);
  expect(await alerts()).toMatchObject(wanted);
  for (const body of [{ usage: null }, { ...wanted, balanceBelow: 0 }, { ...wanted, balanceBelow: 2.5 }]) {
    expect((await person.send('PATCH', '/billing/alerts', body)).status).toBe(400);
  }
  const never = await person.data('PATCH', '/billing/alerts', { balanceBelow: null });
  expect(never).toMatchObject({ usage: true, balanceBelow: null });
  await person.data('PATCH', '/billing/alerts', { balanceBelow: 10 });
  const usageOff = await person.data('PATCH', '/billing/alerts', { usage: false });
  expect(usageOff).toMatchObject({ usage: false, balanceBelow: 10 });
  const other = await dashboard.signIn();
  expect(await other.data('GET', '/billing/alerts')).toMatchObject(none);
  await person.data('PATCH', '/billing/alerts', { balanceBelow: null });
  expect(await alerts()).toMatchObject(none);
});
