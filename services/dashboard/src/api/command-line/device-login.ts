import { readUserCode } from '@heliograph/contract';
import { timestampOf } from '@heliograph/views';
import { decideBody, type DeviceLogin } from '@heliograph/dashboard-api';
import { actorOf } from '../../auth/session';
import { ask } from '../ask';
import { endpoint, notFound } from '../endpoint';
import { withApiIssues } from '../errors';

/** `GET /cli/device-logins/{userCode}` */
export const getDeviceLogin = endpoint({
  name: 'getDeviceLogin',
  async run({ context: { clients }, exchange, signedIn, parameters }) {
    const { account, user } = signedIn;
    const request = { userCode: codeOf(parameters), accountId: account.id, userId: user.id };
    const login = await ask(exchange, (call) => clients.cli.getDeviceLogin(request, call));
    return {
      userCode: login.userCode,
      deviceName: login.device?.name ?? '',
      clientVersion: login.device?.clientVersion ?? '',
      createdAt: timestampOf(login.createdAt),
      expiresAt: timestampOf(login.expiresAt),
    } satisfies DeviceLogin;
  },
});

/** `POST /cli/device-logins/{userCode}` */
export const decideDeviceLogin = endpoint({
  name: 'decideDeviceLogin',
  body: decideBody,
  async run({ context: { clients }, exchange, signedIn, parameters, body: { approve } }) {
    return withApiIssues(
      clients.cli.decideDeviceLogin(
        {
          userCode: codeOf(parameters),
          accountId: signedIn.account.id,
          approve,
          actor: actorOf(signedIn),
        },
        exchange.call(),
      ),
    );
  },
});

function codeOf({ userCode }: Readonly<Record<string, string>>): string {
  const code = readUserCode(userCode ?? '');
  if (code === undefined) throw notFound('login');
  return code;
}
