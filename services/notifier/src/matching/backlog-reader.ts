import { dayOfTime, Percolator } from '@heliograph/read-model';
import type { Backlog, BacklogStore, ReadMatch } from '../storage/backlog-store';
import type { CatalogReader, LoggedChange, PublishedSignal } from '../storage/catalog-reader';
import type { DeliveryStore, Lease } from '../storage/delivery-store';
import { matchSignals } from './match-signals';
import { withoutOlder } from './query-changes';

type LoggedMatch = ReadMatch & Pick<LoggedChange, 'isExpired'>;

interface BacklogReaderParts {
  backlogs: BacklogStore;
  catalog: CatalogReader;
  deliveries: Pick<DeliveryStore, 'extend'>;
  metrics: {
    matched(signals: number, matches: number, seconds: number): void;
    matchesExpired(matches: number): void;
  };
}

/** Changes read in one step. */
const PAGE = 500;

/** Finds the matches that were not stored because enough were waiting: in the catalog's log of changes. */
export class BacklogReader {
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: BacklogReaderParts) {}

  /**
   * Reads the next changes for a saved search. Their signals are matched as they are now, with its query as it is now.
   *
   * @returns false if all its matches are stored.
   */
  async readNext(lease: Lease): Promise<boolean> {
    const backlog = await this.parts.backlogs.find(lease.savedSearchId);
    if (!backlog) return false;
    // One page at a time in this process: company-scoped groups may read 50,000 signals for it.
    const reading = this.turn.then(() => this.readPage(lease, backlog));
    this.turn = reading.catch(() => undefined);
    await reading;
    return true;
  }

  private async readPage(lease: Lease, backlog: Backlog): Promise<void> {
    const { backlogs, catalog, deliveries, metrics } = this.parts;
    // Waiting for its turn took some of the lease.
    await deliveries.extend(lease);
    const startedAt = performance.now();
    const changes = await catalog.changesAfter(backlog.position, PAGE);
    const found = await this.match(lease.savedSearchId, backlog, changes);
    const kept = found.filter(({ isExpired }) => !isExpired);
    const added = await backlogs.advance(lease, backlog, changes.at(-1) ?? backlog.position, kept);
    if (added === undefined) return;
    metrics.matched(0, added, (performance.now() - startedAt) / 1000);
    metrics.matchesExpired(found.length - kept.length);
  }

  /** Relative days count from when a signal changed, so waiting loses nothing. */
  private async match(
    savedSearchId: string,
    { filters, queryChange }: Backlog,
    changes: readonly LoggedChange[],
  ): Promise<readonly LoggedMatch[]> {
    const { catalog } = this.parts;
    const signals = await catalog.published([...new Set(changes.map(({ id }) => id))]);
    const own = ownChanges(changes, signals);
    const found = new Map<string, LoggedMatch>();
    const dayOf = ({ at }: LoggedChange) => dayOfTime(at.getTime());
    for (const day of new Set(own.map(dayOf))) {
      const ofDay = new Map(own.filter((each) => dayOf(each) === day).map((each) => [each.id, each]));
      const changed = signals.filter(({ id }) => ofDay.has(id));
      const percolator = new Percolator();
      percolator.add(savedSearchId, filters, day);
      for (const match of await matchSignals(percolator, changed, day, catalog)) {
        const { at, isExpired } = ofDay.get(match.signalId)!;
        found.set(match.signalId, { ...match, at, isExpired });
      }
    }
    const matchedAt = new Map([...found.values()].map(({ signalId, at }) => [signalId, at]));
    return withoutOlder([...found.values()], signals, () => queryChange, matchedAt);
  }
}

/** Without those of a signal's company after the signal's own last one: only its own are matched. */
function ownChanges(
  changes: readonly LoggedChange[],
  signals: readonly PublishedSignal[],
): readonly LoggedChange[] {
  const versions = new Map(signals.map(({ id, ownVersion }) => [id, BigInt(ownVersion)]));
  return changes.filter(({ id, version }) => {
    const own = versions.get(id);
    return own !== undefined && version <= own;
  });
}
