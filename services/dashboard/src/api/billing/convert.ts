import { timestampOf, timestampOrNull } from '@heliograph/views';
import type { BillingEntry, CurrentPlan } from '@heliograph/dashboard-api';
import { ledger } from '@heliograph/proto';
import { dollarsOfMicros } from '@heliograph/runtime';
import { PAYMENT_REFERENCE } from '../../payments/payment-provider';

/**
 * Kinds of entries that change an account's funds; charges are shown as usage instead. Among entries of the same
 * moment, earlier kinds count as newer: an account is opened with its grant.
 */
export const BILLING_KINDS = ['credit', 'refund', 'reversal', 'subscription', 'grant', 'expiry'] as const;
export type BillingKind = (typeof BILLING_KINDS)[number];

export function billingEntryRecord(entry: ledger.Entry): BillingEntry {
  const kind = BILLING_KINDS.find((known) => known === entry.kind);
  if (kind === undefined) throw new Error(`entries of kind ${entry.kind} are not part of billing`);
  return {
    id: entry.id,
    kind,
    amount: dollarsOfMicros(entry.balanceMicros),
    records: {
      ...(entry.apiRecords !== 0n && { api: Number(entry.apiRecords) }),
      ...(entry.cliRecords !== 0n && { cli: Number(entry.cliRecords) }),
      ...(entry.subscriptionRecords !== 0n && { subscription: Number(entry.subscriptionRecords) }),
    },
    createdAt: timestampOf(entry.createdAt),
    reference: entry.reference || null,
    reason: entry.reason || null,
    hasReceipt: isPayment(entry),
  };
}

/** Whether it was a payment rather than an operator's credit. */
export function isPayment({ kind, reference }: ledger.Entry): boolean {
  return kind === 'credit' && PAYMENT_REFERENCE.test(reference);
}

/** An account's active subscription; null if it has none, or it is unpaid or ended. */
export function currentPlanRecord(plan: ledger.Plan | undefined): CurrentPlan | null {
  if (!plan || plan.status === ledger.PlanStatus.ENDED || !plan.periodEnd) return null;
  const isActive = plan.status === ledger.PlanStatus.ACTIVE;
  return {
    state: isActive ? (plan.cancels ? 'canceling' : 'active') : 'past_due',
    price: dollarsOfMicros(plan.priceMicros),
    cliRecords: Number(plan.cliRecords),
    periodEnd: timestampOrNull(plan.periodEnd),
  };
}
