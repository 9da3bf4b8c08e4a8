import type { company } from '@heliograph/proto';
import type { OutgoingCall, RpcClient } from '@heliograph/runtime';
import { setTimeout as sleep } from 'node:timers/promises';

/** Options older than this are refreshed in the background when used. */
const FRESH_MS = 2_000;
/**
 * Minimum interval between refreshes, however many unknown identifiers are requested. Finding the lists unchanged costs
 * the company service one row; unknown identifiers delay a new one by at most this long.
 */
const MINIMUM_INTERVAL_MS = 10;

export type CompanyClient = Pick<RpcClient<typeof company.CompanyServiceService>, 'getFilterOptions'>;

/**
 * Caches some of the company service's filter options. A stale copy never causes a refusal: `refreshed` returns options
 * fetched after the request arrived.
 */
export class OptionListsCache {
  private options: company.FilterOptions | undefined;
  private askedAtMs = 0;
  private lastStartMs = Number.NEGATIVE_INFINITY;
  private running: Promise<company.FilterOptions> | undefined;
  private waiting: Promise<company.FilterOptions> | undefined;

  constructor(
    private readonly companyClient: CompanyClient,
    private readonly lists: company.FilterLists,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /**
   * The options as last seen, refreshed in the background when older than 2 s; fetched if there are none.
   *
   * @throws ServiceError if there are none and the company service is unreachable.
   */
  current(call: OutgoingCall): company.FilterOptions | Promise<company.FilterOptions> {
    if (!this.options) return this.refreshed(call);
    if (this.clock() - this.askedAtMs > FRESH_MS && !this.running && !this.waiting) {
      // On failure the copy is still good, and the next request retries.
      this.refreshed(call).catch(() => undefined);
    }
    return this.options;
  }

  /**
   * The current options. Callers share only a call that starts after they arrive, so an identifier imported before its
   * first use is always found.
   *
   * @throws ServiceError if the company service is unreachable.
   */
  refreshed(call: OutgoingCall): Promise<company.FilterOptions> {
    this.waiting ??= this.refreshAfterOthers(call);
    return this.waiting;
  }

  /** The options as last seen, however old. */
  get lastSeen(): company.FilterOptions | undefined {
    return this.options;
  }

  private async refreshAfterOthers(call: OutgoingCall): Promise<company.FilterOptions> {
    await this.running?.catch(() => undefined);
    const pause = this.lastStartMs + MINIMUM_INTERVAL_MS - this.clock();
    if (pause > 0) await sleep(pause);
    this.waiting = undefined;
    this.lastStartMs = this.clock();
    this.running = this.fetch(call).finally(() => (this.running = undefined));
    return this.running;
  }

  private async fetch(call: OutgoingCall): Promise<company.FilterOptions> {
    const startedAtMs = this.clock();
    const knownVersion = this.options?.version ?? '';
    // Others wait for this call as well, even if the first caller cancels.
    const shared = { ...call, signal: undefined };
    const options = await this.companyClient.getFilterOptions({ knownVersion, lists: this.lists }, shared);
    this.askedAtMs = startedAtMs;
    // If our version is current, only the version is returned.
    if (this.options?.version === options.version) return this.options;
    return (this.options = options);
  }
}
