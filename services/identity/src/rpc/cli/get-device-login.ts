import { onDatabase } from '@heliograph/postgres';
import type { cli } from '@heliograph/proto';
import type { Context } from '../../context';
import { isId } from '../../domain/text';
import { formatUserCode } from '@heliograph/contract';
import { byUserCode } from './by-user-code';

/** What a user is asked to approve. */
export async function getDeviceLogin(
  context: Context,
  { userCode, accountId }: cli.GetDeviceLoginRequest,
): Promise<cli.DeviceLogin> {
  const asker = accountId !== undefined && isId(accountId) ? accountId : undefined;
  const login = await byUserCode(context, userCode, asker, (code) =>
    onDatabase(() => context.deviceLogins.findWaiting(code)),
  );
  return {
    userCode: formatUserCode(login.userCode),
    device: login.device,
    createdAt: login.createdAt,
    expiresAt: login.expiresAt,
  };
}
