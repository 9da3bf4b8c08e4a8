import type { FeedRow, FeedState } from '@heliograph/catalog';
import { ServiceError } from '@heliograph/runtime';
import { randomBytes } from 'node:crypto';
import { Connection, type CallOptions } from './connection';
import { indexedSignal, MAPPINGS } from './indexed-signal';
import { orderOf } from './fields';
import type { SignalIndexSettings } from './settings';

/** Format of {@link MAPPINGS} and documents: an index in another format is rebuilt under another name. */
const FORMAT = 2;

/** An index's contents. */
export interface IndexState {
  /** The alias of the index. */
  index: string;
  /** Catalog version before the first signal was added. */
  startVersion: number;
  /** While filling: signals up to this id are indexed. */
  filledTo: string;
  /** Everything up to this catalog version is indexed and searchable; absent until the first fill completes. */
  version?: number;
  /**
   * The token of `version`, or of `startVersion` until then. If absent, only version numbers are compared with the
   * catalog's.
   */
  token?: string | undefined;
  /** From the catalog at that version: a new signal gets this ordinal or a larger one. */
  nextOrdinal: number;
  /** The database's clock at that version: signals published by then count as published. */
  databaseNowMs: number;
}

/** A state as it was read: only its reader may replace it. */
export interface ReadState {
  state: IndexState;
  sequence: number;
  term: number;
}

/** A signal in the index, without its contents. */
export interface IndexedVersion {
  id: string;
  version: number;
}

/** An operation on a signal. Older versions never replace newer ones. */
export type IndexAction = { row: FeedRow } | { withdrawn: string; version: number };

interface BulkResponse {
  items: Record<string, { status: number }>[];
}
interface ScanResponse {
  hits: { hits: { _id: string; _version: number }[] };
}

const BULK_TIMEOUT_MS = 60_000;
const MAINTENANCE_TIMEOUT_MS = 60_000;
/** Pages of 50 are allowed up to the hundredth; filters by many companies have one term per company. */
const RESULT_WINDOW = 20_000;
export const MAXIMUM_TERMS = 262_144;

/** The index of signals in OpenSearch, for its writer and its readers. */
export class SignalIndex {
  readonly connection: Connection;
  private readonly stateIndex: string;
  private readonly base: string;

  constructor(private readonly settings: SignalIndexSettings) {
    this.connection = new Connection(settings);
    this.base = `${settings.prefix}-signals-v${FORMAT}`;
    this.stateIndex = `${settings.prefix}-state-v${FORMAT}`;
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  /** undefined when no index was started, or OpenSearch lost everything. @throws ServiceError like all calls here. */
  async readState(options: CallOptions = {}): Promise<ReadState | undefined> {
    const response = await this.connection.find<{
      _source: IndexState;
      _seq_no: number;
      _primary_term: number;
    }>({ method: 'GET', path: `/${this.stateIndex}/_doc/signals`, ...options });
    return response && { state: response._source, sequence: response._seq_no, term: response._primary_term };
  }

  /**
   * Replaces a state.
   *
   * @param before as it was read; undefined when there was none.
   * @throws ServiceError `unavailable` when another process replaced it meanwhile.
   */
  async writeState(state: IndexState, before: ReadState | undefined): Promise<ReadState> {
    const response = await this.connection.call<{ _seq_no: number; _primary_term: number }>({
      method: 'PUT',
      path: `/${this.stateIndex}/_doc/signals`,
      query: before ? { if_seq_no: before.sequence, if_primary_term: before.term } : { op_type: 'create' },
      body: state,
    });
    return { state, sequence: response._seq_no, term: response._primary_term };
  }

  /** Creates an empty index under a new name, and removes earlier ones. */
  async begin(
    { version: startVersion, token, nextOrdinal, databaseNowMs }: Omit<FeedState, 'schema'>,
    before: ReadState | undefined,
  ): Promise<ReadState> {
    const name = `${this.base}-${randomBytes(6).toString('hex')}`;
    const index = `${name}-alias`;
    const { shards, replicas } = this.settings;
    await this.connection.call({
      method: 'PUT',
      path: `/${name}`,
      timeoutMs: MAINTENANCE_TIMEOUT_MS,
      body: {
        settings: {
          index: {
            number_of_shards: shards,
            number_of_replicas: replicas,
            // Refreshed only once a version is complete.
            refresh_interval: -1,
            // Withdrawn signals stay withdrawn even if late events arrive.
            gc_deletes: '1h',
            max_result_window: RESULT_WINDOW,
            max_terms_count: MAXIMUM_TERMS,
            sort: { field: ['day', 'order'], order: ['desc', 'desc'] },
          },
        },
        mappings: MAPPINGS,
        aliases: { [index]: {} },
      },
    });
    await this.makeStateIndex();
    const state = await this.writeState(
      { index, startVersion, filledTo: '0', token, nextOrdinal, databaseNowMs },
      before,
    );
    // If the process dies before this line, the unreferenced index is removed when the next one is created.
    await this.removeOthers(name);
    return state;
  }

  /** Whether a state's index exists. */
  async exists({ index }: IndexState): Promise<boolean> {
    return (await this.connection.find<object>({ method: 'GET', path: `/_alias/${index}` })) !== undefined;
  }

  /**
   * Adds signals and removes withdrawn ones, searchable after {@link refresh}. Idempotent.
   *
   * @throws ServiceError `unavailable` also when the index no longer exists: OpenSearch must not create one.
   */
  async write({ index }: IndexState, actions: readonly IndexAction[]): Promise<void> {
    if (actions.length === 0) return;
    const response = await this.connection.call<BulkResponse>({
      method: 'POST',
      path: `/${index}/_bulk`,
      query: { require_alias: true, filter_path: 'items.*.status' },
      lines: actions.map(linesOf).join(''),
      timeoutMs: BULK_TIMEOUT_MS,
    });
    for (const item of response.items) {
      const status = Object.values(item)[0]!.status;
      // 409: the index has a newer version. 404: a withdrawn signal was never in it.
      if (status < 300 || status === 409 || (status === 404 && 'delete' in item)) continue;
      throw new ServiceError('unavailable', 'The search engine rejected signals.', {
        cause: new Error(`OpenSearch refused a signal with ${status}`),
      });
    }
  }

  /** Returns when every search from now on finds everything written. */
  async refresh({ index }: IndexState): Promise<void> {
    const { _shards: shards } = await this.connection.call<{ _shards: { failed: number } }>({
      method: 'POST',
      path: `/${index}/_refresh`,
      timeoutMs: MAINTENANCE_TIMEOUT_MS,
    });
    if (shards.failed > 0) throw new ServiceError('unavailable', 'The search engine does not refresh.');
  }

  /** Ids and versions in ascending order of id, after `after` and up to `until`. @param until undefined for all. */
  async scan(
    { index }: IndexState,
    after: string,
    until: string | undefined,
    limit: number,
  ): Promise<IndexedVersion[]> {
    const range = { gt: orderOf(after), ...(until !== undefined && { lte: orderOf(until) }) };
    const { hits } = await this.connection.call<ScanResponse>({
      method: 'POST',
      path: `/${index}/_search`,
      query: { allow_partial_search_results: false },
      body: {
        query: { bool: { filter: [{ range: { order: range } }] } },
        size: limit,
        sort: [{ order: 'asc' }],
        version: true,
        _source: false,
        track_total_hits: false,
      },
    });
    return hits.hits.map(({ _id: id, _version: version }) => ({ id, version }));
  }

  private async makeStateIndex(): Promise<void> {
    const path = `/${this.stateIndex}`;
    if (await this.connection.find({ method: 'GET', path })) return;
    const { replicas } = this.settings;
    await this.connection.call({
      method: 'PUT',
      path,
      timeoutMs: MAINTENANCE_TIMEOUT_MS,
      body: {
        settings: { index: { number_of_shards: 1, number_of_replicas: replicas } },
        mappings: { dynamic: false },
      },
    });
  }

  private async removeOthers(name: string): Promise<void> {
    const found = await this.connection.call<Record<string, unknown>>({
      method: 'GET',
      path: `/${this.base}-*`,
      query: { filter_path: '*.aliases' },
    });
    for (const other of Object.keys(found)) {
      if (other === name) continue;
      await this.connection.find({ method: 'DELETE', path: `/${other}`, timeoutMs: MAINTENANCE_TIMEOUT_MS });
    }
  }
}

function linesOf(action: IndexAction): string {
  if ('withdrawn' in action) {
    const { withdrawn: _id, version } = action;
    return `${JSON.stringify({ delete: { _id, version, version_type: 'external_gte' } })}\n`;
  }
  const { row } = action;
  const head = { index: { _id: row.id, version: row.version, version_type: 'external_gte' } };
  return `${JSON.stringify(head)}\n${JSON.stringify(indexedSignal(row))}\n`;
}
