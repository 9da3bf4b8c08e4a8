import { TestMailServer } from '@heliograph/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { SmtpClient } from '../src/mail/smtp-client';
import { smtpServerOf } from '../src/mail/smtp-url';

let mailServer: TestMailServer;
beforeEach(async () => (mailServer = await TestMailServer.start()));
afterEach(() => mailServer.stop());

/** Longer than a busy machine takes. */
const LIMITS = { timeoutMs: 30_000, answerTimeoutMs: 60_000 };

const send = (limits: Partial<typeof LIMITS> = {}, url = mailServer.url) =>
  new SmtpClient({
    server: smtpServerOf(url)!,
    from: { name: 'Heliograph', address: 'news@heliograph.example' },
    ...LIMITS,
    ...limits,
  }).send({
    id: '01900000-0000-7000-8000-000000000001',
    to: 'anna@customers.example',
    at: new Date(),
    subject: 'Subject',
    text: 'Text',
    html: '<p>Text</p>',
  });

it('waits longest for the answer to a whole email, which the server may have accepted', async () => {
  mailServer.beforeAnswer = () => delay(3_500);
  expect(await send({ timeoutMs: 3_000 })).toEqual({ kind: 'sent' });
  expect(mailServer.received).toHaveLength(1);
});

it('does not wait for that answer forever', async () => {
  mailServer.beforeAnswer = () => new Promise(() => undefined);
  expect(await send({ answerTimeoutMs: 300 })).toMatchObject({ reason: 'the mail server took too long' });
});

describe('with a certificate that is not trusted', () => {
  let tlsServer: TestMailServer;
  beforeEach(async () => (tlsServer = await TestMailServer.start({ withTls: true })));
  afterEach(() => tlsServer.stop());

  it('encrypts without a login, rather than send nothing: otherwise it would also send in the clear', async () => {
    expect(await send({}, tlsServer.url)).toEqual({ kind: 'sent' });
    expect(tlsServer.encrypted).toBe(1);
  });

  it('sends no password, and says why', async () => {
    const outcome = await send({}, tlsServer.url.replace('//', '//user:secret@'));
    expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining('SELF_SIGNED_CERT') });
    expect([tlsServer.logins, tlsServer.received]).toEqual([[], []]);
  });
});
