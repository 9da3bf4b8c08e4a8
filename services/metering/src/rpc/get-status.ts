import { onDatabase } from '@heliograph/postgres';
import type { metering } from '@heliograph/proto';
import type { Context } from '../context';
import { monthsToReconcile } from '../reconcile/scheduled';

/** How far behind the consumer is, and what the latest scheduled reconciliations found. */
export async function getStatus(context: Context): Promise<metering.MeteringStatus> {
  const { reconciliations: store } = context;
  const [lag, deadLetters, reconciliations] = await onDatabase(async () => {
    const months = Object.values(await monthsToReconcile(store, Date.now()));
    return Promise.all([context.lag(), context.deadLetters.waiting(), store.finished(months)]);
  });
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
