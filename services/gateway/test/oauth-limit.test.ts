import { startBeforeAll } from '@heliograph/testing';
import { startGateway } from './support/gateway';
import { endpoints, GOOD_FORMS, oauthErrorFrom } from './support/oauth';

const START = Date.UTC(2026, 10, 20, 10, 23, 18);

let now = START;
const gateway = startBeforeAll(() =>
  startGateway({ loginRequestsPerMinute: 6, trustedProxies: 1 }, { clock: () => now }),
);

const from = (address: string) => ({ 'x-forwarded-for': address });

it("limits an address's token requests per minute over all endpoints, valid and invalid ones", async () => {
  const headers = from('192.0.2.1');
  for (const path of endpoints) {
    expect((await gateway.form(path, GOOD_FORMS[path]!, headers)).status).toBe(200);
    expect((await gateway.form(path, 'nonsense', headers)).status).toBe(400);
  }
  const asked = gateway.backend.logins.length;
  for (const path of endpoints) {
    const refused = await gateway.form(path, GOOD_FORMS[path]!, headers);
    expect(refused.headers.get('retry-after')).toBe('42');
    expect(await oauthErrorFrom(refused)).toMatchObject({ status: 429, error: 'rate_limited' });
  }
  expect(gateway.backend.logins).toHaveLength(asked);
});

it('does not limit other addresses or other requests', async () => {
  const path = '/device';
  expect((await gateway.form(path, GOOD_FORMS[path]!, from('192.0.2.2'))).status).toBe(200);
  expect((await gateway.cli('/metadata', from('192.0.2.1'))).status).toBe(200);
  expect(
    (await gateway.cli('/usage', { ...from('192.0.2.1'), authorization: `Bearer ${gateway.token}` })).status,
  ).toBe(200);
});

it("refuses what other sites' pages make browsers send, and does not count it", async () => {
  const address = from('192.0.2.3');
  const asked = gateway.backend.logins.length;
  for (const path of endpoints) {
    for (const site of ['cross-site', 'same-site', 'cross-site', 'cross-site']) {
      const refused = await gateway.form(path, GOOD_FORMS[path]!, { ...address, 'sec-fetch-site': site });
      expect(await oauthErrorFrom(refused)).toMatchObject({ status: 403, error: 'invalid_request' });
    }
  }
  expect(gateway.backend.logins).toHaveLength(asked);
  expect((await gateway.form('/device', GOOD_FORMS['/device']!, address)).status).toBe(200);
  for (const site of ['none', 'same-origin']) {
    const own = { ...address, 'sec-fetch-site': site };
    expect((await gateway.form('/device', GOOD_FORMS['/device']!, own)).status).toBe(200);
  }
});

it('resets with the UTC minute', async () => {
  now = START + 41_999;
  const path = '/device';
  const last = await gateway.form(path, GOOD_FORMS[path]!, from('192.0.2.1'));
  expect([last.status, last.headers.get('retry-after')]).toEqual([429, '1']);
  now += 1;
  expect((await gateway.form(path, GOOD_FORMS[path]!, from('192.0.2.1'))).status).toBe(200);
});

it('is counted', async () => {
  const refused = (operation: string, times: number) =>
    `heliograph_gateway_rate_limited_total{operation="${operation}",limit="logins",service="gateway"} ${times}\n`;
  const text = await gateway.metrics();
  expect(text).toContain(refused('beginDeviceLogin', 2));
  expect(text).toContain(refused('exchangeToken', 1));
});
