import { onDatabase } from '@heliograph/postgres';
import type { metering } from '@heliograph/proto';
import type { Context } from '../context';

/** How far behind the consumer is. */
export async function getStatus(context: Context): Promise<metering.MeteringStatus> {
  const [lag, deadLetters] = await onDatabase(() =>
    Promise.all([context.lag(), context.deadLetters.waiting()]),
  );
  return { lag: BigInt(lag), deadLetters: BigInt(deadLetters) };
}
