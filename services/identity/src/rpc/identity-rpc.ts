import { identity } from '@heliograph/proto';
import type { RpcServer } from '@heliograph/runtime';
import type { Context } from '../context';
import { authenticate } from './authenticate';
import { createAccount } from './create-account';
import { createKey } from './create-key';
import { getAccount } from './get-account';
import { listKeys } from './list-keys';
import { revokeKey } from './revoke-key';
import { setAccountStatus } from './set-account-status';
import { updateKey } from './update-key';

/** Who may call what; nobody else can. */
const ALLOW = {
  authenticate: ['gateway', 'bench'],
  createAccount: ['admin', 'launcher', 'bench'],
  getAccount: ['admin', 'launcher'],
  setAccountStatus: ['admin'],
  createKey: ['admin', 'launcher', 'bench'],
  listKeys: ['admin', 'launcher'],
  revokeKey: ['admin'],
  updateKey: ['admin'],
};

/** Adds identity's calls to a server. */
export function serveIdentity(server: RpcServer, context: Context): void {
  server.serve(identity.IdentityServiceService, ALLOW, {
    authenticate: (request) => authenticate(context, request),
    createAccount: (request, call) => createAccount(context, request, call),
    getAccount: (request) => getAccount(context, request),
    setAccountStatus: (request, call) => setAccountStatus(context, request, call),
    createKey: (request, call) => createKey(context, request, call),
    listKeys: (request) => listKeys(context, request),
    revokeKey: (request, call) => revokeKey(context, request, call),
    updateKey: (request, call) => updateKey(context, request, call),
  });
}
