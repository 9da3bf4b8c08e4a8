import { startBeforeAll } from '@heliograph/testing';
import { authenticateToken, logIn, refresh } from './support/cli';
import { call, createAccount } from './support/identity';
import { signInUser } from './support/sign-in-user';
import { complete, type ReturnedBrowser } from './support/sign-in';
import { startFakeIssuer } from './support/fake-issuer';

const fixture = startBeforeAll(startFakeIssuer);

it('count sign-ins, tokens, reuse and guesses', async () => {
  const { running } = fixture;
  const claims = { sub: 'counted', email: 'counted@example.com', email_verified: true };
  await signInUser(fixture, claims);
  await signInUser(fixture, claims);
  const refused = async (returned: ReturnedBrowser) => {
    await expect(complete(fixture, returned)).rejects.toThrow();
  };
  await refused(await fixture.visit({ ...claims, sub: 'another' }));
  await refused(await fixture.visit({ sub: 'nameless' }));
  await refused({ attemptSecret: 'unknown', callbackQuery: '' });
  const { id } = await createAccount(running);
  const { accessToken, refreshToken } = await logIn(running, id);
  await authenticateToken(running, accessToken);
  for (let time = 0; time < 3; time += 1) await refresh(running, refreshToken);
  await running.cliUser.getDeviceLogin({ userCode: 'BCDF-GHJK' }, call).catch(() => undefined);
  const response = await fetch(`http://127.0.0.1:${running.service.metricsPort}/metrics`);
  const lines = (await response.text())
    .split('\n')
    .filter((line) => line.startsWith('heliograph_identity_'))
    .map((line) => line.replace(/,?service="identity",?/, '').replace('{}', ''));
  const expected = [
    'identity_sign_ins_total{outcome="created"} 1',
    'identity_sign_ins_total{outcome="returned"} 1',
    'identity_sign_ins_total{outcome="email_taken"} 1',
    'identity_sign_ins_total{outcome="no_email"} 1',
    'identity_sign_ins_total{outcome="over"} 1',
    'identity_authentications_total{kind="cli_token",verdict="valid"} 1',
    'identity_cli_tokens_issued_total{grant="authorization_code"} 1',
    'identity_cli_tokens_issued_total{grant="refresh_token"} 1',
    'identity_cli_tokens_issued_total{grant="refresh_token_repeated"} 1',
    'identity_cli_refresh_reuses_total 1',
    'identity_user_code_misses_total 1',
  ];
  expect(lines).toEqual(expect.arrayContaining(expected.map((line) => `heliograph_${line}`)));
});
