import { onDatabase } from '@heliograph/postgres';
import type { ledger } from '@heliograph/proto';
import type { Context } from '../context';
import { checkSubscription, subscriptionToResponse } from './convert';

/** Starts a billing period of command-line records now; a running one ends, and its remaining records expire. */
export async function startSubscription(
  context: Context,
  request: ledger.StartSubscriptionRequest,
): Promise<ledger.Subscription> {
  checkSubscription(request, Date.now());
  return onDatabase(async () =>
    subscriptionToResponse(
      await context.accounts.startSubscription(request.accountId, request.cliRecords, request.periodEnd!),
    ),
  );
}
