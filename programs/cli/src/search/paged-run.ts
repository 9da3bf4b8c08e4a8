import { MAXIMUM_BUDGET_RECORDS, MAXIMUM_PAGE_SIZE, quantity } from '@heliograph/contract';
import {
  evenPageSize,
  type CostOptions,
  type PageParameters,
  type SearchPage,
  type Signal,
} from '@heliograph/sdk';
import { randomUUID } from 'node:crypto';
import type { Context } from '../context';
import { TASK_MAX_WAIT_SECONDS } from '../http/connection';
import { startProgress, type Progress } from '../output/progress';
import type { RecordPrinter } from '../output/record-printer';
import { confirmRecords } from './confirm-records';
import { mayBeCharged, pageKey } from './page-key';
import { nextPageSize } from './page-size';

/** What is known, and agreed to, before the first page. */
export interface RunPlan {
  /** Signals that match; undefined in semantic mode, where the first page reports it. */
  matched: number | undefined;
  /** Records the run may use; `Infinity` for all. */
  maxRecords: number;
  /** Records the credential can still pay for, if known. */
  recordsLeft: number | undefined;
  /** Records left in the budget, if known. */
  budgetLeft: number | undefined;
}

/** The outcome of a search over all pages. */
export interface Fetched {
  signals: number;
  recordsUsed: number;
  recordsLeft: number | undefined;
  /** Records left in the budget; undefined without one. */
  budgetLeft: number | undefined;
  /** The next cursor; null at the end. */
  nextCursor: string | null;
}

/** A requested page whose response has not arrived. */
interface PendingPage {
  limit: number;
  idempotencyKey: string;
}

/** Fetches and prints all pages of a search. */
export class PagedRun {
  private readonly isRanked: boolean;
  /** A semantic cursor, and replaying a page by its key, both require the same page size. */
  private readonly isSizeFixed: boolean;
  /** The size of all pages, unless a last one or the records left require less. */
  private readonly pageSize: number;
  private readonly ownBudgetId = `signals-${randomUUID()}`;
  private readonly state: Fetched;
  private maxRecords: number;
  private matched: number | undefined;
  private pages = 0;
  private search: SearchPage['search'];
  private pendingPage: PendingPage | undefined;
  private progress: Progress | undefined;

  constructor(
    private readonly context: Context,
    private readonly parameters: PageParameters,
    private readonly printer: RecordPrinter<Signal>,
    /** As the user gave them. */
    private readonly options: { maxRecords: number | undefined; idempotencyKey: string | undefined },
    { matched, maxRecords, recordsLeft, budgetLeft }: RunPlan,
  ) {
    this.isRanked = parameters.semantic !== undefined;
    this.isSizeFixed = this.isRanked || options.idempotencyKey !== undefined;
    this.pageSize = pageSizeOf(parameters, maxRecords);
    this.matched = matched;
    this.maxRecords = maxRecords;
    const nextCursor = parameters.cursor ?? '';
    this.state = { signals: 0, recordsUsed: 0, recordsLeft, budgetLeft, nextCursor };
  }

  /** Runs to the end, or to the maximum. However it ends, closes the output and says how to continue. */
  async fetch(): Promise<Fetched> {
    try {
      for (let limit = this.nextLimit(); limit > 0; limit = this.nextLimit()) {
        await this.fetchPage(limit);
        if (this.isRanked && this.pages === 1) await this.confirmRest();
      }
    } catch (error) {
      if (!mayBeCharged(error)) this.pendingPage = undefined;
      throw error;
    } finally {
      this.progress?.stop();
      try {
        await this.finishOutput();
      } finally {
        this.printResumeHint();
      }
    }
    return this.state;
  }

  /** The next page's size; 0 if there is none. */
  private nextLimit(): number {
    const { signals, nextCursor, recordsLeft, budgetLeft } = this.state;
    if (nextCursor === null) return 0;
    const limit = nextPageSize(this.pageSize, this.maxRecords - signals, this.isRanked);
    if (this.isSizeFixed) return limit;
    // The API charges whole pages, and would reject one larger than the records left. With none left, its error helps.
    const left = leastOf(recordsLeft, budgetLeft);
    return left ? Math.min(limit, left) : limit;
  }

  private async fetchPage(limit: number): Promise<void> {
    this.pendingPage = { limit, idempotencyKey: pageKey(this.options.idempotencyKey, this.pages + 1) };
    const page = await this.requestPage(this.pendingPage);
    this.pages += 1;
    this.search = page.search;
    this.matched ??= page.search?.matched ?? page.items.length;
    const { progressStream } = this.context.terminal;
    this.progress ??= startProgress(progressStream, Math.min(this.maxRecords, this.matched));
    await this.printer.print(page.items);
    this.record(page);
    this.pendingPage = undefined;
    this.progress.update(this.state.signals);
  }

  private requestPage({ limit, idempotencyKey }: PendingPage): Promise<SearchPage> {
    const parameters = { ...this.parameters, limit, cursor: this.state.nextCursor || undefined };
    const request = { ...this.costBounds(), idempotencyKey };
    return this.context.connection.run(
      (client, options) => client.signals.search(parameters, { ...options, ...request }),
      { maxWaitSeconds: TASK_MAX_WAIT_SECONDS, isPaid: true },
    );
  }

  /**
   * Cost limits of the next page: what is left of the maximum, and the user's budget, or else a budget of the whole
   * maximum for this run.
   */
  private costBounds(): CostOptions {
    const { maxRecords } = this;
    if (!Number.isFinite(maxRecords)) return {};
    const own =
      maxRecords <= MAXIMUM_BUDGET_RECORDS ? { id: this.ownBudgetId, records: maxRecords } : undefined;
    const budget = this.context.connection.budget ?? own;
    const left = maxRecords - this.state.signals;
    return { maxRecords: Math.min(left, MAXIMUM_BUDGET_RECORDS), ...(budget && { budget }) };
  }

  private record({ items, meta, nextCursor }: SearchPage): void {
    const { state } = this;
    state.signals += items.length;
    state.recordsUsed += meta.recordsConsumed;
    state.recordsLeft = meta.recordsRemaining ?? state.recordsLeft;
    state.budgetLeft = meta.budgetRemaining;
    state.nextCursor = nextCursor;
  }

  /** In semantic mode, asks after the first page, which reports the number of matches. */
  private async confirmRest(): Promise<void> {
    const { signals, recordsLeft, nextCursor } = this.state;
    if (nextCursor === null) return;
    const agreed = await confirmRecords(this.context, {
      matched: this.matched!,
      fetched: signals,
      // Repeating a run with its key is free, whatever is left.
      left: this.options.idempotencyKey === undefined ? recordsLeft : undefined,
      maxRecords: this.options.maxRecords,
    });
    this.maxRecords = agreed ?? signals;
  }

  private async finishOutput(): Promise<void> {
    // If the first page failed, print nothing that could be mistaken for a result.
    if (this.pages === 0) return;
    await this.printer.finish({ nextCursor: this.state.nextCursor, search: this.search });
  }

  /** Names the flags to continue with. A page that may have been charged is repeated with its size and key, for free. */
  private printResumeHint(): void {
    const { pendingPage } = this;
    const { signals, nextCursor } = this.state;
    if (nextCursor === null || (this.pages === 0 && !pendingPage)) return;
    const limit = pendingPage?.limit ?? this.pageSize;
    const isLimitImplied = !this.isRanked && limit === this.pageSize;
    const left = (this.options.maxRecords ?? 0) - signals;
    const allowsPage = nextPageSize(limit, left, this.isRanked) > 0;
    const flags = [
      ...(isLimitImplied ? [] : [`--limit ${limit}`]),
      ...(nextCursor === '' ? [] : [`--cursor ${nextCursor}`]),
      ...(allowsPage ? [`--max-records ${left}`] : []),
      ...(pendingPage ? [`--idempotency-key ${pendingPage.idempotencyKey}`] : []),
    ];
    const { terminal } = this.context;
    terminal.note(`Stopped after ${quantity(signals, 'signal')}. To continue, add: ${flags.join(' ')}`);
  }
}

function pageSizeOf({ limit, semantic, cursor }: PageParameters, maxRecords: number): number {
  if (semantic === undefined) return limit ?? MAXIMUM_PAGE_SIZE;
  const even = evenPageSize(maxRecords);
  // A cursor is bound to a page size.
  return Math.min(limit ?? even, cursor === undefined ? even : maxRecords);
}

/** The smaller of two numbers, of which either may be unknown. */
export function leastOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}
