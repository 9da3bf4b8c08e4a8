import { startBeforeAll, waitFor } from '@heliograph/testing';
import { request, type ClientRequest } from 'node:http';
import { startStripeDashboard } from './support/stripe-dashboard';

const MAXIMUM_BODIES = 16;
const running = startBeforeAll(() => startStripeDashboard({ config: { trustedProxies: 1 } }));

/** Starts a request whose body never ends. */
const begin = (headers: Record<string, string>): ClientRequest => {
  const upload = request(`${running.dashboard.url}/webhooks/payments`, { method: 'POST', headers });
  upload.on('error', () => undefined);
  upload.write('{');
  return upload;
};
/** Sends a whole message. @returns the response's status. */
const deliver = async (from: string) => {
  const { body, headers } = running.stripe.event('customer.created', {});
  const forwarded = { ...headers, 'x-forwarded-for': from };
  const url = `${running.dashboard.url}/webhooks/payments`;
  return (await fetch(url, { method: 'POST', body, headers: forwarded })).status;
};

it('without a signature is refused before its body has arrived', async () => {
  const upload = begin({});
  const status = await new Promise((resolve) => {
    upload.once('response', (response) => resolve(response.resume().statusCode));
  });
  upload.destroy();
  expect(status).toBe(400);
});

it('is limited per site, and accepted again once others leave', async () => {
  const headers = { 'stripe-signature': 't=1,v1=guessed', 'x-forwarded-for': '2001:db8:0:1::1' };
  const uploads = Array.from({ length: MAXIMUM_BODIES }, () => begin(headers));
  await waitFor(async () => (await deliver('2001:db8:0:1::2')) === 429);
  expect(await deliver('2001:db8:0:2::1')).toBe(429);
  expect(await deliver('2001:db8:1:1::1')).toBe(200);
  for (const upload of uploads) upload.destroy();
  await waitFor(async () => (await deliver('2001:db8:0:1::2')) === 200);
});
