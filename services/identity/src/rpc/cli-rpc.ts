import { cli } from '@heliograph/proto';
import type { RpcServer } from '@heliograph/runtime';
import type { Context } from '../context';
import { beginDeviceLogin } from './cli/begin-device-login';
import { createAuthorizationCode } from './cli/create-authorization-code';
import { decideDeviceLogin } from './cli/decide-device-login';
import { exchangeAuthorizationCode } from './cli/exchange-authorization-code';
import { exchangeDeviceCode } from './cli/exchange-device-code';
import { getCliSession } from './cli/get-cli-session';
import { getDeviceLogin } from './cli/get-device-login';
import { listCliSessions } from './cli/list-cli-sessions';
import { listCredentialNames } from './cli/list-credential-names';
import { refreshTokens } from './cli/refresh-tokens';
import { revokeCliSession } from './cli/revoke-cli-session';
import { revokeToken } from './cli/revoke-token';

/**
 * Who may call each method; all other callers are refused. Users' decisions come from the dashboard, clients' requests
 * from the gateway.
 */
const ALLOW = {
  createAuthorizationCode: ['dashboard'],
  exchangeAuthorizationCode: ['gateway'],
  beginDeviceLogin: ['gateway'],
  getDeviceLogin: ['dashboard'],
  decideDeviceLogin: ['dashboard'],
  exchangeDeviceCode: ['gateway'],
  refreshTokens: ['gateway'],
  revokeToken: ['gateway'],
  listCliSessions: ['dashboard'],
  revokeCliSession: ['dashboard'],
  getCliSession: ['gateway'],
  listCredentialNames: ['gateway'],
};

/** Adds the calls about the command-line client's logins and sessions to a server. */
export function serveCli(server: RpcServer, context: Context): void {
  server.serve(cli.CliServiceService, ALLOW, {
    createAuthorizationCode: (request, call) => createAuthorizationCode(context, request, call),
    exchangeAuthorizationCode: (request, call) => exchangeAuthorizationCode(context, request, call),
    beginDeviceLogin: (request) => beginDeviceLogin(context, request),
    getDeviceLogin: (request) => getDeviceLogin(context, request),
    decideDeviceLogin: (request, call) => decideDeviceLogin(context, request, call),
    exchangeDeviceCode: (request, call) => exchangeDeviceCode(context, request, call),
    refreshTokens: (request, call) => refreshTokens(context, request, call),
    revokeToken: (request, call) => revokeToken(context, request, call),
    listCliSessions: (request) => listCliSessions(context, request),
    revokeCliSession: (request, call) => revokeCliSession(context, request, call),
    getCliSession: (request) => getCliSession(context, request),
    listCredentialNames: (request) => listCredentialNames(context, request),
  });
}
