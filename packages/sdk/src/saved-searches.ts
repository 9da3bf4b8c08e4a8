import { askChanges, followChanges } from './follow-changes.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import type { DataRequestOptions, RequestOptions, WatchOptions } from './options.ts';
import {
  encodeParameters,
  type ChangesParameters,
  type FieldsParameter,
  type SearchParameters,
} from './search-parameters.ts';
import type { Transport, TransportAnswer } from './transport.ts';
import type {
  ChangesPage,
  Delivery,
  DeliveryAnswer,
  DeliveryPage,
  SavedSearch,
  SavedSearchAnswer,
  SignalField,
} from './types.ts';

const PATH = '/saved-searches';

/** What of a search can be kept: filters and words. */
export type SavedQuery = Omit<
  SearchParameters,
  'semantic' | 'cursor' | 'page' | 'limit' | 'fields' | 'matched' | 'countOnly' | 'facets'
>;

export interface NewSavedSearch {
  /** 1 to 100 characters. */
  name: string;
  query: SavedQuery;
  /** Where matches are sent: begins with https:// and has a public address. */
  webhook?: { url: string } | undefined;
  /** Of a UTC day. */
  maxRecordsPerDay?: number | undefined;
}

/** What is absent stays; null takes away. A query is replaced as a whole. */
export interface SavedSearchChanges {
  name?: string | undefined;
  query?: SavedQuery | undefined;
  webhook?: { url: string } | null | undefined;
  maxRecordsPerDay?: number | null | undefined;
}

export interface CreateSavedSearchOptions extends RequestOptions {
  /** The same call with the same key within 24 hours makes nothing more. One is made unless given. */
  idempotencyKey?: string | undefined;
}

export interface DeliveriesOptions extends RequestOptions {
  /** 1 to 100; 50 unless given. */
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** Where to begin in the feed of a saved search; `cursor` and `since` exclude each other. */
export type SavedSearchFeedParameters = Pick<ChangesParameters, 'limit' | 'cursor' | 'since' | 'wait'>;

/**
 * Searches that are kept, and their webhooks. Free, but for `changes` and `changePages`: these need the scope `signals:read`, the others
 * `searches:write`.
 */
export class SavedSearches {
  private readonly transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.transport = transport;
  }

  /** All of the account, oldest first. */
  async list(
    options: RequestOptions = {},
  ): Promise<{ items: SavedSearch[] } & Pick<SavedSearchAnswer, 'meta'>> {
    const { body, meta } = await this.transport.send({ ...options, path: PATH });
    return { items: dataOf<{ items: SavedSearch[] }>(body).items, meta };
  }

  async get(id: string, options: RequestOptions = {}): Promise<SavedSearchAnswer> {
    return savedSearchOf(await this.transport.send({ ...options, path: pathOf(id) }));
  }

  /** Keeps a search. With a webhook its secret is in the answer, and in no later one. */
  async create(wanted: NewSavedSearch, options: CreateSavedSearchOptions = {}): Promise<SavedSearchAnswer> {
    const idempotencyKey = options.idempotencyKey ?? newIdempotencyKey();
    return savedSearchOf(
      await this.transport.send({ ...options, ...json('POST', written(wanted)), path: PATH, idempotencyKey }),
    );
  }

  /** Changes what is given. A webhook where there was none has its secret in the answer. */
  async update(
    id: string,
    changes: SavedSearchChanges,
    options: RequestOptions = {},
  ): Promise<SavedSearchAnswer> {
    return savedSearchOf(
      await this.transport.send({ ...options, ...json('PATCH', written(changes)), path: pathOf(id) }),
    );
  }

  /** With everything that waits to be sent. Fails with `not_found` when it is gone already. */
  async delete(id: string, options: RequestOptions = {}): Promise<void> {
    await this.transport.send({ ...options, method: 'DELETE', path: pathOf(id) });
  }

  /** What happened to signals that match: as `signals.changes`, at the same price. */
  async changes<const Field extends SignalField = SignalField>(
    id: string,
    parameters: SavedSearchFeedParameters & FieldsParameter<Field> = {},
    options: DataRequestOptions = {},
  ): Promise<ChangesPage<Field>> {
    return askChanges(this.transport, `${pathOf(id)}/changes`, parameters, options);
  }

  /**
   * Page after page of changes, without an end: as `signals.changePages`.
   *
   * @throws HeliographError for a failure that stays; the reason of `options.signal`.
   */
  async *changePages<const Field extends SignalField = SignalField>(
    id: string,
    parameters: SavedSearchFeedParameters & FieldsParameter<Field> = {},
    options: WatchOptions = {},
  ): AsyncGenerator<ChangesPage<Field>, void, undefined> {
    yield* followChanges(parameters, options, (asked, call) => this.changes<Field>(id, asked, call));
  }

  /** Makes another secret, which is in this answer only; the one before signs too for 24 hours. Not sent again by itself. */
  async rotateSecret(id: string, options: RequestOptions = {}): Promise<SavedSearchAnswer> {
    return savedSearchOf(await this.post(`${pathOf(id)}/rotate-secret`, options));
  }

  /** Of the last 30 days, newest first. */
  async deliveries(id: string, { limit, cursor, ...options }: DeliveriesOptions = {}): Promise<DeliveryPage> {
    const query = encodeParameters({ limit, cursor });
    const { body, meta } = await this.transport.send({ ...options, path: `${pathOf(id)}/deliveries`, query });
    return { ...dataOf<Omit<DeliveryPage, 'meta'>>(body), meta };
  }

  /** Sends a delivery again, free. Not sent again by itself. */
  async replay(id: string, deliveryId: string, options: RequestOptions = {}): Promise<DeliveryAnswer> {
    const path = `${pathOf(id)}/deliveries/${encodeURIComponent(deliveryId)}/replay`;
    return deliveryOf(await this.post(path, options));
  }

  /** Sends everything again that was made since a moment, 30 days back at most; free. Not sent again by itself. */
  async replaySince(
    id: string,
    since: Date | string,
    options: RequestOptions = {},
  ): Promise<{ deliveries: number } & Pick<DeliveryAnswer, 'meta'>> {
    const body = { since: typeof since === 'string' ? since : since.toISOString() };
    const answer = await this.post(`${pathOf(id)}/replay`, options, body);
    return { ...dataOf<{ deliveries: number }>(answer.body), meta: answer.meta };
  }

  /** Sends an event without signals to the webhook, and answers with what it answered. Not sent again by itself. */
  async sendTest(id: string, options: RequestOptions = {}): Promise<DeliveryAnswer> {
    return deliveryOf(await this.post(`${pathOf(id)}/test`, options));
  }

  /** What would do something twice if its answer was lost. */
  private post(path: string, options: RequestOptions, body?: object): Promise<TransportAnswer> {
    const sent = body ? json('POST', body) : { method: 'POST' as const };
    return this.transport.send({ ...options, maxRetries: options.maxRetries ?? 0, ...sent, path });
  }
}

const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;

function json(method: 'POST' | 'PATCH', body: object) {
  return { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
}

/** With the query as a URL has it. */
function written(given: NewSavedSearch | SavedSearchChanges): object {
  if (given.query === undefined) return given;
  const query: Record<string, string> = {};
  // Not Object.fromEntries: types of browsers without DOM.Iterable know no iterator of it.
  encodeParameters(given.query).forEach((value, name) => (query[name] = value));
  return { ...given, query };
}

function dataOf<Data>(body: unknown): Data {
  return (body as { data: Data }).data;
}

function savedSearchOf({ body, meta }: TransportAnswer): SavedSearchAnswer {
  return { savedSearch: dataOf<SavedSearch>(body), meta };
}

function deliveryOf({ body, meta }: TransportAnswer): DeliveryAnswer {
  return { delivery: dataOf<Delivery>(body), meta };
}
