import { cli, identity } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { authenticateToken, DEVICE } from './support/cli';
import { auditOf, call, createAccount, startTestIdentity } from './support/identity';

const { ACCESS_DENIED, AUTHORIZATION_PENDING, EXPIRED_TOKEN, INVALID_GRANT, ISSUED, SLOW_DOWN } =
  cli.TokenResponse_Outcome;

let accountId: string;
const running = startBeforeAll(startTestIdentity);
beforeEach(async () => {
  accountId = (await createAccount(running)).id;
});

const begin = () => running.cliClient.beginDeviceLogin({ device: DEVICE, clientSite: '192.0.2.1' }, call);
const poll = (deviceCode: string) => running.cliClient.exchangeDeviceCode({ deviceCode }, call);
const look = (userCode: string) => running.cliUser.getDeviceLogin({ userCode, accountId }, call);
const decide = (userCode: string, approve: boolean, by = accountId) =>
  running.cliUser.decideDeviceLogin({ userCode, accountId: by, approve, actor: undefined }, call);
/** Advances time for all logins. */
const pass = (seconds: number) =>
  running.pool.query(
    `UPDATE identity.cli_device_login SET expires_at = expires_at - make_interval(secs => $1),
       last_polled_at = last_polled_at - make_interval(secs => $1)`,
    [seconds],
  );

it('waits for its user and is then valid for one session', async () => {
  const { deviceCode, userCode, expiresInSeconds, intervalSeconds } = await begin();
  expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  expect([expiresInSeconds, intervalSeconds]).toEqual([600, 5]);
  expect(await poll(deviceCode)).toMatchObject({ outcome: AUTHORIZATION_PENDING, accessToken: '' });
  const login = await look(userCode.toLowerCase().replace('-', ' '));
  expect(login).toMatchObject({ userCode, device: DEVICE });
  expect(Number(login.expiresAt) - Number(login.createdAt)).toBe(600_000);
  await decide(userCode, true);
  const tokens = await poll(deviceCode);
  expect(tokens).toMatchObject({ outcome: ISSUED, session: { accountId, device: DEVICE } });
  expect((await authenticateToken(running, tokens.accessToken)).verdict).toBe(identity.Verdict.VALID);
  expect(await poll(deviceCode)).toMatchObject({ outcome: INVALID_GRANT });
  expect((await auditOf(running, accountId)).slice(1)).toMatchObject([
    { action: 'cli.approve', caller: 'dashboard', detail: { device: DEVICE.name, flow: 'device' } },
    { action: 'cli_session.create', caller: 'gateway', detail: { flow: 'device' } },
  ]);
});

it('tells a client that polls too often to slow down, and enforces that', async () => {
  const { deviceCode } = await begin();
  expect(await poll(deviceCode)).toMatchObject({ outcome: AUTHORIZATION_PENDING });
  expect(await poll(deviceCode)).toMatchObject({ outcome: SLOW_DOWN });
  await pass(5);
  expect(await poll(deviceCode)).toMatchObject({ outcome: SLOW_DOWN });
  await pass(15);
  expect(await poll(deviceCode)).toMatchObject({ outcome: AUTHORIZATION_PENDING });
});

it('is answered at once after approval, however often the client polled', async () => {
  const { deviceCode, userCode } = await begin();
  await poll(deviceCode);
  await decide(userCode, true);
  expect(await poll(deviceCode)).toMatchObject({ outcome: ISSUED });
});

it('can be denied for good', async () => {
  const { deviceCode, userCode } = await begin();
  await decide(userCode, false);
  for (let time = 0; time < 2; time += 1) {
    expect(await poll(deviceCode)).toMatchObject({ outcome: ACCESS_DENIED });
  }
  await expect(decide(userCode, true)).rejects.toMatchObject({ code: 'not_found' });
  expect((await auditOf(running, accountId)).slice(1)).toMatchObject([{ action: 'cli.deny' }]);
});

it('expires, approved or not', async () => {
  const [approved, waiting] = [await begin(), await begin()];
  await decide(approved.userCode, true);
  await pass(600);
  expect(await poll(approved.deviceCode)).toMatchObject({ outcome: EXPIRED_TOKEN });
  expect(await poll(waiting.deviceCode)).toMatchObject({ outcome: EXPIRED_TOKEN });
  await expect(look(waiting.userCode)).rejects.toMatchObject({ code: 'not_found' });
  await expect(decide(waiting.userCode, true)).rejects.toMatchObject({ code: 'not_found' });
});

it('is decided by one of several concurrent decisions', async () => {
  const other = (await createAccount(running)).id;
  const { deviceCode, userCode } = await begin();
  const results = await Promise.allSettled([
    decide(userCode, true),
    decide(userCode, true, other),
    decide(userCode, true, other),
    decide(userCode, true),
  ]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const winner = results[0]!.status === 'fulfilled' || results[3]!.status === 'fulfilled' ? accountId : other;
  expect(await poll(deviceCode)).toMatchObject({ outcome: ISSUED, session: { accountId: winner } });
});

it('gives its tokens to one of several concurrent requests', async () => {
  const { deviceCode, userCode } = await begin();
  await decide(userCode, true);
  const results = await Promise.all(Array.from({ length: 8 }, () => poll(deviceCode)));
  expect(results.filter(({ outcome }) => outcome === ISSUED)).toHaveLength(1);
  expect(results.filter(({ outcome }) => outcome === INVALID_GRANT)).toHaveLength(7);
});

it('is useless to an account without access', async () => {
  const { deviceCode, userCode } = await begin();
  await decide(userCode, true);
  const status = identity.AccountStatus.DISABLED;
  await running.admin.setAccountStatus({ id: accountId, status, reason: '', actor: undefined }, call);
  expect(await poll(deviceCode)).toMatchObject({
    outcome: ACCESS_DENIED,
    description: 'The account is disabled.',
  });
});

it('does not distinguish an unknown code from a used or decided one', async () => {
  const { userCode } = await begin();
  await decide(userCode, true);
  const errors = await Promise.all(
    [userCode, 'BCDF-GHJK', 'nonsense'].map((code) => look(code).catch((error: unknown) => error)),
  );
  for (const error of errors) {
    expect(error).toMatchObject({
      code: 'not_found',
      publicText: (errors[0] as Error & { publicText: string }).publicText,
    });
  }
  expect(await poll('unknown')).toMatchObject({ outcome: INVALID_GRANT });
});

it('cannot begin without a name or be decided for an unknown account', async () => {
  await expect(
    running.cliClient.beginDeviceLogin({ device: undefined, clientSite: '' }, call),
  ).rejects.toMatchObject({
    code: 'invalid_parameter',
  });
  const { userCode } = await begin();
  await expect(decide(userCode, true, 'x')).rejects.toMatchObject({ code: 'not_found' });
  await expect(decide(userCode, true, '00000000-0000-7000-8000-000000000000')).rejects.toMatchObject({
    code: 'not_found',
  });
});
