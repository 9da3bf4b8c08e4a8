import { UNNAMED_DEVICE } from '@heliograph/contract';
import { clientSite } from '@heliograph/edge';
import { sendOAuth } from './oauth-error';
import { oauthOperation } from './oauth-operation';

const TIMEOUT_MS = 3_000;

/** `POST /api/cli/v1/device` (RFC 8628, sections 3.1 and 3.2) */
export const beginDeviceLogin = oauthOperation({
  name: 'beginDeviceLogin',
  required: ['client_id'],
  optional: ['device_name', 'client_version'],
  async answer(context, exchange, values) {
    const begun = await context.clients.cli.beginDeviceLogin(
      {
        device: {
          name: values.get('device_name') ?? UNNAMED_DEVICE,
          clientVersion: values.get('client_version') ?? '',
        },
        clientSite: clientSite(exchange.request, context.config.trustedProxies),
      },
      exchange.call(TIMEOUT_MS),
    );
    const verificationUri = `${context.config.dashboardUrl}/device`;
    sendOAuth(exchange, 200, {
      device_code: begun.deviceCode,
      user_code: begun.userCode,
      verification_uri: verificationUri,
      verification_uri_complete: `${verificationUri}?user_code=${encodeURIComponent(begun.userCode)}`,
      expires_in: begun.expiresInSeconds,
      interval: begun.intervalSeconds,
    });
  },
});
