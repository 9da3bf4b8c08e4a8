import type { Charge, ChargedChannel } from './charge';

/** An item of a batch as it is settled. */
interface BatchItem {
  charge: Charge;
  /** Where it came in the batch. */
  index: number;
  /** Its key, counted from 0. */
  key: number;
  /** Records of its account and channel that come before it in the batch. */
  before: bigint;
  /** Records of its key that come before it in the batch. */
  keyBefore: bigint;
}

/** A credential of an account. */
interface BatchKey {
  /** Counted from 0. */
  account: number;
  credentialId: string;
  isCapped: boolean;
  records: bigint;
}

/** What a key takes in the batch through one channel by one operation. */
interface BatchTotal {
  key: number;
  channel: ChargedChannel;
  operation: string;
  requests: number;
  records: bigint;
}

/** A batch of charges, with the totals that say whether all of it fits. */
export interface ChargeBatch {
  /** In the order of their ids, byte by byte, in which they are locked. */
  accounts: { id: string; records: Record<ChargedChannel, bigint> }[];
  keys: BatchKey[];
  totals: BatchTotal[];
  /** By account, and those of an account in the order in which they came. */
  items: BatchItem[];
}

/** Groups charges by account and key and adds them up, as if each of them were charged. */
export function batchOf(charges: readonly Charge[]): ChargeBatch {
  const batch: ChargeBatch = { accounts: [], keys: [], totals: [], items: [] };
  const keys = new Map<string, number>();
  const totals = new Map<string, BatchTotal>();
  const ordered = charges.map((charge, index) => ({ charge, index })).sort(byAccount);
  for (const { charge, index } of ordered) {
    const { accountId, credentialId, channel, operation } = charge;
    const records = BigInt(charge.records);
    let account = batch.accounts.at(-1);
    if (account?.id !== accountId) {
      account = { id: accountId, records: { api: 0n, cli: 0n } };
      batch.accounts.push(account);
      keys.clear();
    }
    let number = keys.get(credentialId);
    if (number === undefined) {
      number = batch.keys.length;
      keys.set(credentialId, number);
      batch.keys.push({ account: batch.accounts.length - 1, credentialId, isCapped: false, records: 0n });
    }
    const key = batch.keys[number]!;
    const place = `${number} ${channel} ${operation}`;
    let total = totals.get(place);
    if (!total) {
      total = { key: number, channel, operation, requests: 0, records: 0n };
      totals.set(place, total);
      batch.totals.push(total);
    }
    batch.items.push({
      charge,
      index,
      key: number,
      before: account.records[channel],
      keyBefore: key.records,
    });
    if (charge.monthlyCapRecords !== undefined) key.isCapped = true;
    account.records[channel] += records;
    key.records += records;
    total.requests += 1;
    total.records += records;
  }
  return batch;
}

interface Placed {
  charge: Charge;
  index: number;
}

// Ids are ASCII, so the order of UTF-16 units is that of bytes.
function byAccount(one: Placed, other: Placed): number {
  const [a, b] = [one.charge.accountId, other.charge.accountId];
  if (a === b) return one.index - other.index;
  return a < b ? -1 : 1;
}
