import { CLI_ACCESS_PREFIX, CLI_REFRESH_PREFIX, createLogger, generateCredential } from '@heliograph/runtime';
import { issued } from './support/backend-responses';
import { startGateway, type TestGateway } from './support/gateway';

let gateway: TestGateway;
const lines: string[] = [];
beforeAll(async () => {
  const logger = createLogger({ service: 'gateway', level: 'trace' }, { write: (line) => lines.push(line) });
  gateway = await startGateway({}, { logger });
});
afterAll(() => gateway.stop());

it('no token, code, or verifier is logged or measured, whatever happens to the request', async () => {
  const [access, refresh] = [CLI_ACCESS_PREFIX, CLI_REFRESH_PREFIX].map(
    (prefix) => generateCredential(prefix as typeof CLI_ACCESS_PREFIX).secret,
  ) as [string, string];
  gateway.backend.answerTokens = async () => issued({ accessToken: access, refreshToken: refresh });
  const client = { client_id: 'signals-cli' };
  const code = {
    ...client,
    grant_type: 'authorization_code',
    code: 'secretcode',
    redirect_uri: 'http://127.0.0.1:1/callback',
    code_verifier: `secretverifier${'v'.repeat(43)}`,
  };
  await gateway.form('/token', code);
  await gateway.form('/token', { ...code, secretname: '1' });
  await gateway.form('/token', { ...client, grant_type: 'refresh_token', refresh_token: refresh });
  await gateway.form('/token?code=secretcode', code);
  gateway.backend.answerTokens = async () => {
    throw new Error('identity failed');
  };
  await gateway.form('/token', code);
  await gateway.form('/revoke', { ...client, token: refresh });
  await gateway.form('/device', { ...client, device_name: 'secretdevice' });
  await gateway.cli('/session', { authorization: `Bearer ${access}` });
  const told = lines.join('') + (await gateway.metrics());
  expect(lines.join('')).toContain('exchangeToken');
  for (const secret of [
    access,
    refresh,
    'secretcode',
    'secretverifier',
    'secretname',
    'secretdevice',
    'a-device-code',
  ]) {
    expect(told).not.toContain(secret);
  }
});
