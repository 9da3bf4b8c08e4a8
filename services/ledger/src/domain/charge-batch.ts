import type { Budget } from './budget';
import type { Charge, ChargedChannel } from './charge';

/** An item of a batch, prepared for settling. */
interface BatchItem {
  charge: Charge;
  /** Its index in the batch. */
  index: number;
  /** Index of its key. */
  key: number;
  /** Records of the same account and channel before it in the batch. */
  before: bigint;
  /** Records of the same key before it in the batch. */
  keyBefore: bigint;
  /** Index of its budget; undefined without one. */
  budget: number | undefined;
  /** Records of the same budget before it in the batch. */
  budgetBefore: bigint;
}

/** A credential of an account. */
interface BatchKey {
  /** Index of the account. */
  account: number;
  credentialId: string;
  isCapped: boolean;
  records: bigint;
}

/** A key's total in the batch, by channel and operation. */
interface BatchTotal {
  key: number;
  channel: ChargedChannel;
  operation: string;
  requests: number;
  records: bigint;
}

/** The batch's total under one budget of an account. */
interface BatchBudget {
  /** Index of the account. */
  account: number;
  id: string;
  records: bigint;
  /** All of its items fit if no more than this was charged under it before the batch. */
  room: bigint;
}

/** A batch of charges, with the totals that tell whether the whole batch fits. */
export interface ChargeBatch {
  /** In byte order of their ids, which is the lock order. */
  accounts: { id: string; records: Record<ChargedChannel, bigint> }[];
  keys: BatchKey[];
  totals: BatchTotal[];
  budgets: BatchBudget[];
  /** By account, and within an account in order of arrival. */
  items: BatchItem[];
}

/** The largest database integer. */
const UNBOUNDED = 2n ** 63n - 1n;

/** Groups charges by account and key and totals them, as if every one were charged. */
export function batchOf(charges: readonly Charge[]): ChargeBatch {
  const batch: ChargeBatch = { accounts: [], keys: [], totals: [], budgets: [], items: [] };
  const keys = new Map<string, number>();
  const totals = new Map<string, BatchTotal>();
  const budgets = new Map<string, number>();
  const ordered = charges.map((charge, index) => ({ charge, index })).sort(byAccount);
  for (const { charge, index } of ordered) {
    const { accountId, credentialId, channel, operation } = charge;
    const records = BigInt(charge.records);
    let account = batch.accounts.at(-1);
    if (account?.id !== accountId) {
      account = { id: accountId, records: { api: 0n, cli: 0n } };
      batch.accounts.push(account);
      keys.clear();
      budgets.clear();
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
    const budget = charge.budget && budgetOf(batch, budgets, charge.budget);
    const budgetBefore = budget === undefined ? 0n : addToBudget(batch.budgets[budget]!, charge);
    batch.items.push({
      charge,
      index,
      key: number,
      before: account.records[channel],
      keyBefore: key.records,
      budget,
      budgetBefore,
    });
    if (charge.monthlyCapRecords !== undefined) key.isCapped = true;
    account.records[channel] += records;
    key.records += records;
    total.requests += 1;
    total.records += records;
  }
  return batch;
}

/** @returns the index of a budget of the current account. */
function budgetOf(batch: ChargeBatch, known: Map<string, number>, { id }: Budget): number {
  let number = known.get(id);
  if (number === undefined) {
    number = batch.budgets.length;
    known.set(id, number);
    batch.budgets.push({ account: batch.accounts.length - 1, id, records: 0n, room: UNBOUNDED });
  }
  return number;
}

/** @returns the budget's records before the charge in the batch. */
function addToBudget(budget: BatchBudget, { budget: asked, records }: Charge): bigint {
  const before = budget.records;
  budget.records += BigInt(records);
  const room = BigInt(asked!.records) - budget.records;
  // A charge of 0 records fits any budget.
  if (records > 0 && room < budget.room) budget.room = room;
  return before;
}

interface Placed {
  charge: Charge;
  index: number;
}

// Ids are ASCII, so UTF-16 order is byte order.
function byAccount(one: Placed, other: Placed): number {
  const [a, b] = [one.charge.accountId, other.charge.accountId];
  if (a === b) return one.index - other.index;
  return a < b ? -1 : 1;
}
