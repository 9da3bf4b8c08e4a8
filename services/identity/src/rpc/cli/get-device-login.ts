import { onDatabase } from '@heliograph/postgres';
import type { cli } from '@heliograph/proto';
import type { Context } from '../../context';
import { formatUserCode } from '@heliograph/contract';
import { isUuid } from '@heliograph/runtime';
import { byUserCode } from './by-user-code';

/** What a user is asked to approve. */
export async function getDeviceLogin(
  context: Context,
  { userCode, accountId, userId }: cli.GetDeviceLoginRequest,
): Promise<cli.DeviceLogin> {
  const callerId = [userId, accountId].find((id) => id !== undefined && isUuid(id));
  const login = await byUserCode(context, userCode, callerId, (code) =>
    onDatabase(() => context.deviceLogins.findWaiting(code)),
  );
  return {
    userCode: formatUserCode(login.userCode),
    device: login.device,
    createdAt: login.createdAt,
    expiresAt: login.expiresAt,
  };
}
