import { onDatabase } from '@heliograph/postgres';
import type { cli } from '@heliograph/proto';
import { isUuid, type CallContext } from '@heliograph/runtime';
import type { Context } from '../../context';
import { generateSecret } from '../../secrets';
import { actorOf } from '../convert/calls';
import { noSuchAccount } from '../not-found';
import { authorizationFromRequest } from './convert';

/** A code for a client that its user has just approved in the browser. */
export async function createAuthorizationCode(
  context: Context,
  request: cli.CreateAuthorizationCodeRequest,
  call: CallContext,
): Promise<cli.CreateAuthorizationCodeResponse> {
  const authorization = authorizationFromRequest(request);
  const { accountId, actor } = request;
  const { secret, hash } = generateSecret();
  const isCreated =
    isUuid(accountId) &&
    (await onDatabase(() =>
      context.authorizationCodes.create(hash, { ...authorization, accountId }, actorOf(call, actor)),
    ));
  if (!isCreated) throw noSuchAccount();
  context.metrics.changed('cli.approve');
  return { code: secret };
}
