import { PERMISSION_TASKS } from './permission-tasks';
import { mayDo, MEMBER_ROLES, PERMISSIONS, rolesThatMay, type MemberRole } from './permissions';

/** What each role may not do: stated a second time, so that changing the table is deliberate. */
const DENIED: Record<MemberRole, string[]> = {
  owner: [],
  developer: [
    ...[
      'getBilling',
      'listBillingEntries',
      'getReceipt',
      'beginTopUp',
      'beginSubscription',
      'setCancellation',
    ],
    ...[
      'openPortal',
      'setPrepaidUse',
      'getAlerts',
      'setAlerts',
      'getAutoTopUp',
      'setAutoTopUp',
      'saveCard',
      'removeCard',
      'updateAccount',
      'changeMemberRole',
      'removeMember',
    ],
    ...['createInvitation', 'revokeInvitation', 'listAudit', 'listAuditPeople'],
  ],
  billing: [
    ...['listLogs', 'getDigest', 'setDigest', 'listKeys', 'createKey', 'updateKey', 'rollKey', 'revokeKey'],
    ...['listActivities', 'getSearches', 'getSuggestions', 'getFilterOptions', 'getCompany'],
    ...['getRelatedCompanies', 'listSavedSearches', 'getSavedSearch', 'listDeliveries', 'visitSavedSearch'],
    ...['getNewActivities', 'createSavedSearch', 'updateSavedSearch', 'deleteSavedSearch'],
    ...['rotateWebhookSecret', 'sendTestEvent', 'replayDelivery', 'replayDeliveries'],
    ...['useCommandLine', 'getDeviceLogin', 'decideDeviceLogin', 'authorize'],
    ...[
      'updateAccount',
      'changeMemberRole',
      'removeMember',
      'createInvitation',
      'revokeInvitation',
      'listAudit',
      'listAuditPeople',
    ],
  ],
  viewer: [
    ...[
      'setAutoTopUp',
      'saveCard',
      'removeCard',
      'setDigest',
      'setAlerts',
      'createKey',
      'updateKey',
      'rollKey',
      'revokeKey',
    ],
    ...['beginTopUp', 'beginSubscription', 'setCancellation', 'openPortal', 'setPrepaidUse'],
    ...['listActivities', 'getCompany', 'getRelatedCompanies', 'visitSavedSearch', 'getNewActivities'],
    ...['createSavedSearch', 'updateSavedSearch', 'deleteSavedSearch'],
    ...['rotateWebhookSecret', 'sendTestEvent', 'replayDelivery', 'replayDeliveries'],
    ...['useCommandLine', 'getDeviceLogin', 'decideDeviceLogin', 'authorize'],
    ...[
      'updateAccount',
      'changeMemberRole',
      'removeMember',
      'createInvitation',
      'revokeInvitation',
      'listAudit',
      'listAuditPeople',
    ],
  ],
};

it.each(MEMBER_ROLES)('%s may do everything else', (role) => {
  const denied = Object.keys(PERMISSIONS).filter((operation) => !mayDo(role, operation));
  expect(denied.sort()).toEqual([...DENIED[role]].sort());
});

it.each(['toString', 'constructor', '__proto__', 'nothing', ''])(
  'denies %j, which is not listed',
  (operation) => {
    expect(rolesThatMay(operation)).toEqual([]);
    for (const role of MEMBER_ROLES) expect(mayDo(role, operation)).toBe(false);
  },
);

it("names each operation in one task, and permits all of a task's operations to the same roles", () => {
  const named = PERMISSION_TASKS.flatMap(({ operations }) => operations);
  expect(named.sort()).toEqual(Object.keys(PERMISSIONS).sort());
  for (const { operations } of PERMISSION_TASKS)
    for (const operation of operations) expect(rolesThatMay(operation)).toBe(rolesThatMay(operations[0]!));
});
