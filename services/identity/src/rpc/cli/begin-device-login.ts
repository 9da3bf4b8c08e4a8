import { onDatabase } from '@heliograph/postgres';
import type { cli } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import { randomInt } from 'node:crypto';
import type { Context } from '../../context';
import { DEVICE_LOGIN_SECONDS } from '../../domain/cli';
import { POLL_SECONDS } from '../../domain/device-poll';
import { formatUserCode, makeUserCode } from '@heliograph/contract';
import { generateSecret } from '../../secrets';
import { deviceFromRequest } from './convert';

/** Codes drawn before giving up; a collision is already rare. */
const DRAWS = 5;

/**
 * One code for the client to poll with, and one for its user to type (RFC 8628, section 3.2).
 *
 * @throws ServiceError `invalid_parameter`; `unavailable` while too many logins wait.
 */
export async function beginDeviceLogin(
  context: Context,
  request: cli.BeginDeviceLoginRequest,
): Promise<cli.BeginDeviceLoginResponse> {
  const device = deviceFromRequest(request.device);
  const { secret, hash } = generateSecret();
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const userCode = makeUserCode(randomInt);
    const result = await onDatabase(() => context.deviceLogins.create(hash, userCode, device));
    if (result === 'full') break;
    if (result === 'taken') continue;
    return {
      deviceCode: secret,
      userCode: formatUserCode(userCode),
      expiresInSeconds: DEVICE_LOGIN_SECONDS,
      intervalSeconds: POLL_SECONDS,
    };
  }
  throw new ServiceError(
    'unavailable',
    'Too many logins are waiting for approval. Try again in a few minutes.',
    {
      retryAfterSeconds: 60,
    },
  );
}
