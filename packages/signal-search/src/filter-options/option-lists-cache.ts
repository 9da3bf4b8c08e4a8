import type { company } from '@heliograph/proto';
import type { OutgoingCall, RpcClient } from '@heliograph/runtime';
import { setTimeout as sleep } from 'node:timers/promises';

/** Older options are refreshed in the background while they are in use. */
const FRESH_MS = 2_000;
/**
 * Refreshes begin at least this far apart, however many unknown identifiers are asked for. One that finds the lists unchanged costs the
 * company service a row; whoever names a new identifier waits as long, at most, for those who name unknown ones.
 */
const MINIMUM_INTERVAL_MS = 10;

export type CompanyClient = Pick<RpcClient<typeof company.CompanyServiceService>, 'getFilterOptions'>;

/**
 * Keeps some of the company service's filter options at hand. Nothing is refused by an old copy: `refreshed` answers with options that
 * were asked for after the request came.
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
   * The options as last seen, refreshed in the background when they are older than 2 s; asked for when none were seen
   * yet.
   *
   * @throws ServiceError when there are none and the company service cannot be asked.
   */
  current(call: OutgoingCall): company.FilterOptions | Promise<company.FilterOptions> {
    if (!this.options) return this.refreshed(call);
    if (this.clock() - this.askedAtMs > FRESH_MS && !this.running && !this.waiting) {
      // The copy at hand is still good, and the next request tries again.
      this.refreshed(call).catch(() => undefined);
    }
    return this.options;
  }

  /**
   * The options as they are now. Callers share a call only when it begins after they came, so an identifier that was imported before its
   * first use is always found.
   *
   * @throws ServiceError when the company service cannot be asked.
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
    const options = await this.companyClient.getFilterOptions({ knownVersion, lists: this.lists }, call);
    this.askedAtMs = startedAtMs;
    // With a version that is still current only the version is answered.
    if (this.options?.version === options.version) return this.options;
    return (this.options = options);
  }
}
