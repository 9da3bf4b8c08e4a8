import { onDatabase } from '@heliograph/postgres';
import type { metering } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { monthOf } from '../domain/calendar';

import { checkReconcileRequest, reconciliationToResponse } from './convert';

/** Time left for the comparison itself if waiting would use up the caller's deadline. */
const COMPARISON_MS = 5_000;

/**
 * Compares a month's charges with what was counted, and the ledger's funds and totals with all of its entries.
 * Changes nothing.
 *
 * @throws ServiceError `unavailable` while the ledger, the event log, or the database is not responding.
 */
export async function reconcileMonth(
  context: Context,
  request: metering.ReconcileRequest,
  call: CallContext,
): Promise<metering.Reconciliation> {
  checkReconcileRequest(request);
  const month = request.month || monthOf(Date.now());
  const waitMs = Math.max(0, Math.min(request.waitSeconds * 1_000, call.remainingMs() - COMPARISON_MS));
  const outgoing = () => ({
    requestId: call.requestId,
    traceparent: call.traceparent,
    timeoutMs: call.remainingMs(),
  });
  return reconciliationToResponse(
    await onDatabase(() =>
      context.reconcile(month, { waitMs, call: outgoing, signal: call.signal, isFull: true }),
    ),
  );
}
