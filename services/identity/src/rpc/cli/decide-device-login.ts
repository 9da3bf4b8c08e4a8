import { onDatabase } from '@heliograph/postgres';
import type { cli } from '@heliograph/proto';
import { isUuid, type CallContext } from '@heliograph/runtime';
import type { Context } from '../../context';
import { actorOf } from '../convert/calls';
import { noSuchAccount } from '../not-found';
import { byUserCode } from './by-user-code';

/** Approves or denies a login, once. */
export async function decideDeviceLogin(
  context: Context,
  { userCode, accountId, approve, actor }: cli.DecideDeviceLoginRequest,
  call: CallContext,
): Promise<cli.DecideDeviceLoginResponse> {
  if (!isUuid(accountId)) throw noSuchAccount();
  const by = actorOf(call, actor);
  await byUserCode(context, userCode, by.userId ?? accountId, async (code) => {
    const isDecided = await onDatabase(() => context.deviceLogins.decide(code, accountId, approve, by));
    return isDecided || undefined;
  });
  context.metrics.changed(approve ? 'cli.approve' : 'cli.deny');
  return {};
}
