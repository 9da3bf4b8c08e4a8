import { ONE_TIME_API_RECORDS, ONE_TIME_CLI_RECORDS } from '../domain/funds';
import type { Charge, ChargeOutcome } from '../domain/charge';
import { inTransaction, plainArray } from '@heliograph/postgres';
import type { Pool, PoolClient } from 'pg';
import { ChargeStore } from './charge-store';

/**
 * Charges keys that share their monthly cap with keys they replaced, or that replaced them. The other keys' usage is
 * read under the account's lock, in the charge's transaction, and lowers the cap. Such keys are few, so their charges
 * leave the usual batch; charges of one key still share a transaction.
 */
export class SharedCaps {
  private readonly store: ChargeStore;

  constructor(private readonly pool: Pool) {
    this.store = new ChargeStore(pool);
  }

  /** Like {@link ChargeStore.charge}: repeated, it returns the same, even when only part of it was committed. */
  async charge(charges: readonly Charge[]): Promise<ChargeOutcome[]> {
    if (!charges.some(sharesCap)) return this.store.charge(charges);
    const outcomes: ChargeOutcome[] = [];
    const settle = async (
      places: readonly number[],
      commit: (items: readonly Charge[]) => Promise<ChargeOutcome[]>,
    ) => {
      const settled = await commit(places.map((place) => charges[place]!));
      places.forEach((place, index) => (outcomes[place] = settled[index]!));
    };
    const groups = new Map<string, number[]>();
    charges.forEach((charge, place) => {
      const name = sharesCap(charge) ? charge.credentialId : '';
      groups.set(name, [...(groups.get(name) ?? []), place]);
    });
    for (const [name, places] of groups) {
      await settle(places, (items) =>
        name === '' ? this.store.charge(items) : this.chargeShared(items.filter(sharesCap)),
      );
    }
    return outcomes;
  }

  /** @param charges all of one key. */
  private chargeShared(charges: readonly CappedCharge[]): Promise<ChargeOutcome[]> {
    return inTransaction(this.pool, async (client) => {
      const takenByOthers = await lockLineage(client, charges[0]!);
      const known = await knownEvents(client, charges);
      const isRefused = ({ eventId, records, monthlyCapRecords }: CappedCharge) =>
        records > 0 && monthlyCapRecords <= takenByOthers && !known.has(eventId);
      const charged = charges.filter((charge) => !isRefused(charge));
      // If the others have used up the cap, only charges of 0 records are left, and they need none.
      const lowered = charged.map((charge) => ({
        ...charge,
        monthlyCapRecords: positiveOrNone(charge.monthlyCapRecords - takenByOthers),
      }));
      const settled = (await new ChargeStore(client).settle(lowered)).values();
      return charges.map((charge): ChargeOutcome => {
        const isUsedUp = charge.monthlyCapRecords <= takenByOthers;
        if (isRefused(charge)) {
          return {
            verdict: 'cap_reached',
            remainingRecords: 0n,
            retryAfterSeconds: 0,
            monthUsedRecords: takenByOthers,
            budgetUsedRecords: 0n,
          };
        }
        const outcome = settled.next().value!;
        return {
          ...outcome,
          remainingRecords: isUsedUp && outcome.verdict === 'charged' ? 0n : outcome.remainingRecords,
          monthUsedRecords: outcome.monthUsedRecords + takenByOthers,
        };
      });
    });
  }
}

/** A charge of a key that shares its cap. */
type CappedCharge = Charge & { monthlyCapRecords: bigint };

const sharesCap = (charge: Charge): charge is CappedCharge =>
  charge.lineageId !== undefined && charge.monthlyCapRecords !== undefined;

/** @returns the records that the lineage's other keys used in this UTC month. */
async function lockLineage(
  client: PoolClient,
  { accountId, credentialId, lineageId }: Charge,
): Promise<bigint> {
  const { rows } = await client.query<{ records: string }>(
    'SELECT ledger.lock_lineage($1, $2, $3, $4, $5) AS records',
    [accountId, credentialId, lineageId, ONE_TIME_API_RECORDS, ONE_TIME_CLI_RECORDS],
  );
  return BigInt(rows[0]!.records);
}

/** Repeated charges get their first outcome, whatever is left of the cap. */
async function knownEvents(client: PoolClient, charges: readonly Charge[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ entry_id: string }>(
    'SELECT entry_id FROM ledger.entry WHERE entry_id = ANY($1::uuid[])',
    [plainArray(charges.map(({ eventId }) => eventId))],
  );
  return new Set(rows.map(({ entry_id: id }) => id));
}

const positiveOrNone = (records: bigint) => (records > 0n ? records : undefined);
