import { isMonth, MONTH_RULE } from '@heliograph/contract';
import type { ledger } from '@heliograph/proto';
import { Issues, isIdentifier, IDENTIFIER_RULE } from '@heliograph/runtime';

/** Maximum for a call that names accounts. */
const MAXIMUM_NAMED_ACCOUNTS = 1_000;

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkMonth(month: string): void {
  const issues = new Issues();
  issues.require(isMonth(month), 'month', MONTH_RULE);
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkTotalsRequest(request: ledger.ListChargeTotalsRequest): void {
  const { month, afterAccountId, accountIds } = request;
  const issues = new Issues();
  issues.require(isMonth(month), 'month', MONTH_RULE);
  issues.require(
    afterAccountId === '' || isIdentifier(afterAccountId),
    'after_account_id',
    `${IDENTIFIER_RULE}, or empty`,
  );
  issues.require(
    accountIds.length <= MAXIMUM_NAMED_ACCOUNTS && accountIds.every(isIdentifier),
    'account_ids',
    `must be at most ${MAXIMUM_NAMED_ACCOUNTS} ids`,
  );
  issues.throwIfAny();
}
