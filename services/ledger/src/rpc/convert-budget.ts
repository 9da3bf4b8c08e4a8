import { boundRule, BUDGET_ID_RULE, MINIMUM_BUDGET_RECORDS } from '@heliograph/contract';
import { ledger } from '@heliograph/proto';
import { Issues, isIdentifier, IDENTIFIER_RULE } from '@heliograph/runtime';
import { isBudgetId, isBudgetSize, type Budget } from '../domain/budget';
import { chargeFromRequest, type UncompressedCharge } from './convert';

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function budgetedChargeFromRequest({
  charge,
  budget,
}: ledger.ChargeWithinBudgetRequest): UncompressedCharge & { budget: Budget } {
  const issues = new Issues();
  const { id, records } = budget ?? ledger.Budget.create();
  checkBudget({ id, records }, issues);
  return { ...chargeFromRequest(charge, issues), budget: { id, records } };
}

/** Adds the issues of a budget. */
export function checkBudget({ id, records }: Budget, issues: Issues): void {
  issues.require(isBudgetId(id), 'budget.id', `must be ${BUDGET_ID_RULE}`);
  issues.require(isBudgetSize(records), 'budget.records', `must be ${boundRule(MINIMUM_BUDGET_RECORDS)}`);
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkBudgetRequest({ accountId, budgetId }: ledger.GetBudgetRequest): void {
  const issues = new Issues();
  issues.require(isIdentifier(accountId), 'account_id', IDENTIFIER_RULE);
  issues.require(isBudgetId(budgetId), 'budget_id', `must be ${BUDGET_ID_RULE}`);
  issues.throwIfAny();
}
