import { BUDGET_HEADERS, overMaximumText } from '@heliograph/contract';
import type { ledger } from '@heliograph/proto';
import { ServiceError, toServiceError } from '@heliograph/runtime';
import { backendOf } from '../backends';
import type { GatewayContext } from '../context';
import type { CostBounds } from '../domain/cost-bounds';
import type { Exchange } from '../http/exchange';

const PAYMENT_REQUIRED = 402;
const BUDGET_TIMEOUT_MS = 1_000;

/** @throws ServiceError `budget_reached` if a response costs more than the request allows. */
export function requireWithinMaximum(
  { metrics }: GatewayContext,
  { maximumRecords: maximum = Infinity }: CostBounds,
  records: number,
): void {
  if (records <= maximum) return;
  metrics.budgetReached('maximum');
  throw new ServiceError('budget_reached', overMaximumText(records, maximum));
}

export function setBudgetRemaining(exchange: Exchange, records: bigint): void {
  exchange.setHeader(BUDGET_HEADERS.remaining, String(records));
}

/** Adds what is left of the request's budget to a refusal for lack of records or budget. */
export async function addBudgetToRefusal(
  context: GatewayContext,
  exchange: Exchange,
  budget: ledger.Budget | undefined,
  refusal: unknown,
): Promise<void> {
  if (toServiceError(refusal).status === PAYMENT_REQUIRED)
    await fetchBudgetRemaining(context, exchange, budget);
}

/**
 * Adds what is left of a request's budget to a response that charges nothing. The response is ready, so it is sent even
 * if the figure is unavailable.
 */
export async function fetchBudgetRemaining(
  context: GatewayContext,
  exchange: Exchange,
  budget: ledger.Budget | undefined,
): Promise<void> {
  if (!budget) return;
  const request = { accountId: exchange.credential!.accountId, budgetId: budget.id };
  const response = await backendOf(context, exchange)
    .ledger.getBudget(request, exchange.call(BUDGET_TIMEOUT_MS))
    .catch(() => undefined);
  if (!response) return;
  const left = BigInt(budget.records) - response.usedRecords;
  setBudgetRemaining(exchange, left > 0n ? left : 0n);
}
