import type { ChangePosition } from '@heliograph/catalog';
import { dayOfTime, expectedCost, readQuery, type SignalFilters } from '@heliograph/read-model';
import { search } from '@heliograph/proto';
import { createHash } from 'node:crypto';
import type { Admission, Caller } from '../admission/admission';
import { changesJson } from '../engine/items-json';
import type { ChangeSource } from './change-source';
import { behind } from './change-tail';
import { findChanges, type FoundChanges } from './find-changes';
import { SharedScans } from './shared-scans';
import type { WaitingFeeds } from './waiting-feeds';

/** Changes checked together. */
const SCANNED_ROWS = 4_096;
/** How long a call keeps looking while nothing matches; then it returns how far it got. */
const SCAN_MS = 2_000;
/** Expected nanoseconds per change checked. */
const CHANGE_COST = 500;
/** Expected nanoseconds to read {@link SCANNED_ROWS} from the log. */
const READ_COST = 10_000_000;
/** How long before its deadline a wait ends, so that the response arrives in time. */
const VERDICT_MS = 500;

/** A feed's request. */
interface ChangesRequest {
  filters: SignalFilters;
  /** Where to continue; otherwise `sinceMs`; with neither it starts now. */
  after: ChangePosition | undefined;
  /** Epoch milliseconds. */
  sinceMs: number | undefined;
  limit: number;
  waitMs: number;
  fields: readonly string[];
}

/** A page as returned. */
interface ChangesPage {
  /** A JSON array, UTF-8. */
  itemsJson: Buffer;
  itemCount: number;
  next: ChangePosition;
  caughtUp: boolean;
  /** Ids of published and updated signals, each once. */
  signalIds: string[];
}

interface ChangeEngineParts {
  source: ChangeSource;
  feeds: WaitingFeeds;
  /** Checked again when a response took long. @throws ServiceError `unavailable` */
  requireCurrent: () => void;
  admission: Admission;
  now: () => Date;
  onAnswered: (seconds: number) => void;
}

/** One scan of the log. */
interface Scan extends FoundChanges {
  /** If `isAll`, everything up to this version was checked. */
  version: number;
}

/** Serves feeds of changes. */
export class ChangeEngine {
  private readonly scans = new SharedScans<Scan>();

  constructor(private readonly parts: ChangeEngineParts) {}

  /**
   * The next matching changes. Without any, waits as long as requested: until there is one, or this process stops.
   *
   * @throws ServiceError `rate_limited`, `unavailable`, `response_too_large`; `cursor_expired` when it would continue
   *   too far back, or where the catalog never was; the signal's reason if the caller cancels.
   */
  async changes(request: ChangesRequest, caller: Caller): Promise<ChangesPage> {
    const { source, feeds } = this.parts;
    const began = performance.now();
    const mostMs = caller.deadline - VERDICT_MS - began;
    const end = began + Math.min(request.waitMs, mostMs);
    const scanEnd = Math.max(end, began + Math.min(SCAN_MS, mostMs));
    // Throws before the corpus is loaded, when there is no version.
    source.snapshot();
    if (request.after) await source.requireKnown(request.after);
    let position = await this.startOf(request);
    for (;;) {
      caller.signal.throwIfAborted();
      const scan = await this.scan(request, position, caller);
      position = scan.next;
      const now = performance.now();
      if (scan.changes.length > 0) return this.page(request, scan);
      if (!scan.isAll && now < scanEnd) continue;
      const leftMs = end - now;
      if (!scan.isAll || leftMs <= 0) return this.page(request, scan);
      // Changes arrived during the scan.
      if (source.version() > scan.version) continue;
      const wait = await feeds.wait({
        key: keyOf(request.filters),
        filters: request.filters,
        version: scan.version,
        timeoutMs: leftMs,
        signal: caller.signal,
      });
      this.parts.requireCurrent();
      position = later(position, behind(wait.version));
      // Clock-driven changes are not announced, so check once more.
      if (!wait.hasChanges && (feeds.isClosed || source.version() <= wait.version)) {
        return this.page(request, { ...scan, next: position });
      }
    }
  }

  private startOf({ after, sinceMs }: ChangesRequest): ChangePosition | Promise<ChangePosition> {
    const { source } = this.parts;
    return after ?? (sinceMs === undefined ? behind(source.version()) : source.positionAt(sinceMs));
  }

  private async scan(request: ChangesRequest, after: ChangePosition, caller: Caller): Promise<Scan> {
    const { source } = this.parts;
    source.snapshot();
    const version = source.version();
    // The caller is already past the newest version: nothing to scan.
    if (after.version > version) return { changes: [], next: after, isAll: true, version };
    const { filters, limit } = request;
    const key = `${keyOf(filters)} ${after.version} ${after.id} ${limit}`;
    const scan = await this.scans.of(key, version, () => this.scanAlone(request, after, caller));
    this.parts.requireCurrent();
    return scan;
  }

  private async scanAlone(
    { filters, limit }: ChangesRequest,
    after: ChangePosition,
    caller: Caller,
  ): Promise<Scan> {
    const { source, admission } = this.parts;
    const started = performance.now();
    const snapshot = source.snapshot();
    const version = source.version();
    const rows = await source.read(after, version, SCANNED_ROWS, (work) =>
      admission.log(caller, READ_COST, work),
    );
    const query = readQuery(filters, dayOfTime(this.parts.now().getTime()));
    const cost = rows.length * CHANGE_COST + (query.groups ? expectedCost(query, snapshot) : 0);
    const found =
      rows.length === 0
        ? { changes: [], next: after, isAll: true }
        : await admission.search(caller, cost, () => findChanges(query, rows, after, limit, snapshot));
    this.parts.onAnswered((performance.now() - started) / 1000);
    const isAll = found.isAll && rows.length < SCANNED_ROWS;
    return { ...found, isAll, next: isAll ? later(found.next, behind(version)) : found.next, version };
  }

  private page({ fields }: ChangesRequest, { changes, next, isAll }: Scan): ChangesPage {
    const ids = changes.filter(({ found }) => found).map(({ row }) => row.id);
    return {
      itemsJson: changesJson(changes, fields),
      itemCount: changes.length,
      next,
      caughtUp: isAll,
      signalIds: [...new Set(ids)],
    };
  }
}

/** The later position: a replica that is behind never moves a feed back. */
function later(one: ChangePosition, other: ChangePosition): ChangePosition {
  return other.version > one.version ? other : one;
}

const keyOf = (filters: SignalFilters) =>
  createHash('sha256')
    .update(search.Filters.encode(search.Filters.fromPartial(filters)).finish())
    .digest('base64');
