import { byAccount, differencesOf, liesBetween, type MeteringDifference } from '../domain/compare';
import type { UsageTotal } from '../domain/usage-total';
import { untilCaughtUp, type ProgressSources } from './caught-up';

/** The ledger as reconciliation sees it. */
export interface LedgerTotals {
  /** Totals of a month's entries, a page of accounts at a time; `next` is empty on the last. */
  totalsOfPage(month: string, after: string): Promise<{ totals: UsageTotal[]; next: string }>;
  totalsOfAccounts(month: string, accountIds: readonly string[]): Promise<UsageTotal[]>;
  /**
   * Differences between the ledger's entries and its funds, totals, budgets, and receipts, a page at a time; `next` is
   * empty on the last.
   */
  verifyPage(month: string, cursor: string): Promise<VerifiedPage>;
}

interface VerifiedPage {
  differences: LedgerDifference[];
  count: bigint;
  next: string;
}

interface LedgerDifference {
  accountId: string;
  field: string;
  /** According to the entries. */
  expected: bigint;
  /** According to the derived values. */
  actual: bigint;
}

interface ReconcilerParts extends ProgressSources {
  ledger: LedgerTotals;
  metering: {
    totalsOfRange(month: string, after: string, upTo: string): Promise<UsageTotal[]>;
    totalsOfAccounts(month: string, accountIds: readonly string[]): Promise<UsageTotal[]>;
  };
  /** Called before each page. */
  onProgress?(): Promise<void>;
}

interface Totals {
  requests: bigint;
  records: bigint;
  prepaidMicros: bigint;
}

export interface Reconciliation {
  month: string;
  ledger: Totals;
  metering: Totals;
  /** At most {@link MAXIMUM_LISTED} of both kinds together. */
  meteringDifferences: MeteringDifference[];
  ledgerDifferences: LedgerDifference[];
  differenceCount: bigint;
  /** Whether every event had arrived; otherwise differences may be events in flight. */
  isCaughtUp: boolean;
}

/** Maximum differences listed; the rest are only counted. */
const MAXIMUM_LISTED = 1_000;
/** How often a differing account is checked again. */
const ROUNDS = 5;
/** How long each round waits for events in flight; shorter if waiting did not help before. */
const ROUND_WAIT_MS = 2_000;
const VAIN_ROUND_WAIT_MS = 200;
/** Maximum accounts to check again; with more, something is wrong in general. */
const MAXIMUM_SUSPECTS = 5_000;
const ACCOUNTS_PER_REQUEST = 500;

/**
 * Compares a month's charges in the ledger with what metering counted, and the ledger's funds, totals, and budgets with
 * its entries.
 *
 * While charging continues, the two sides are never read at the same moment. A differing account is therefore read
 * again: ledger, (events arrive), metering, ledger. If the ledger returns the same totals twice, metering must match
 * them exactly. If not, the account is being charged, and metering must lie in between. Only a difference seen in two
 * rounds is real: in one, metering may have a charge that came and was voided between the ledger's two reads.
 */
export async function reconcile(
  parts: ReconcilerParts,
  month: string,
  waitMs: number,
): Promise<Reconciliation> {
  let isCaughtUp = await untilCaughtUp(parts, waitMs);
  const totals = { ledger: noTotals(), metering: noTotals() };
  const differing = new Differing();
  const roundWaitMs = isCaughtUp ? ROUND_WAIT_MS : VAIN_ROUND_WAIT_MS;
  let suspects = await comparePages(parts, month, totals, differing);
  const differedWhileIdle = new Set<string>();
  for (let round = 1; round <= ROUNDS && suspects.size > 0; round += 1) {
    const isLastRound = round === ROUNDS;
    const left = new Set<string>();
    isCaughtUp = true;
    for (const accountIds of chunksOf([...suspects], ACCOUNTS_PER_REQUEST)) {
      const recheck = await recheckAccounts(parts, month, accountIds, roundWaitMs);
      isCaughtUp &&= recheck.isCaughtUp;
      for (const accountId of accountIds) {
        const { before, metering, after } = recheck.totalsOf(accountId);
        const isIdle = differencesOf(before, after).length === 0;
        const found = differencesOf(after, metering);
        const isLikelyReal = isIdle && recheck.isCaughtUp;
        if (found.length === 0 || (!isIdle && liesBetween(metering, before, after))) {
          // An account that is being charged counts with the totals that metering shows.
          addTo(totals.ledger, metering);
          addTo(totals.metering, metering);
        } else if (isLastRound || (isLikelyReal && differedWhileIdle.has(accountId))) {
          differing.add(found);
          addTo(totals.ledger, after);
          addTo(totals.metering, metering);
        } else {
          left.add(accountId);
          if (isLikelyReal) differedWhileIdle.add(accountId);
          else differedWhileIdle.delete(accountId);
        }
      }
    }
    suspects = left;
  }
  const verification = await verify(parts, month);
  return {
    month,
    ...totals,
    meteringDifferences: differing.listed,
    ledgerDifferences: verification.differences.slice(0, MAXIMUM_LISTED - differing.listed.length),
    differenceCount: differing.count + verification.count,
    isCaughtUp,
  };
}

async function verify(parts: ReconcilerParts, month: string) {
  const differences: LedgerDifference[] = [];
  let count = 0n;
  let cursor = '';
  do {
    await parts.onProgress?.();
    const page = await parts.ledger.verifyPage(month, cursor);
    differences.push(...page.differences.slice(0, MAXIMUM_LISTED - differences.length));
    count += page.count;
    cursor = page.next;
  } while (cursor !== '');
  return { differences, count };
}

/** Real differences, not all of which are listed. */
class Differing {
  readonly listed: MeteringDifference[] = [];
  count = 0n;

  add(found: readonly MeteringDifference[]): void {
    this.count += BigInt(found.length);
    this.listed.push(...found.slice(0, MAXIMUM_LISTED - this.listed.length));
  }
}

/** Adds accounts that agree to the totals; returns those that do not. */
async function comparePages(
  parts: ReconcilerParts,
  month: string,
  totals: { ledger: Totals; metering: Totals },
  differing: Differing,
): Promise<Set<string>> {
  const suspects = new Set<string>();
  let after = '';
  do {
    await parts.onProgress?.();
    const { totals: page, next } = await parts.ledger.totalsOfPage(month, after);
    // Includes accounts that only metering has.
    const counted = byAccount(await parts.metering.totalsOfRange(month, after, next));
    const charged = byAccount(page);
    for (const accountId of new Set([...charged.keys(), ...counted.keys()])) {
      const [ledger, metering] = [charged.get(accountId) ?? [], counted.get(accountId) ?? []];
      const found = differencesOf(ledger, metering);
      if (found.length > 0 && suspects.size < MAXIMUM_SUSPECTS) {
        suspects.add(accountId);
      } else {
        differing.add(found);
        addTo(totals.ledger, ledger);
        addTo(totals.metering, metering);
      }
    }
    after = next;
  } while (after !== '');
  return suspects;
}

async function recheckAccounts(
  parts: ReconcilerParts,
  month: string,
  accountIds: readonly string[],
  waitMs: number,
) {
  const before = byAccount(await parts.ledger.totalsOfAccounts(month, accountIds));
  const isCaughtUp = await untilCaughtUp(parts, waitMs);
  const metering = byAccount(await parts.metering.totalsOfAccounts(month, accountIds));
  const after = byAccount(await parts.ledger.totalsOfAccounts(month, accountIds));
  return {
    isCaughtUp,
    totalsOf: (accountId: string) => ({
      before: before.get(accountId) ?? [],
      metering: metering.get(accountId) ?? [],
      after: after.get(accountId) ?? [],
    }),
  };
}

function noTotals(): Totals {
  return { requests: 0n, records: 0n, prepaidMicros: 0n };
}

function addTo(whole: Totals, totals: readonly UsageTotal[]): void {
  for (const total of totals) {
    whole.requests += total.requests;
    whole.records += total.records;
    whole.prepaidMicros += total.prepaidMicros;
  }
}

function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const chunks: Item[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}
