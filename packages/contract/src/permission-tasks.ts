import { PERMISSIONS, rolesThatMay, type PermittedOperation } from './permissions';

interface PermissionTask {
  /** Worded for members. */
  title: string;
  /** The same roles are permitted all of them. */
  operations: readonly PermittedOperation[];
}

const OWNERS_ONLY = (Object.keys(PERMISSIONS) as PermittedOperation[]).filter(
  (operation) => rolesThatMay(operation).length === 1,
);

/** What members do, for display: each operation of `PERMISSIONS` belongs to exactly one task. */
export const PERMISSION_TASKS: readonly PermissionTask[] = [
  {
    title: 'Your profile, sessions, and invitations; switching and leaving accounts',
    operations: [
      'getSession',
      'endSession',
      'listSessions',
      'revokeSession',
      'revokeAllSessions',
      'listCliSessions',
      'revokeCliSession',
      'updateProfile',
      'switchAccount',
      'leaveAccount',
      'getInvitation',
      'acceptInvitation',
    ],
  },
  {
    title: 'See usage and members',
    operations: ['getOverview', 'getUsage', 'getUsageFile', 'listMembers'],
  },
  { title: 'See API keys and logs', operations: ['listKeys', 'listLogs'] },
  {
    title: 'Create, change, roll, and revoke API keys',
    operations: ['createKey', 'updateKey', 'rollKey', 'revokeKey'],
  },
  {
    title: 'See balance, subscription, receipts, alerts, and automatic top-ups',
    operations: ['getBilling', 'listBillingEntries', 'getReceipt', 'getAlerts', 'getAutoTopUp'],
  },
  {
    title: 'Top up, also automatically, subscribe, choose what the balance pays for, set alerts',
    operations: [
      'beginTopUp',
      'setAutoTopUp',
      'saveCard',
      'removeCard',
      'beginSubscription',
      'setCancellation',
      'openPortal',
      'setPrepaidUse',
      'setAlerts',
    ],
  },
  {
    title: 'See saved searches, their deliveries, and past searches',
    operations: [
      'listSavedSearches',
      'getSavedSearch',
      'listDeliveries',
      'getDigest',
      'getSearches',
      'getSuggestions',
      'getFilterOptions',
    ],
  },
  {
    title: 'Search activities, see companies and what is new in saved searches',
    operations: [
      'listActivities',
      'getCompany',
      'getRelatedCompanies',
      'visitSavedSearch',
      'getNewActivities',
    ],
  },
  {
    title: 'Change saved searches, webhooks, and digests',
    operations: [
      'createSavedSearch',
      'updateSavedSearch',
      'deleteSavedSearch',
      'setDigest',
      'rotateWebhookSecret',
      'sendTestEvent',
      'replayDelivery',
      'replayDeliveries',
    ],
  },
  {
    title: 'Use the command line',
    operations: ['useCommandLine', 'getDeviceLogin', 'decideDeviceLogin', 'authorize'],
  },
  {
    title: 'Change the account, its members, and invitations; read the audit log',
    operations: OWNERS_ONLY,
  },
];
