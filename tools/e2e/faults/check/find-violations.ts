import type { Violation } from '../load/journal';
import { checkCharges, checkCredentials, checkPayment } from './check-charges';
import { checkDeadLetters, checkEvents, checkOrder } from './check-events';
import { checkCaps, checkCredits, checkFunds } from './check-funds';
import { checkHistory } from './check-history';
import { checkReceipts } from './check-receipts';
import { checkReconciliation, checkTotals, checkUsage } from './check-totals';
import { checkWebhooks } from './check-webhooks';
import type { Evidence } from './evidence';

const CHECKS: readonly ((evidence: Evidence) => Violation[])[] = [
  checkCharges,
  checkPayment,
  checkCredentials,
  checkFunds,
  checkCaps,
  checkCredits,
  checkHistory,
  checkReceipts,
  checkEvents,
  checkOrder,
  checkDeadLetters,
  checkTotals,
  checkReconciliation,
  checkUsage,
  checkWebhooks,
];

/** Every disagreement between clients, ledger, topic, and metering. */
export function findViolations(evidence: Evidence): Violation[] {
  return CHECKS.flatMap((check) => check(evidence));
}
