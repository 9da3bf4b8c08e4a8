import { getCompany } from './activities/get-company';
import { getFilterOptions } from './activities/get-filter-options';
import { getRelatedCompanies } from './activities/get-related-companies';
import { getSearches } from './activities/get-searches';
import { getSuggestions } from './activities/get-suggestions';
import { listActivities } from './activities/list-activities';
import type { Resource } from './answer';
import { getAlerts, setAlerts } from './billing/alerts';
import { getAutoTopUp, removeCard, saveCard, setAutoTopUp } from './billing/auto-top-up';
import { beginTopUp } from './billing/begin-top-up';
import { getBilling } from './billing/get-billing';
import { getReceipt } from './billing/get-receipt';
import { listBillingEntries } from './billing/list-entries';
import { beginSubscription, openPortal, setCancellation } from './billing/plan';
import { setPrepaidUse } from './billing/set-prepaid-use';
import { authorize } from './command-line/authorize';
import { decideDeviceLogin, getDeviceLogin } from './command-line/device-login';
import { listCliSessions } from './command-line/list-sessions';
import { revokeCliSession } from './command-line/revoke-session';
import { createKey } from './keys/create-key';
import { listKeys } from './keys/list-keys';
import { revokeKey } from './keys/revoke-key';
import { rollKey } from './keys/roll-key';
import { updateKey } from './keys/update-key';
import { listLogs } from './logs/list-logs';
import { changeMemberRole, leaveAccount, removeMember } from './members/change-member';
import { acceptInvitation, createInvitation, getInvitation, revokeInvitation } from './members/invitations';
import { listMembers } from './members/list-members';
import { getAccessRestriction, setAccessRestriction } from './operator/access-restriction';
import { addCredit } from './operator/add-credit';
import { getAccount } from './operator/get-account';
import { getConsole } from './operator/get-console';
import { listAccounts } from './operator/list-accounts';
import { setPlan } from './operator/set-plan';
import { setStatus } from './operator/set-status';
import { getStatusNotice, setStatusNotice } from './operator/status-notice';
import { getOverview } from './overview/get-overview';
import { createSavedSearch } from './saved-searches/create-saved-search';
import { deleteSavedSearch } from './saved-searches/delete-saved-search';
import { getDigest, setDigest } from './saved-searches/digest';
import { listDeliveries, replayDeliveries, replayDelivery } from './saved-searches/deliveries';
import { getNewActivities } from './saved-searches/get-new-activities';
import { getSavedSearch } from './saved-searches/get-saved-search';
import { listSavedSearches } from './saved-searches/list-saved-searches';
import { updateSavedSearch } from './saved-searches/update-saved-search';
import { visitSavedSearch } from './saved-searches/visit-saved-search';
import { rotateWebhookSecret, sendTestEvent } from './saved-searches/webhook';
import { endSession } from './session/end-session';
import { getSession } from './session/get-session';
import { switchAccount } from './session/switch-account';
import { listAudit } from './settings/list-audit';
import { listAuditPeople } from './settings/list-audit-people';
import { listSessions } from './settings/list-sessions';
import { revokeAllSessions } from './settings/revoke-all-sessions';
import { revokeSession } from './settings/revoke-session';
import { updateAccount } from './settings/update-account';
import { updateProfile } from './settings/update-profile';
import { getUsage } from './usage/get-usage';
import { getUsageFile } from './usage/get-usage-file';

export const API_ROOT = '/api/app/v1';

/** The endpoints by path and method. */
export const RESOURCES: readonly (readonly [string, Resource])[] = [
  ['/session', { GET: getSession, DELETE: endSession }],
  ['/session/account', { PUT: switchAccount }],
  ['/overview', { GET: getOverview }],
  ['/keys', { GET: listKeys, POST: createKey }],
  ['/keys/:id', { PATCH: updateKey, DELETE: revokeKey }],
  ['/keys/:id/roll', { POST: rollKey }],
  ['/logs', { GET: listLogs }],
  ['/usage', { GET: getUsage }],
  ['/usage.csv', { GET: getUsageFile }],
  ['/billing', { GET: getBilling }],
  ['/billing/entries', { GET: listBillingEntries }],
  ['/billing/receipts/:id', { GET: getReceipt }],
  ['/billing/top-ups', { POST: beginTopUp }],
  ['/billing/plan', { POST: beginSubscription }],
  ['/billing/plan/cancellation', { PUT: setCancellation }],
  ['/billing/plan/portal', { POST: openPortal }],
  ['/billing/auto-top-up', { GET: getAutoTopUp, PUT: setAutoTopUp }],
  ['/billing/auto-top-up/card', { POST: saveCard, DELETE: removeCard }],
  ['/billing/alerts', { GET: getAlerts, PATCH: setAlerts }],
  ['/billing/prepaid-use', { PUT: setPrepaidUse }],
  ['/activities', { GET: listActivities }],
  ['/activities/searches', { GET: getSearches }],
  ['/activities/suggest', { GET: getSuggestions }],
  ['/activities/filter-options', { GET: getFilterOptions }],
  ['/activities/companies/:slug', { GET: getCompany }],
  ['/activities/companies/:slug/related', { GET: getRelatedCompanies }],
  ['/saved-searches', { GET: listSavedSearches, POST: createSavedSearch }],
  ['/saved-searches/:id', { GET: getSavedSearch, PATCH: updateSavedSearch, DELETE: deleteSavedSearch }],
  ['/saved-searches/:id/visits', { POST: visitSavedSearch }],
  ['/saved-searches/:id/new-activities', { GET: getNewActivities }],
  ['/saved-searches/:id/digest', { GET: getDigest, PUT: setDigest }],
  ['/saved-searches/:id/rotate-secret', { POST: rotateWebhookSecret }],
  ['/saved-searches/:id/test', { POST: sendTestEvent }],
  ['/saved-searches/:id/deliveries', { GET: listDeliveries }],
  ['/saved-searches/:id/deliveries/:deliveryId/replay', { POST: replayDelivery }],
  ['/saved-searches/:id/replay', { POST: replayDeliveries }],
  ['/cli/sessions', { GET: listCliSessions }],
  ['/cli/sessions/:id', { DELETE: revokeCliSession }],
  ['/cli/device-logins/:userCode', { GET: getDeviceLogin, POST: decideDeviceLogin }],
  ['/cli/authorizations', { POST: authorize }],
  ['/account', { PATCH: updateAccount }],
  ['/profile', { PATCH: updateProfile }],
  ['/members', { GET: listMembers }],
  ['/members/invitations', { POST: createInvitation }],
  ['/members/invitations/:id', { DELETE: revokeInvitation }],
  ['/members/:id', { PATCH: changeMemberRole, DELETE: removeMember }],
  ['/invitations/lookup', { POST: getInvitation }],
  ['/invitations/acceptance', { POST: acceptInvitation }],
  ['/membership', { DELETE: leaveAccount }],
  ['/sessions', { GET: listSessions, DELETE: revokeAllSessions }],
  ['/sessions/:id', { DELETE: revokeSession }],
  ['/audit', { GET: listAudit }],
  ['/audit/people', { GET: listAuditPeople }],
  ['/operator/console', { GET: getConsole }],
  ['/operator/accounts', { GET: listAccounts }],
  ['/operator/accounts/:id', { GET: getAccount }],
  ['/operator/accounts/:id/status', { POST: setStatus }],
  ['/operator/accounts/:id/plan', { POST: setPlan }],
  ['/operator/accounts/:id/credits', { POST: addCredit }],
  ['/operator/access-restriction', { GET: getAccessRestriction, PUT: setAccessRestriction }],
  ['/operator/status-notice', { GET: getStatusNotice, PUT: setStatusNotice }],
];
