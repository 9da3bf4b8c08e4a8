import type { BillingEntries, BillingState, Receipt, TopUpStarted } from '@heliograph/dashboard-api';
import { createHmac } from 'node:crypto';
import { DevelopmentPayments } from '../src/payments/development-payments';
import { startBeforeAll, testCredentials } from '@heliograph/testing';
import { TestDashboard } from './support/dashboard';
import { problemFrom, type Person } from './support/person';

let now = Date.now();
const dashboard = startBeforeAll(() => TestDashboard.start({ overrides: { clock: () => now } }));
beforeEach(() => (now = Date.now()));

const balanceOf = async (person: Person) =>
  (await person.data<BillingState>('GET', '/billing')).balance.amount;
const begin = async (person: Person, amountUsd: string) =>
  (await person.data<TopUpStarted>('POST', '/billing/top-ups', { amountUsd })).checkoutUrl;
/** What the provider sends once the checkout is paid. */
const messageFor = (checkoutUrl: string) => {
  const provider = new DevelopmentPayments(testCredentials.privateKey, { origin: dashboard.url }, () => now);
  return provider.messageOf(provider.readCheckout(checkoutUrl.split('/').at(-1)!)!);
};
const deliver = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
  fetch(`${dashboard.url}/webhooks/payments`, { method: 'POST', body, headers });

it('is paid with a form on a clearly marked page, and returns to billing', async () => {
  const person = await dashboard.signIn();
  const checkoutUrl = await begin(person, '25.50');
  const page = await person.browser.visit(checkoutUrl);
  expect(page.status).toBe(200);
  expect(page.text).toContain('No money moves');
  expect(page.text).toContain('$25.50');
  expect(page.text).not.toContain('<script');
  const [, action] = /<form method="post" action="([^"]+)"/.exec(page.text)!;
  expect(await balanceOf(person)).toBe('0.000');
  const end = await person.browser.submit(dashboard.url + action!, {});
  expect(end.url).toBe(`${dashboard.url}/billing?top-up=success`);
  expect(await balanceOf(person)).toBe('25.500');
});

it('can be canceled, which credits nothing', async () => {
  const person = await dashboard.signIn();
  const { text } = await person.browser.visit(await begin(person, '10'));
  expect(text).toMatch(
    /<form method="get" action="\/billing"><input type="hidden" name="top-up" value="canceled"/,
  );
  expect(await balanceOf(person)).toBe('0.000');
});

it('has a receipt and is in the history with other changes to the balance', async () => {
  const person = await dashboard.signIn({ name: 'Ada' });
  await deliver(messageFor(await begin(person, '25')));
  const { items, nextCursor } = await person.data<BillingEntries>('GET', '/billing/entries');
  expect(nextCursor).toBeNull();
  expect(items).toEqual([
    expect.objectContaining({ kind: 'credit', amount: '25.000', hasReceipt: true }),
    expect.objectContaining({ kind: 'grant', amount: '0.000', records: { api: 100, cli: 500 } }),
  ]);
  const receipt = await person.data<Receipt>('GET', `/billing/receipts/${items[0]!.id}`);
  expect(receipt).toMatchObject({
    number: expect.stringMatching(/^HG-\d{8}-[0-9A-F]{12}$/) as string,
    paidAt: items[0]!.createdAt,
    account: { name: 'Ada' },
    lines: [{ quantity: 5_000, amount: '25.000' }],
    total: '25.000',
    currency: 'USD',
    reference: items[0]!.reference,
  });
  expect((await problemFrom(await person.get(`/billing/receipts/${items[1]!.id}`))).code).toBe('not_found');
});

it.each([
  ['9.99', '9'],
  ['0', '0'],
  ['10000.01', '10001'],
  ['-10', '1e3'],
  ['10.001', 'ten'],
])('refuses a top-up of %s or %s', async (...amounts) => {
  const person = await dashboard.signIn();
  for (const amountUsd of amounts) {
    const { errors } = await problemFrom(await person.send('POST', '/billing/top-ups', { amountUsd }));
    expect(errors).toEqual([expect.objectContaining({ parameter: 'amountUsd' })]);
  }
});

describe("the provider's message", () => {
  let person: Person;
  let checkoutUrl: string;
  beforeEach(async () => {
    person = await dashboard.signIn();
    checkoutUrl = await begin(person, '10');
  });

  it('credits once, however often it arrives', async () => {
    const message = messageFor(checkoutUrl);
    for (let times = 0; times < 3; times += 1) expect((await deliver(message)).status).toBe(200);
    now += 60_000;
    expect((await deliver(messageFor(checkoutUrl))).status).toBe(200);
    expect(await balanceOf(person)).toBe('10.000');
  });

  it('credits once when it arrives twice at the same time', async () => {
    const message = messageFor(checkoutUrl);
    const responses = await Promise.all(Array.from({ length: 10 }, () => deliver(message)));
    expect(responses.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    expect(await balanceOf(person)).toBe('10.000');
  });

  it('is what credits, not the redirect', async () => {
    for (const path of ['/billing?top-up=success', '/billing?top-up=success&session_id=x']) {
      await person.browser.visit(dashboard.url + path);
    }
    expect(await balanceOf(person)).toBe('0.000');
    await deliver(messageFor(checkoutUrl));
    expect(await balanceOf(person)).toBe('10.000');
  });

  it('counts if it arrives before the browser is back, or long after', async () => {
    await deliver(messageFor(checkoutUrl));
    expect(await balanceOf(person)).toBe('10.000');
    const later = await begin(person, '10');
    const message = messageFor(later);
    now += 4 * 60_000;
    expect((await deliver(message)).status).toBe(200);
    expect(await balanceOf(person)).toBe('20.000');
  });

  it('is refused if any part of it was changed', async () => {
    const { body, headers } = messageFor(checkoutUrl);
    const signature = headers['development-signature']!;
    const forged = createHmac('sha256', 'guessed').update(body).digest('base64url');
    for (const [changedBody, changedSignature] of [
      [body.replace('10000000', '99000000'), signature],
      [`${body} `, signature],
      [body, ''],
      [body, signature.replace(/^t=(\d)/, 't=9')],
      [body, signature.replace(/v1=.*/, `v1=${forged}`)],
      [body, `${signature},v1=x`],
      ['', signature],
      ['not json', signature],
    ] as const) {
      const response = await deliver({
        body: changedBody,
        headers: { ...headers, 'development-signature': changedSignature },
      });
      expect((await problemFrom(response)).status).toBe(400);
    }
    expect(await balanceOf(person)).toBe('0.000');
  });

  it('is refused when it is old or from the future', async () => {
    const message = messageFor(checkoutUrl);
    for (const away of [6 * 60_000, -6 * 60_000]) {
      now = Date.now() + away;
      expect((await deliver(message)).status).toBe(400);
    }
    now = Date.now();
    expect(await balanceOf(person)).toBe('0.000');
  });

  it('makes the provider retry while the ledger is down', async () => {
    const message = messageFor(checkoutUrl);
    await dashboard.stopService('ledger');
    const page = await person.browser.submit(`${checkoutUrl}/pay`, {});
    expect([page.status, page.text]).toEqual([502, expect.stringContaining('did not arrive')]);
    expect((await deliver(message)).status).toBe(503);
    await dashboard.restart('ledger');
    expect((await deliver(message)).status).toBe(200);
    expect(await balanceOf(person)).toBe('10.000');
  });

  it('has a size limit, and must use the right method', async () => {
    const { headers } = messageFor(checkoutUrl);
    const response = await deliver({ body: 'x'.repeat(262_145), headers });
    expect((await problemFrom(response)).status).toBe(413);
    expect((await fetch(`${dashboard.url}/webhooks/payments`)).status).toBe(405);
  });
});

it('a checkout cannot be forged, changed, or paid after a day', async () => {
  const person = await dashboard.signIn();
  const checkoutUrl = await begin(person, '10');
  const [content, signature] = checkoutUrl.split('/').at(-1)!.split('.') as [string, string];
  const richer = Buffer.from(
    Buffer.from(content, 'base64url').toString().replace('"10000000"', '"99000000"'),
  ).toString('base64url');
  for (const checkout of [`${richer}.${signature}`, content, `${content}.${signature}.x`, 'x.y', '%00']) {
    for (const method of ['GET', 'POST']) {
      const path = `/development-checkout/${checkout}${method === 'POST' ? '/pay' : ''}`;
      const response = await fetch(dashboard.url + path, { method });
      expect([path, response.status]).toEqual([path, 404]);
    }
  }
  now += 25 * 3_600_000;
  expect((await fetch(checkoutUrl)).status).toBe(404);
  now = Date.now();
  expect(await balanceOf(person)).toBe('0.000');
});

it('counts messages by outcome', async () => {
  const metrics = await dashboard.metrics();
  for (const outcome of ['credited', 'repeated', 'invalid', 'failed']) {
    expect(metrics).toMatch(new RegExp(`dashboard_webhooks_total{outcome="${outcome}"[^}]*} [1-9]`));
  }
});
