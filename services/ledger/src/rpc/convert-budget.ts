import { boundRule, BUDGET_ID_RULE, MINIMUM_BUDGET_RECORDS } from '@heliograph/contract';
import { ledger } from '@heliograph/proto';
import { Faults } from '@heliograph/runtime';
import { isBudgetId, isBudgetSize, type Budget } from '../domain/budget';
import { isIdentifier } from '../domain/identifiers';
import { chargeFromRequest, IDENTIFIER_RULE, type UncodedCharge } from './convert';

/** @throws ServiceError `invalid_parameter` naming every fault. */
export function budgetedChargeFromRequest({
  charge,
  budget,
}: ledger.ChargeWithinBudgetRequest): UncodedCharge & { budget: Budget } {
  const faults = new Faults();
  const { id, records } = budget ?? ledger.Budget.create();
  checkBudget({ id, records }, faults);
  return { ...chargeFromRequest(charge, faults), budget: { id, records } };
}

/** Adds the faults of a budget. */
export function checkBudget({ id, records }: Budget, faults: Faults): void {
  faults.require(isBudgetId(id), 'budget.id', `must be ${BUDGET_ID_RULE}`);
  faults.require(isBudgetSize(records), 'budget.records', `must be ${boundRule(MINIMUM_BUDGET_RECORDS)}`);
}

/** @throws ServiceError `invalid_parameter` naming every fault. */
export function checkBudgetRequest({ accountId, budgetId }: ledger.GetBudgetRequest): void {
  const faults = new Faults();
  faults.require(isIdentifier(accountId), 'account_id', IDENTIFIER_RULE);
  faults.require(isBudgetId(budgetId), 'budget_id', `must be ${BUDGET_ID_RULE}`);
  faults.throwIfAny();
}
