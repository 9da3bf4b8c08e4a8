import type { company } from '@heliograph/proto';
import type { OutgoingCall, RpcClient } from '@heliograph/runtime';
import { setTimeout as sleep } from 'node:timers/promises';

/** Older options in use are refreshed in the background. */
const FRESH_MS = 2_000;
/**
 * The minimum interval of refreshes, however many unknown identifiers are requested. One that finds the lists unchanged
 * costs the company service a row; a new identifier waits at most this long because of unknown ones.
 */
const MINIMUM_INTERVAL_MS = 10;

export type CompanyClient = Pick<RpcClient<typeof company.CompanyServiceService>, 'getFilterOptions'>;

/**
 * Caches some of the company service's filter options. Nothing is refused because of an old copy: `refreshed` returns
 * options that were fetched after the request arrived.
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
   * The options as last seen, refreshed in the background when older than 2 s; fetched when there are none.
   *
   * @throws ServiceError when there are none and the company service is unreachable.
   */
  current(call: OutgoingCall): company.FilterOptions | Promise<company.FilterOptions> {
    if (!this.options) return this.refreshed(call);
    if (this.clock() - this.askedAtMs > FRESH_MS && !this.running && !this.waiting) {
      // The copy is still good, and the next request tries again.
      this.refreshed(call).catch(() => undefined);
    }
    return this.options;
  }

  /**
   * The current options. Callers share only a call that begins after they arrive, so an identifier imported before its
   * first use is always found.
   *
   * @throws ServiceError when the company service is unreachable.
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
    // Others wait for it as well, even when the first caller is gone.
    const shared = { ...call, signal: undefined };
    const options = await this.companyClient.getFilterOptions({ knownVersion, lists: this.lists }, shared);
    this.askedAtMs = startedAtMs;
    // With a current version only the version is returned.
    if (this.options?.version === options.version) return this.options;
    return (this.options = options);
  }
}
