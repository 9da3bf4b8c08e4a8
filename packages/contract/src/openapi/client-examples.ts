import type { JsonValue } from '../json-schema';
import { SCOPES } from '../scopes';
import { usageExample } from '../records/usage';

const { allowances, balance, subscription } = usageExample.data;

/** Example responses of the command-line client's interface. */
export const clientExamples = {
  session: {
    data: {
      account: {
        id: '0199f3c2-7a1e-7c3b-9d55-3f3f8a1b2c4d',
        email: 'anna@example.com',
        name: 'Anna',
        plan: 'free',
      },
      session: {
        id: '0199f3c2-8b2f-7d4c-8e66-4a4a9b2c3d5e',
        deviceName: 'anna on workstation-7',
        clientVersion: '0.3.0',
        createdAt: '2026-11-18T09:30:00.000Z',
        lastUsedAt: '2026-11-20T08:15:30.250Z',
        expiresAt: '2027-01-19T08:15:30.250Z',
      },
      allowances,
      balance,
      subscription,
    },
  },
  device: {
    device_code: 'GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS',
    user_code: 'WDJB-MJHT',
    verification_uri: 'https://app.example.com/device',
    verification_uri_complete: 'https://app.example.com/device?user_code=WDJB-MJHT',
    expires_in: 600,
    interval: 5,
  },
  tokens: {
    access_token: 'hg_cli_…',
    token_type: 'Bearer',
    expires_in: 900,
    refresh_token: 'hg_ref_…',
    scope: SCOPES.join(' '),
  },
  metadata: {
    issuer: 'https://api.example.com',
    authorization_endpoint: 'https://app.example.com/cli/authorize',
    token_endpoint: 'https://api.example.com/api/cli/v1/token',
    device_authorization_endpoint: 'https://api.example.com/api/cli/v1/device',
    revocation_endpoint: 'https://api.example.com/api/cli/v1/revoke',
    verification_uri: 'https://app.example.com/device',
    response_types_supported: ['code'],
    grant_types_supported: [
      'authorization_code',
      'refresh_token',
      'urn:ietf:params:oauth:grant-type:device_code',
    ],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: SCOPES,
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    service_documentation: 'https://api.example.com/docs/cli',
  },
} as const satisfies Record<string, JsonValue>;
