import { groupDigits, mayDo, quantity, type MemberRole, type PermittedOperation } from '@heliograph/contract';
import type { Allowance, ApiKey, CurrentPlan, Notice, Overview, PrepaidUse } from '@heliograph/dashboard-api';
import { DAY_MS } from './days';

/** What the notices are derived from. */
export interface Situation {
  memberRole: MemberRole;
  allowances: Overview['allowances'];
  subscription: Overview['subscription'];
  plan: CurrentPlan | null;
  prepaidUse: PrepaidUse;
  balance: { records: number };
  /** Whether the balance is low and in use. */
  isBalanceLow: boolean;
  /** Whether the account ever had a balance. */
  hasToppedUp: boolean;
  keys: readonly Pick<
    ApiKey,
    'name' | 'hint' | 'state' | 'createdAt' | 'expiresAt' | 'monthlyCapRecords' | 'capRecords'
  >[];
}

/** A key or subscription with less time left ends soon. */
const SOON_MS = 7 * DAY_MS;
/** A key must also have less than this fraction of its life left: a week-long key needs no notice on its first day. */
const LAST_PART = 0.25;
/** Less than this fraction of an allowance is little. */
const LITTLE = 0.1;
/** A cap is near once this fraction of it is used. */
const NEAR = 0.9;

/** What a member must be allowed to do for a notice to concern them. */
const NEEDED: Partial<Record<Notice['code'], PermittedOperation>> = {
  no_keys: 'createKey',
  key_expires_soon: 'listKeys',
  key_cap_near: 'listKeys',
};

/** What the user should do or know, most urgent first. @param nowMs milliseconds since the Unix epoch. */
export function noticesOf(situation: Situation, nowMs: number): Notice[] {
  const order = { critical: 0, warning: 1, info: 2 };
  const concerns = ({ code }: Notice) => {
    const needed = NEEDED[code];
    return needed === undefined || mayDo(situation.memberRole, needed);
  };
  return [
    ...noticesOfFunds(situation),
    ...noticesOfKeys(situation.keys, nowMs),
    ...noticesOfCommandLine(situation, nowMs),
    ...noticesOfSearches(situation),
  ]
    .filter(concerns)
    .sort((left, right) => order[left.severity] - order[right.severity]);
}

function noticesOfFunds({ allowances: { api }, balance, isBalanceLow, hasToppedUp }: Situation): Notice[] {
  const action = { label: 'Top up', path: '/billing' };
  if (api.remaining > 0) return [];
  if (balance.records === 0 && !hasToppedUp) {
    const text = `Your ${api.granted} free API records are used up. Top up to continue.`;
    return [{ code: 'api_allowance_used', severity: 'critical', text, action }];
  }
  if (balance.records === 0) {
    const text = 'Your balance is used up, so API requests are refused. Top up to continue.';
    return [{ code: 'balance_empty', severity: 'critical', text, action }];
  }
  if (!isBalanceLow) return [];
  const text = `Your balance is low: it is enough for ${quantity(balance.records, 'more record')}.`;
  return [{ code: 'balance_low', severity: 'warning', text, action }];
}

function noticesOfKeys(keys: Situation['keys'], nowMs: number): Notice[] {
  const usable = keys.filter(({ state }) => state === 'active');
  if (usable.length === 0) {
    const action = { label: 'Create a key', path: '/keys' };
    return [
      { code: 'no_keys', severity: 'info', text: 'Create an API key to make your first request.', action },
    ];
  }
  const action = { label: 'Manage your keys', path: '/keys' };
  return usable.flatMap((key) => {
    const name = key.name || key.hint;
    const notices: Notice[] = [];
    if (key.expiresAt !== null && expiresSoon(key.createdAt, key.expiresAt, nowMs)) {
      const text = `The key “${name}” expires ${daysUntil(key.expiresAt, nowMs)}.`;
      notices.push({ code: 'key_expires_soon', severity: 'warning', text, action });
    }
    const { monthlyCapRecords: cap, capRecords } = key;
    if (cap !== null && capRecords >= cap * NEAR) {
      const text =
        capRecords >= cap
          ? `The key “${name}” has used up its cap of ${quantity(cap, 'record')} for this month.`
          : `The key “${name}” has used ${groupDigits(capRecords)} of its cap of ${quantity(cap, 'record')} for this month.`;
      notices.push({ code: 'key_cap_near', severity: 'warning', text, action });
    }
    return notices;
  });
}

function expiresSoon(createdAt: string, expiresAt: string, nowMs: number): boolean {
  const [begin, end] = [Date.parse(createdAt), Date.parse(expiresAt)];
  return end - nowMs < Math.min(SOON_MS, (end - begin) * LAST_PART);
}

function noticesOfCommandLine(
  { allowances, subscription, plan, prepaidUse, balance }: Situation,
  nowMs: number,
): Notice[] {
  const action = { label: 'See your options', path: '/billing' };
  const notices: Notice[] = [];
  if (plan?.state === 'past_due') {
    const text =
      'Your subscription could not be renewed: the payment failed. Until it is paid, the command line uses its free records.';
    const pay = { label: 'Update the payment', path: '/billing' };
    notices.push({ code: 'plan_past_due', severity: 'critical', text, action: pay });
  }
  const inForce: Allowance = subscription?.cli ?? allowances.cli;
  // Nothing to do while the balance pays.
  const isCovered = prepaidUse.cli && balance.records > 0;
  if (!isCovered && inForce.granted > 0 && inForce.remaining < inForce.granted * LITTLE) {
    const text =
      inForce.remaining === 0
        ? 'The command-line client’s records are used up.'
        : `The command-line client has ${quantity(inForce.remaining, 'record')} left.`;
    notices.push({ code: 'cli_allowance_low', severity: 'warning', text, action });
  }
  const willRenew = plan?.state === 'active';
  if (subscription && !willRenew && Date.parse(subscription.periodEnd) - nowMs < SOON_MS) {
    const text = `Your subscription's period ends ${daysUntil(subscription.periodEnd, nowMs)}.`;
    notices.push({ code: 'subscription_ends_soon', severity: 'info', text });
  }
  return notices;
}

function noticesOfSearches({ allowances: { web }, prepaidUse, balance }: Situation): Notice[] {
  if (web === null || web.remaining > 0 || (prepaidUse.web && balance.records > 0)) return [];
  return [
    {
      code: 'web_searches_used',
      severity: 'info',
      text: `You have used all ${web.granted} searches this month (UTC). Browsing is unlimited.`,
      action: { label: 'See your options', path: '/billing' },
    },
  ];
}

function daysUntil(timestamp: string, nowMs: number): string {
  const days = Math.floor((Date.parse(timestamp) - nowMs) / DAY_MS);
  return days < 1 ? 'within a day' : `in ${quantity(days, 'day')}`;
}
