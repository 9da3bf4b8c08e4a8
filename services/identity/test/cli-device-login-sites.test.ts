import { cli } from '@heliograph/proto';
import { startBeforeEach } from '@heliograph/testing';
import { DEVICE } from './support/cli';
import { call, createAccount, startTestIdentity } from './support/identity';

const { AUTHORIZATION_PENDING, INVALID_GRANT, ISSUED } = cli.TokenResponse_Outcome;
/** Limit of the whole system. */
const MAXIMUM = 10_000;
/** Begun from one check of that limit to the next; the first one is checked. */
const PER_CHECK = 100;
const [CROWD, OTHER] = ['2001:db8:1::/48', '192.0.2.1'];

const running = startBeforeEach(startTestIdentity);

const begin = (clientSite: string) =>
  running.cliClient.beginDeviceLogin({ device: DEVICE, clientSite }, call);
const poll = (deviceCode: string) => running.cliClient.exchangeDeviceCode({ deviceCode }, call);
const approve = (userCode: string, accountId: string) =>
  running.cliUser.decideDeviceLogin({ userCode, accountId, approve: true, actor: undefined }, call);
const waiting = async (clientSite: string) => {
  const { rows } = await running.pool.query<{ logins: number }>(
    `SELECT count(*)::integer AS logins FROM identity.cli_device_login WHERE expires_at > now() AND client_site = $1`,
    [clientSite],
  );
  return rows[0]!.logins;
};
/** Adds logins that began a minute ago. @param clientSite `#` becomes the login's number. */
const fill = (logins: number, clientSite: string) =>
  running.pool.query(
    `INSERT INTO identity.cli_device_login
       (device_code_hash, user_code, device_name, client_version, client_site, interval_seconds, created_at, expires_at)
     SELECT sha256(number::text::bytea), number::text, 'crowd', '', replace($2, '#', number::text), 5, now() - interval '1 minute',
       now() + interval '9 minutes'
     FROM generate_series(1, $1::integer) AS number`,
    [logins, clientSite],
  );

it('are taken from the site with the most when the system has too many', async () => {
  const accountId = (await createAccount(running)).id;
  const [mine, early] = [await begin(OTHER), await begin(CROWD)];
  await fill(MAXIMUM - 2, CROWD);
  const late = await begin(CROWD);
  for (let times = 0; times < PER_CHECK - 2; times += 1) await begin(CROWD);
  expect([await waiting(CROWD), await waiting(OTHER)]).toEqual([MAXIMUM - 1, 1]);
  const again = await begin(OTHER);
  // The crowd's oldest logins ended.
  expect(await poll(early.deviceCode)).toMatchObject({ outcome: AUTHORIZATION_PENDING });
  expect(await poll(late.deviceCode)).toMatchObject({ outcome: AUTHORIZATION_PENDING });
  for (const { deviceCode, userCode } of [mine, again]) {
    await approve(userCode, accountId);
    expect(await poll(deviceCode)).toMatchObject({ outcome: ISSUED });
  }
});

it('of the earliest site end if many sites have as many', async () => {
  const accountId = (await createAccount(running)).id;
  await fill(MAXIMUM, '2001:db8:#::/48');
  const mine = await begin(OTHER);
  for (let number = 1; number <= 2 * PER_CHECK; number += 1) await begin(`2001:db9:${number}::/48`);
  await approve(mine.userCode, accountId);
  expect(await poll(mine.deviceCode)).toMatchObject({ outcome: ISSUED });
});

it('of that site end last if approved, and an ended one tells its client to log in again', async () => {
  const accountId = (await createAccount(running)).id;
  const [approved, pending] = [await begin(CROWD), await begin(CROWD)];
  await approve(approved.userCode, accountId);
  await running.pool.query(
    `UPDATE identity.cli_device_login SET created_at = created_at - interval '5 minutes'`,
  );
  await fill(MAXIMUM - 2, CROWD);
  for (let times = 0; times < PER_CHECK - 1; times += 1) await begin(OTHER);
  expect(await poll(pending.deviceCode)).toMatchObject({
    outcome: INVALID_GRANT,
    description: 'The device code is unknown or used. Log in again.',
  });
  expect(await poll(approved.deviceCode)).toMatchObject({ outcome: ISSUED });
});

it.each([
  ['one site', () => CROWD],
  ['many sites', (number: number) => `2001:db9:${number}::/48`],
])('are bounded even when many of %s begin at once', async (_name, siteOf) => {
  await fill(MAXIMUM - 5, '2001:db8:#::/48');
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(Array.from({ length: PER_CHECK }, (_each, index) => begin(siteOf(index))));
    const { rows } = await running.pool.query<{ logins: number }>(
      'SELECT count(*)::integer AS logins FROM identity.cli_device_login WHERE expires_at > now()',
    );
    expect(rows[0]!.logins).toBeGreaterThanOrEqual(MAXIMUM);
    expect(rows[0]!.logins).toBeLessThanOrEqual(MAXIMUM + 2 * PER_CHECK);
  }
});

it('begin even if the gateway, of a previous version or behind a strange proxy, names no site', async () => {
  for (const site of ['', 'x'.repeat(65), 'a\u0000b']) await begin(site);
  expect(await waiting('')).toBe(3);
});
