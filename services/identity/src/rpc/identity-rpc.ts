import { identity } from '@heliograph/proto';
import type { RpcServer } from '@heliograph/runtime';
import type { Context } from '../context';
import { authenticate } from './authenticate';
import { createAccount } from './create-account';
import { createKey } from './create-key';
import { getAccessRestriction } from './get-access-restriction';
import { getAccount } from './get-account';
import { listAccounts } from './list-accounts';
import { listAuditEntries } from './list-audit-entries';
import { listAuditUsers } from './list-audit-users';
import { listKeys } from './list-keys';
import { recordAutoTopUp } from './record-auto-top-up';
import { recordTopUpChange } from './record-top-up-change';
import { revokeKey } from './revoke-key';
import { rollKey } from './roll-key';
import { listSavedSearchVisits, visitSavedSearch } from './saved-search-visits';
import { setAccessRestriction } from './set-access-restriction';
import { setAccountStatus } from './set-account-status';
import { getStatusNotice, setStatusNotice } from './status-notice';
import { updateAccount } from './update-account';
import { updateKey } from './update-key';

/** Who may call each method; all other callers are refused. */
const ALLOW = {
  authenticate: ['gateway'],
  createAccount: ['admin', 'launcher'],
  getAccount: ['admin', 'launcher', 'dashboard', 'notifier'],
  setAccountStatus: ['admin', 'dashboard'],
  createKey: ['admin', 'launcher', 'dashboard'],
  listKeys: ['admin', 'launcher', 'dashboard', 'notifier'],
  revokeKey: ['admin', 'dashboard'],
  updateKey: ['admin', 'dashboard'],
  rollKey: ['admin', 'dashboard'],
  listAccounts: ['admin', 'dashboard'],
  updateAccount: ['admin', 'dashboard'],
  listAuditEntries: ['admin', 'dashboard'],
  listAuditUsers: ['dashboard'],
  recordAutoTopUp: ['dashboard'],
  recordTopUpChange: ['dashboard'],
  getAccessRestriction: ['admin', 'dashboard', 'notifier'],
  setAccessRestriction: ['admin', 'dashboard'],
  getStatusNotice: ['admin', 'dashboard'],
  setStatusNotice: ['admin', 'dashboard'],
  visitSavedSearch: ['dashboard'],
  listSavedSearchVisits: ['dashboard'],
};

/** Adds the calls about accounts and keys to a server. */
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
    rollKey: (request, call) => rollKey(context, request, call),
    listAccounts: (request) => listAccounts(context, request),
    updateAccount: (request, call) => updateAccount(context, request, call),
    listAuditEntries: (request) => listAuditEntries(context, request),
    listAuditUsers: (request) => listAuditUsers(context, request),
    recordAutoTopUp: (request, call) => recordAutoTopUp(context, request, call),
    recordTopUpChange: (request, call) => recordTopUpChange(context, request, call),
    getAccessRestriction: () => getAccessRestriction(context),
    setAccessRestriction: (request, call) => setAccessRestriction(context, request, call),
    getStatusNotice: () => getStatusNotice(context),
    setStatusNotice: (request, call) => setStatusNotice(context, request, call),
    visitSavedSearch: (request) => visitSavedSearch(context, request),
    listSavedSearchVisits: (request) => listSavedSearchVisits(context, request),
  });
}
