import { onDatabase } from '@heliograph/postgres';
import { cli } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../../context';
import { hashSecret } from '../../secrets';
import { actorOf } from '../convert/calls';
import { issued, refused, refusedAccount } from './convert';

/** RFC 8628, sections 3.4 and 3.5. */
export async function exchangeDeviceCode(
  context: Context,
  { deviceCode }: cli.ExchangeDeviceCodeRequest,
  call: CallContext,
): Promise<cli.TokenResponse> {
  const { ACCESS_DENIED, AUTHORIZATION_PENDING, EXPIRED_TOKEN, INVALID_GRANT, SLOW_DOWN } =
    cli.TokenResponse_Outcome;
  const outcome = await onDatabase(() => context.deviceLogins.poll(hashSecret(deviceCode), actorOf(call)));
  switch (outcome.kind) {
    case 'issued':
      context.metrics.tokensIssued('device_code');
      return issued(outcome.tokens);
    case 'account':
      return refusedAccount(outcome.status);
    case 'pending':
      return refused(AUTHORIZATION_PENDING, 'The login is not approved yet.');
    case 'slow_down':
      return refused(SLOW_DOWN, 'Poll less often: add five seconds to the interval.');
    case 'denied':
      return refused(ACCESS_DENIED, 'The login was denied.');
    case 'expired':
      return refused(EXPIRED_TOKEN, 'The login was not approved in time. Log in again.');
    case 'unknown':
      return refused(INVALID_GRANT, 'The device code is unknown or used. Log in again.');
  }
}
