import { onDatabase } from '@heliograph/postgres';
import type { cli } from '@heliograph/proto';
import { randomInt } from 'node:crypto';
import type { Context } from '../../context';
import { DEVICE_LOGIN_SECONDS } from '../../domain/cli';
import { POLL_SECONDS } from '../../domain/device-poll';
import { formatUserCode, makeUserCode } from '@heliograph/contract';
import { isText } from '@heliograph/runtime';
import { generateSecret } from '../../secrets';
import { deviceFromRequest } from './convert';

/** Codes drawn before giving up; collisions are already rare. */
const DRAWS = 5;
const SITE_LENGTH = 64;

/**
 * One code for the client to poll with, and one for its user to type (RFC 8628, section 3.2).
 *
 * @throws ServiceError `invalid_parameter`
 */
export async function beginDeviceLogin(
  context: Context,
  request: cli.BeginDeviceLoginRequest,
): Promise<cli.BeginDeviceLoginResponse> {
  const device = deviceFromRequest(request.device);
  // This text is up to proxies, and no reason to refuse a login.
  const clientSite = isText(request.clientSite, SITE_LENGTH) ? request.clientSite : '';
  const { secret, hash } = generateSecret();
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const userCode = makeUserCode(randomInt);
    const isFree = await onDatabase(() => context.deviceLogins.create(hash, userCode, device, clientSite));
    if (!isFree) continue;
    return {
      deviceCode: secret,
      userCode: formatUserCode(userCode),
      expiresInSeconds: DEVICE_LOGIN_SECONDS,
      intervalSeconds: POLL_SECONDS,
    };
  }
  throw new Error(`${DRAWS} user codes in a row were taken`);
}
