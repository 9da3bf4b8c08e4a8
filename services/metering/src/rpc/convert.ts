import { isMonth, MONTH_RULE } from '@heliograph/contract';
import type { DeadLetterItem } from '@heliograph/event-log';
import type { metering } from '@heliograph/proto';
import { Issues, isIdentifier, IDENTIFIER_RULE } from '@heliograph/runtime';
import type { TotalField } from '../domain/usage-total';
import type { Reconciliation } from '../reconcile/reconciler';

const MAXIMUM_WAIT_SECONDS = 600;
const MAXIMUM_PAGE = 500;
const MAXIMUM_LARGEST = 50;

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkUsageHistoryRequest({ accountId, month }: metering.GetUsageHistoryRequest): void {
  const issues = new Issues();
  issues.require(isIdentifier(accountId), 'account_id', IDENTIFIER_RULE);
  issues.require(month === '' || isMonth(month), 'month', MONTH_RULE);
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` */
export function checkUsageMonthsRequest({ accountId }: metering.ListUsageMonthsRequest): void {
  const issues = new Issues();
  issues.require(isIdentifier(accountId), 'account_id', IDENTIFIER_RULE);
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkSummaryRequest({ month, limit }: metering.SummarizeUsageRequest): void {
  const issues = new Issues();
  issues.require(month === '' || isMonth(month), 'month', MONTH_RULE);
  issues.require(limit >= 1 && limit <= MAXIMUM_LARGEST, 'limit', `must be 1 to ${MAXIMUM_LARGEST}`);
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkReconcileRequest({ month, waitSeconds }: metering.ReconcileRequest): void {
  const issues = new Issues();
  issues.require(month === '' || isMonth(month), 'month', MONTH_RULE);
  issues.require(
    waitSeconds <= MAXIMUM_WAIT_SECONDS,
    'wait_seconds',
    `must be at most ${MAXIMUM_WAIT_SECONDS}`,
  );
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` */
export function checkDeadLettersRequest({ limit }: metering.ListDeadLettersRequest): void {
  const issues = new Issues();
  issues.require(limit <= MAXIMUM_PAGE, 'limit', `must be at most ${MAXIMUM_PAGE}`);
  issues.throwIfAny();
}

/** Field names on the wire. */
const FIELD_NAMES: Readonly<Record<TotalField, string>> = {
  requests: 'requests',
  records: 'records',
  allowanceRecords: 'allowance_records',
  prepaidRecords: 'prepaid_records',
  subscriptionRecords: 'subscription_records',
  prepaidMicros: 'prepaid_micros',
};

export function reconciliationToResponse(reconciliation: Reconciliation): metering.Reconciliation {
  const { month, ledger, meteringDifferences, ledgerDifferences, differenceCount, isCaughtUp } =
    reconciliation;
  return {
    month,
    ledger,
    metering: reconciliation.metering,
    differences: [
      ...meteringDifferences.map((difference) => ({
        kind: 'metering',
        accountId: difference.accountId,
        credentialId: difference.credentialId,
        channel: difference.channel,
        operation: difference.operation,
        field: FIELD_NAMES[difference.field],
        ledger: difference.ledger,
        other: difference.metering,
      })),
      ...ledgerDifferences.map(({ accountId, field, expected, actual }) => ({
        kind: 'ledger',
        accountId,
        credentialId: '',
        channel: '',
        operation: '',
        field,
        ledger: expected,
        other: actual,
      })),
    ],
    differenceCount,
    caughtUp: isCaughtUp,
  };
}

export function deadLetterToResponse(item: DeadLetterItem): metering.DeadLetter {
  const { id, topic, key, eventId, reason, value } = item;
  return { id, topic, key, eventId, reason, failedAt: new Date(item.failedAtMs), value };
}
