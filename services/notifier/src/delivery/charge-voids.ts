import type { ledger } from '@heliograph/proto';
import { Periodic, type Logger, type RpcClient } from '@heliograph/runtime';
import type { ChargeToVoid, ChargeVoidStore } from '../storage/charge-void-store';

/** What voids charges at the ledger. */
export type VoidingLedger = Pick<RpcClient<typeof ledger.LedgerServiceService>, 'voidCharge'>;

interface ChargeVoidsParts {
  chargeVoids: Pick<ChargeVoidStore, 'claim' | 'remove'>;
  ledger: VoidingLedger;
  pollMs: number;
  logger: Logger;
  metrics: { failed(step: 'void'): void };
}

const MAXIMUM_CONCURRENT = 8;

/**
 * Voids what deliveries of deleted saved searches may have been charged, until the ledger confirms. If the process dies
 * before a charge is removed from the table, it is voided again, which changes nothing.
 */
export function createChargeVoids({
  chargeVoids,
  ledger,
  pollMs,
  logger,
  metrics,
}: ChargeVoidsParts): Periodic {
  return new Periodic(
    pollMs,
    async (isStopped) => {
      while (!isStopped()) {
        const charges = await chargeVoids.claim(MAXIMUM_CONCURRENT);
        if (charges.length === 0) return;
        const outcomes = await Promise.allSettled(
          charges.map(async (charge) => {
            await voidCharge(ledger, charge);
            await chargeVoids.remove(charge.eventId);
          }),
        );
        const failed = outcomes.find((outcome) => outcome.status === 'rejected');
        if (failed) throw failed.reason;
      }
    },
    (error) => {
      metrics.failed('void');
      logger.warn({ err: error }, 'charges of deleted saved searches were not voided; retrying');
    },
  );
}

/** Voids a delivery's charge; also blocks one that is still in flight. */
export async function voidCharge(
  ledger: VoidingLedger,
  { eventId, accountId, savedSearchId }: ChargeToVoid,
): Promise<void> {
  await ledger.voidCharge({ eventId, accountId, credentialId: savedSearchId }, { requestId: eventId });
}
