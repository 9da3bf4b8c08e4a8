import { ServiceError } from '@heliograph/runtime';
import type { ClientBase, Pool } from 'pg';
import {
  ACCOUNTS_OF_A_PAGE,
  MAXIMUM_DIFFERENCES,
  type Difference,
  type Verification,
} from '../domain/reconciliation';
import {
  compareAccount,
  UNVERIFIED,
  verifiedFromJson,
  verifiedToJson,
  withDifferences,
  withParts,
  type KeptAccount,
  type Verified,
} from '../domain/verified';
import { inSnapshot } from './in-snapshot';
import { differenceFromRow, type DifferenceRow } from './mapping';
import {
  partFromRow,
  totalFromRow,
  wrongLinks,
  type AccountRow,
  type FirstLinksRow,
  type LinksRow,
  type PartRow,
  type PartTotalsRow,
  type TotalRow,
} from './verification-mapping';
import * as sql from './verification-sql';

/** A page of a verification. */
interface VerificationPage {
  /** Empty for the first page; then the page before names it. */
  cursor: string;
  /** Whether every account is read from its first entry. */
  isFull: boolean;
}

/** An account of a page as it was found: its row, and how far it is verified. */
interface Found {
  kept: KeptAccount;
  hasRow: boolean;
  verified: Verified;
  /** Whether a state is stored that may be used. */
  isStored: boolean;
  /** When its reading from the start began, and whether that is part of this run. */
  startedAt: string;
  isFresh: boolean;
}

/** An account after a part of it was read. */
interface Read extends Found {
  /** How far it is verified now. */
  next: Verified;
  /** Undefined while parts of it are left. */
  differences: { listed: Difference[]; count: bigint } | undefined;
  entries: bigint;
}

interface VerificationLimits {
  /** Entries, and links, per page. */
  part: number;
  /** The age from which on entries are settled; no transaction lasts as long. */
  settledSeconds: number;
}

/** A page takes about a second. */
const LIMITS: VerificationLimits = { part: 20_000, settledSeconds: 600 };
const FIRST_LINKS_AT_ONCE = 1_000;

/**
 * Compares accounts with their entries, a page at a time.
 *
 * A page reads accounts in the order of their ids, and of each the part of its entries that is not verified yet, in a
 * snapshot that lasts about a second: a longer one would keep the dead rows of accounts that are being charged. If all
 * of an account is read, it is compared, in the same snapshot; how far it is verified is kept in
 * `ledger.verified_account`. So the next run reads only what is new, a run that died is continued, and an account of
 * any size is read in as many pages as it takes.
 *
 * Only settled entries are kept as verified: those that began so long ago that none can be committed before them. If a
 * clock or a transaction breaks this, or if rows were edited, the account differs; it is then read from the start, and
 * only a difference from that reading is reported. Of an account with differences nothing is kept. What was edited in a
 * verified part is found when the account is next read from the start: daily, or by a full verification.
 */
export class VerificationStore {
  private firstLink: string | undefined;

  /** @param pool for reports. */
  constructor(
    private readonly pool: Pool,
    private readonly limits = LIMITS,
  ) {}

  /** Verifies everything from the start, for callers that know no pages. */
  async verify(month: string, timeLeftMs: () => number): Promise<Verification> {
    const whole: Verification = { accounts: 0n, entries: 0n, differences: [], differenceCount: 0n };
    let cursor = '';
    do {
      const page = await this.verifyPage(month, { cursor, isFull: true }, timeLeftMs());
      whole.accounts += page.accounts;
      whole.entries += page.entries;
      whole.differences.push(...page.differences.slice(0, MAXIMUM_DIFFERENCES - whole.differences.length));
      whole.differenceCount += page.differenceCount;
      cursor = page.nextCursor;
    } while (cursor !== '');
    return whole;
  }

  /**
   * Verifies the accounts after the cursor, as many as one page can.
   *
   * @param month `YYYY-MM`
   * @returns `nextCursor`: empty on the last page.
   * @throws ServiceError `invalid_parameter` for an unknown cursor.
   */
  async verifyPage(
    month: string,
    { cursor, isFull }: VerificationPage,
    timeoutMs: number,
  ): Promise<Verification & { nextCursor: string }> {
    const from = cursor === '' ? undefined : parseCursor(cursor);
    const firstLink = await this.positionOfFirstLink();
    const day = `${month}-01`;
    const page = await inSnapshot(this.pool, timeoutMs, async (client) => {
      const begunAt = from?.begunAt ?? (await client.query<{ now: string }>(sql.NOW)).rows[0]!.now;
      const { rows } = await client.query<{ account_id: string }>(sql.PAGE_OF_ACCOUNTS, [
        from?.after ?? '',
        ACCOUNTS_OF_A_PAGE,
      ]);
      const ids = rows.map((row) => row.account_id);
      const found = this.asManyAsFit(await findAccounts(client, ids, day, begunAt, isFull));
      const isLast = ids.length < ACCOUNTS_OF_A_PAGE && found.length === ids.length;
      return { begunAt, isLast, accounts: await this.readAccounts(client, found, day, firstLink) };
    });
    await this.keep(day, page.accounts);

    // What follows an account of which more is to be read belongs to the next page.
    const isDone = ({ differences, isFresh }: Read) =>
      differences !== undefined && (differences.count === 0n || isFresh);
    const open = page.accounts.findIndex((account) => !isDone(account));
    const done = open < 0 ? page.accounts : page.accounts.slice(0, open);
    const after = done.at(-1)?.kept.accountId ?? from?.after ?? '';
    return {
      accounts: BigInt(done.filter(({ hasRow }) => hasRow).length),
      entries: done.reduce((sum, { entries }) => sum + entries, 0n),
      differences: done.flatMap(({ differences }) => differences!.listed).slice(0, MAXIMUM_DIFFERENCES),
      differenceCount: done.reduce((sum, { differences }) => sum + differences!.count, 0n),
      nextCursor: open < 0 && page.isLast ? '' : `${page.begunAt} ${after}`,
    };
  }

  /** Removes up to `limit` states that are of no more use. */
  async removeOld(limit: number): Promise<number> {
    return (await this.pool.query(sql.REMOVE_OLD, [limit])).rowCount ?? 0;
  }

  /** As many accounts as have about one part to be read, and at least one. */
  private asManyAsFit(found: readonly Found[]): Found[] {
    let left = this.limits.part;
    const beyond = found.findIndex(({ kept, verified }) => {
      left -= Number(kept.receiptSequence - verified.entryTotals.links);
      return left < 0;
    });
    return found.slice(0, beyond < 0 ? found.length : Math.max(1, beyond));
  }

  /** Reads the next part of each account, and compares those of which nothing is left. */
  private async readAccounts(
    client: ClientBase,
    found: readonly Found[],
    day: string,
    firstLink: string | undefined,
  ): Promise<Read[]> {
    const ids = found.map(({ kept }) => kept.accountId);
    const of = <Value>(value: (verified: Verified) => Value) => found.map(({ verified }) => value(verified));
    const { rows: parts } = await client.query<PartRow>(sql.PARTS, [
      ids,
      of(({ at }) => at),
      of(({ position }) => position),
      this.limits.part,
      this.limits.settledSeconds,
    ]);
    const whole = parts.filter(({ is_cut }) => !is_cut);
    const { rows: partTotals } = await client.query<PartTotalsRow>(sql.PART_TOTALS, [
      [...ids, ...whole.map((part) => part.account_id)],
      [...ids.map(() => true), ...whole.map(() => false)],
      [...of(({ at }) => at), ...whole.map(({ at }) => at)],
      [...of(({ position }) => position), ...whole.map(({ position }) => position)],
      [...parts.map(({ at }) => at), ...whole.map(() => 'infinity')],
      [...parts.map(({ position }) => position), ...whole.map(() => 0)],
      day,
      firstLink ?? null,
    ]);
    const { rows: budgets } = await client.query<DifferenceRow & { count: string }>(sql.BUDGETS, [
      ids,
      of(({ hour }) => hour),
      parts.map(({ is_cut, hour }) => (is_cut ? hour : 'infinity')),
    ]);
    const { rows: links } = await client.query<LinksRow>(sql.LINKS, [
      ids,
      of(({ link }) => link ?? null),
      day,
      this.limits.part,
    ]);
    const { rows: totals } = await client.query<TotalRow>(sql.TOTALS, [ids, day]);

    const [partTotalsOf, budgetsOf] = [byAccount(partTotals), byAccount(budgets)];
    const [linksOf, totalsOf] = [byAccount(links), byAccount(totals)];
    return found.map((account, index) => {
      const { accountId } = account.kept;
      const part = parts[index]!;
      const ofAccount = partTotalsOf.get(accountId) ?? [];
      const [checked] = linksOf.get(accountId)!;
      const foundBudgets = budgetsOf.get(accountId) ?? [];
      const settled = withParts(account.verified, ofAccount.filter((row) => row.is_settled).map(partFromRow));
      const onTheWay = withDifferences(
        account.verified,
        [...foundBudgets.map(differenceFromRow), ...wrongLinks(accountId, checked!)],
        BigInt(foundBudgets[0]?.count ?? 0) + BigInt(checked!.wrong),
      );
      const next: Verified = {
        ...onTheWay,
        ...settled,
        at: part.at,
        position: BigInt(part.position),
        hour: part.hour,
        link: BigInt(checked!.last ?? checked!.low),
      };
      if (part.is_cut || Number(checked!.links) === this.limits.part) {
        return { ...account, next, differences: undefined, entries: 0n };
      }
      const all = withParts(settled, ofAccount.filter((row) => !row.is_settled).map(partFromRow));
      const compared = compareAccount(account.kept, (totalsOf.get(accountId) ?? []).map(totalFromRow), all);
      const { differences, differenceCount } = withDifferences(next, compared, BigInt(compared.length));
      return {
        ...account,
        next,
        differences: { listed: [...differences], count: differenceCount },
        entries: all.entryTotals.entries,
      };
    });
  }

  /** Dies before this: the next run reads the same again. */
  private async keep(day: string, accounts: readonly Read[]): Promise<void> {
    const differing = accounts.filter(({ differences }) => differences && differences.count > 0n);
    if (differing.length > 0) {
      await this.pool.query(sql.FORGET, [day, differing.map(({ kept }) => kept.accountId)]);
    }
    const moved = accounts.filter(
      ({ differences, isStored, verified, next }) =>
        (differences === undefined || differences.count === 0n) &&
        (!isStored ||
          verified.entryTotals.entries !== next.entryTotals.entries ||
          verified.link !== next.link),
    );
    if (moved.length === 0) return;
    await this.pool.query(sql.KEEP, [
      day,
      moved.map(({ kept }) => kept.accountId),
      moved.map(({ startedAt }) => startedAt),
      moved.map(({ next }) => verifiedToJson(next)),
    ]);
  }

  /**
   * The ledger's first link: charges and corrections after it must be links. It never changes, so it is looked for once
   * in the life of a process; undefined before there is one.
   */
  private async positionOfFirstLink(): Promise<string | undefined> {
    if (this.firstLink !== undefined) return this.firstLink;
    let first: bigint | undefined;
    let after: string | undefined = '';
    while (after !== undefined) {
      const found: { rows: FirstLinksRow[] } = await this.pool.query(sql.FIRST_LINKS, [
        after,
        FIRST_LINKS_AT_ONCE,
      ]);
      const { position, account_id, accounts }: FirstLinksRow = found.rows[0]!;
      if (position !== null && (first === undefined || BigInt(position) < first)) first = BigInt(position);
      after = Number(accounts) === FIRST_LINKS_AT_ONCE ? account_id! : undefined;
    }
    this.firstLink = first?.toString();
    return this.firstLink;
  }
}

async function findAccounts(
  client: ClientBase,
  ids: readonly string[],
  day: string,
  begunAt: string,
  isFull: boolean,
): Promise<Found[]> {
  const { rows } = await client.query<AccountRow>(sql.ACCOUNTS, [ids, day, begunAt, isFull]);
  return rows.map((row) => {
    const verified = row.state === null ? undefined : verifiedFromJson(row.state);
    return {
      kept: {
        accountId: row.account_id,
        api: BigInt(row.api),
        cli: BigInt(row.cli),
        subscription: BigInt(row.subscription),
        micros: BigInt(row.micros),
        receiptSequence: BigInt(row.receipt_sequence),
        lastLink: row.last_link === null ? undefined : BigInt(row.last_link),
        isHeadRight: row.is_head_right,
      },
      hasRow: row.has_row,
      verified: verified ?? UNVERIFIED,
      isStored: verified !== undefined,
      startedAt: verified === undefined ? row.now : row.started_at!,
      isFresh: verified === undefined || row.is_fresh,
    };
  });
}

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) (.*)$/s;

function parseCursor(cursor: string): { begunAt: string; after: string } {
  const [, begunAt, after] = CURSOR.exec(cursor) ?? [];
  if (begunAt === undefined || after === undefined) {
    throw new ServiceError('invalid_parameter', 'The cursor is not one of a verification.');
  }
  return { begunAt, after };
}

function byAccount<Row extends { account_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const grouped = new Map<string, Row[]>();
  for (const row of rows) {
    const group = grouped.get(row.account_id);
    if (group) group.push(row);
    else grouped.set(row.account_id, [row]);
  }
  return grouped;
}
