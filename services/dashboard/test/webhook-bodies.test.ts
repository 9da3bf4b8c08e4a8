import { startBeforeAll, waitFor } from '@heliograph/testing';
import { request, type ClientRequest } from 'node:http';
import { startStripeDashboard } from './support/stripe-dashboard';

const SITE_BODIES = 16;
const PROCESS_BODIES = 256;
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

/** The status that a request gets before its body has arrived. */
const statusOf = (upload: ClientRequest) =>
  new Promise<number>((resolve) => {
    upload.once('response', (response) => resolve(response.resume().statusCode!));
  });
const beginFrom = (from: string) => begin({ 'stripe-signature': 't=1,v1=guessed', 'x-forwarded-for': from });

it('is accepted however many others never end, whose oldest leave for it', async () => {
  const uploads: ClientRequest[] = [];
  const statuses: number[] = [];
  for (let site = 0; site <= PROCESS_BODIES / SITE_BODIES; site++)
    for (let count = 0; count < SITE_BODIES; count++) {
      const upload = beginFrom(`192.0.2.${site}`);
      void statusOf(upload).then((status) => statuses.push(status));
      uploads.push(upload);
    }
  await waitFor(() => statuses.length === SITE_BODIES);
  expect(await deliver('192.0.2.1')).toBe(200);
  expect(await deliver('198.51.100.1')).toBe(200);
  await waitFor(() => statuses.length > SITE_BODIES);
  expect(new Set(statuses)).toEqual(new Set([503]));
  for (const upload of uploads) upload.destroy();
});

it('takes no place from other sites while its own has too many', async () => {
  const from = (host: number) => `2001:db8:0:${host}::1`;
  const other = beginFrom('2001:db8:1:1::1');
  let isOtherGivenUp = false;
  void statusOf(other).then(() => (isOtherGivenUp = true));
  const statuses: number[] = [];
  const uploads = Array.from({ length: 3 * SITE_BODIES }, (_, host) => beginFrom(from(host)));
  for (const upload of uploads) void statusOf(upload).then((status) => statuses.push(status));
  await waitFor(() => statuses.length === 2 * SITE_BODIES);
  expect(await deliver(from(1))).toBe(200);
  await waitFor(() => statuses.length === 2 * SITE_BODIES + 1);
  expect(new Set(statuses)).toEqual(new Set([503]));
  expect(isOtherGivenUp).toBe(false);
  for (const upload of [...uploads, other]) upload.destroy();
});
