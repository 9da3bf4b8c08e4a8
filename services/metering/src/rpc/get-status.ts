import { onDatabase } from '@heliograph/postgres';
import type { metering } from '@heliograph/proto';
import type { Context } from '../context';
import { monthsToReconcile } from '../reconcile/scheduled';

/** How far behind the consumer is, and what the latest scheduled reconciliations found. */
export async function getStatus(context: Context): Promise<metering.MeteringStatus> {
  const months = Object.values(monthsToReconcile(Date.now()));
  const [lag, deadLetters, reconciliations] = await onDatabase(() =>
    Promise.all([context.lag(), context.deadLetters.waiting(), context.reconciliations.finished(months)]),
  );
  return {
    lag: BigInt(lag),
    deadLetters: BigInt(deadLetters),
    reconciliations: reconciliations.map(({ month, finishedAt, differences }) => ({
      month,
      finishedAt,
      differences: BigInt(differences),
    })),
  };
}
