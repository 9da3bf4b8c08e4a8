import type { company } from '@heliograph/proto';
import type { OutgoingCall, RpcClient } from '@heliograph/runtime';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Catalogue } from '../domain/catalogue';

/** Older options are refreshed in the background while they are in use. */
const FRESH_MS = 2_000;
/** Refreshes begin at least this far apart, however many unknown identifiers are asked for. */
const MINIMUM_INTERVAL_MS = 100;

/** One state of the catalogue. */
export interface CatalogueSnapshot {
  options: company.FilterOptions;
  catalogue: Catalogue;
}

type CompanyClient = Pick<RpcClient<typeof company.CompanyServiceService>, 'getFilterOptions'>;

/**
 * Keeps the company service's filter options at hand, so that the identifiers of a search are checked without a call.
 * Nothing is refused by an old copy: `refreshed` answers with options that were asked for after the request came.
 */
export class CatalogueKeeper {
  private snapshot: CatalogueSnapshot | undefined;
  private snapshotAtMs = 0;
  private lastStartMs = Number.NEGATIVE_INFINITY;
  private running: Promise<CatalogueSnapshot> | undefined;
  private waiting: Promise<CatalogueSnapshot> | undefined;

  constructor(
    private readonly companyClient: CompanyClient,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /**
   * The options as last seen, refreshed in the background when they are older than 2 s; asked for when none were seen
   * yet.
   *
   * @throws ServiceError when there are none and the company service cannot be asked.
   */
  current(call: OutgoingCall): CatalogueSnapshot | Promise<CatalogueSnapshot> {
    if (!this.snapshot) return this.refreshed(call);
    if (this.clock() - this.snapshotAtMs > FRESH_MS && !this.running && !this.waiting) {
      // The copy at hand is still good, and the next request tries again.
      this.refreshed(call).catch(() => undefined);
    }
    return this.snapshot;
  }

  /**
   * The options as they are now. Callers share a call only when it begins after they came, and calls begin at least
   * 100 ms apart, so an identifier that was imported before its first use is always found.
   *
   * @throws ServiceError when the company service cannot be asked.
   */
  refreshed(call: OutgoingCall): Promise<CatalogueSnapshot> {
    this.waiting ??= this.refreshAfterOthers(call);
    return this.waiting;
  }

  /** The options as last seen, however old. */
  get lastSeen(): CatalogueSnapshot | undefined {
    return this.snapshot;
  }

  private async refreshAfterOthers(call: OutgoingCall): Promise<CatalogueSnapshot> {
    await this.running?.catch(() => undefined);
    const pause = this.lastStartMs + MINIMUM_INTERVAL_MS - this.clock();
    if (pause > 0) await sleep(pause);
    this.waiting = undefined;
    this.lastStartMs = this.clock();
    this.running = this.fetch(call).finally(() => (this.running = undefined));
    return this.running;
  }

  private async fetch(call: OutgoingCall): Promise<CatalogueSnapshot> {
    const startedAtMs = this.clock();
    const options = await this.companyClient.getFilterOptions(
      { knownVersion: this.snapshot?.options.version ?? '' },
      call,
    );
    // With a version that is still current only the version is answered.
    if (this.snapshot?.options.version !== options.version) {
      this.snapshot = { options, catalogue: catalogueOf(options) };
    }
    this.snapshotAtMs = startedAtMs;
    return this.snapshot;
  }
}

function catalogueOf(options: company.FilterOptions): Catalogue {
  const identifiers = (list: readonly company.FilterOption[]) => new Set(list.map((option) => option.id));
  return {
    category: identifiers(options.categories),
    hiringState: identifiers(options.hiringTypes),
    hiringFunction: identifiers(options.hiringFunctions),
    hiringSeniority: identifiers(options.hiringSeniorities),
    hiringEmployment: identifiers(options.hiringEmploymentTypes),
    hiringWorkArrangement: identifiers(options.hiringWorkArrangements),
    fundingStage: identifiers(options.fundingStages),
  };
}
