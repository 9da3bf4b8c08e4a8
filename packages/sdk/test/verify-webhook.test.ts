import { verifyWebhook, WebhookVerificationError } from '../src/verify-webhook.ts';
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

const secretOf = (letter: string) => `whsec_${Buffer.alloc(32, letter).toString('base64')}`;
const [ONE, OTHER] = [secretOf('a'), secretOf('b')];
const BODY = '{"type":"signals.matched","data":{"savedSearch":{"id":"1","name":"Ü"},"items":[]}}';
const now = new Date('2026-11-23T12:00:00Z');

const headersOf = (secret: string, text = BODY, at = now) => ({
  'webhook-id': 'msg',
  'webhook-timestamp': String(at.getTime() / 1000),
  'webhook-signature': new Webhook(secret).sign('msg', at, text),
});

it('accepts webhooks signed by the Standard Webhooks library, with any secret and in any form', async () => {
  const headers = headersOf(ONE);
  const event = JSON.parse(BODY) as unknown;
  expect(await verifyWebhook(ONE, headers, BODY, now)).toEqual(event);
  expect(await verifyWebhook([OTHER, ONE], new Headers(headers), Buffer.from(BODY), now)).toEqual(event);
  const rotated = { ...headers, 'webhook-signature': `v1,xx ${headersOf(OTHER)['webhook-signature']} v2,a` };
  expect(await verifyWebhook(OTHER, rotated, BODY, now)).toEqual(event);
});

it('rejects webhooks that were changed, signed with another secret, truncated, or sent long ago', async () => {
  const headers = headersOf(ONE);
  const refused = (secret: string, given: Record<string, string>, text = BODY) =>
    expect(verifyWebhook(secret, given, text, now)).rejects.toThrow(WebhookVerificationError);
  await refused(ONE, headers, BODY.replace('1', '2'));
  await refused(OTHER, headers);
  await refused(ONE, { ...headers, 'webhook-id': 'other' });
  await refused(ONE, { ...headers, 'webhook-signature': headers['webhook-signature'].slice(0, -2) });
  await refused(ONE, { ...headers, 'webhook-signature': '' });
  for (const name of ['webhook-id', 'webhook-signature'])
    await refused(ONE, { ...headers, [name]: 'v1,\udcff' });
  for (const name of Object.keys(headers)) {
    await refused(ONE, Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name)));
  }
  for (const seconds of [-301, 301])
    await refused(ONE, headersOf(ONE, BODY, new Date(now.getTime() + seconds * 1000)));
});

it('verifies the bytes of the body, not the text they read as', async () => {
  const changed = Buffer.from(`\uFEFF${BODY}`);
  await expect(verifyWebhook(ONE, headersOf(ONE), changed, now)).rejects.toThrow(WebhookVerificationError);
});

// As from files and environment variables.
it.each([`${ONE}\n`, `\t ${ONE} `, ONE.replace(/=+$/, ''), ONE.replace('whsec_', '')])(
  'accepts %j as a secret',
  async (secret) => {
    expect(await verifyWebhook(secret, headersOf(ONE), BODY, now)).toEqual(JSON.parse(BODY));
  },
);

// Anyone could sign with an empty secret.
it.each([[''], [' '], ['whsec_'], ['whsec_*'], ['whsec_='], ['whsec_A'], ['whsec_YW Jj'], [[ONE, '']]])(
  'refuses %j as secrets',
  async (secrets) => {
    const signed = `msg.${now.getTime() / 1000}.${BODY}`;
    const forged = `v1,${createHmac('sha256', '').update(signed).digest('base64')}`;
    const headers = { ...headersOf(ONE), 'webhook-signature': forged };
    await expect(verifyWebhook(secrets, headers, BODY, now)).rejects.toThrow(
      new TypeError('A secret is empty, or does not read whsec_ and base64.'),
    );
  },
);

// Otherwise the mistake would go unnoticed until the rotation is over.
it('rejects a malformed secret even next to one that matches', async () => {
  await expect(verifyWebhook([ONE, ''], headersOf(ONE), BODY, now)).rejects.toThrow(TypeError);
});
