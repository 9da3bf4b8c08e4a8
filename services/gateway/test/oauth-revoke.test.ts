import {
  CLI_ACCESS_PREFIX,
  CLI_REFRESH_PREFIX,
  generateApiKey,
  generateCredential,
} from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import { startGateway } from './support/gateway';
import { oauthErrorFrom } from './support/oauth';

const gateway = startBeforeAll(startGateway);

const revoke = (fields: Record<string, string>) =>
  gateway.form('/revoke', { client_id: 'signals-cli', ...fields });

it.each([CLI_ACCESS_PREFIX, CLI_REFRESH_PREFIX] as const)(
  'ends the session of a token %s…',
  async (prefix) => {
    const token = generateCredential(prefix).secret;
    for (const hint of [undefined, 'access_token', 'refresh_token', 'nonsense']) {
      const response = await revoke({ token, ...(hint && { token_type_hint: hint }) });
      expect([response.status, await response.text()]).toEqual([200, '']);
      expect(gateway.backend.logins.at(-1)).toEqual({ method: 'revokeToken', request: { token } });
    }
  },
);

it.each(['nonsense', generateApiKey().secret, 'hg_ref_', `hg_cli_${'a'.repeat(38)}`])(
  'answers the same to %s, which is not a token, without a call',
  async (token) => {
    const asked = gateway.backend.logins.length;
    const response = await revoke({ token });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(gateway.backend.logins).toHaveLength(asked);
  },
);

it('requires a token', async () => {
  const problem = await oauthErrorFrom(await revoke({}));
  expect(problem).toMatchObject({ status: 400, error: 'invalid_request' });
  expect(problem.error_description).toContain('token is missing');
});

it('answers 503 while identity is down, so that the client retries', async () => {
  await gateway.backend.stopService('identity');
  const response = await revoke({ token: generateCredential(CLI_REFRESH_PREFIX).secret });
  expect(await oauthErrorFrom(response)).toMatchObject({ status: 503, error: 'temporarily_unavailable' });
  await gateway.backend.startService('identity');
});
