import { newIdempotencyKey } from './idempotency-key.ts';
import { fetchChanges, followChanges } from './follow-changes.ts';
import type { DataRequestOptions, IterateOptions, PagesOptions, WatchOptions } from './options.ts';
import { evenPageSize, LARGEST_PAGE } from './page-size.ts';
import { dataOf, pageOf } from './response-data.ts';
import {
  encodeParameters,
  type ChangesParameters,
  type CountParameters,
  type FieldsParameter,
  type IterateParameters,
  type PageParameters,
} from './search-parameters.ts';
import type { Transport } from './transport.ts';
import type { Change, ChangesPage, Count, SearchPage, SelectedSignal, SignalField } from './types.ts';

const PATH = '/signals';
const CHANGES_PATH = '/changes';

/** Signals: published company activity. Needs the scope `signals:read`. */
export class Signals {
  private readonly transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.transport = transport;
  }

  /** Fetches one page. Each signal on it costs one record. */
  async search<const Field extends SignalField = SignalField>(
    parameters: PageParameters & FieldsParameter<Field> = {},
    options: DataRequestOptions = {},
  ): Promise<SearchPage<Field>> {
    const response = await this.send(parameters, options);
    const { items, nextCursor, search } = pageOf<Omit<SearchPage<Field>, 'meta'>>(response);
    return { items, nextCursor: nextCursor ?? null, ...(search && { search }), meta: response.meta };
  }

  /** The exact number of matching signals, optionally by facet. Free, but counts as a request and a search. */
  async count(parameters: CountParameters = {}, options: DataRequestOptions = {}): Promise<Count> {
    const response = await this.send({ ...parameters, countOnly: true }, options);
    return { ...dataOf<Omit<Count, 'meta'>>(response), meta: response.meta };
  }

  /** Yields page after page. Each page is fetched only when you ask for it, so stopping early costs nothing more. */
  async *pages<const Field extends SignalField = SignalField>(
    parameters: IterateParameters & FieldsParameter<Field> = {},
    options: PagesOptions = {},
  ): AsyncGenerator<SearchPage<Field>, void, undefined> {
    yield* this.pagesOf(parameters, options, () => parameters.limit);
  }

  /**
   * Yields signal after signal, across all pages. A whole page is charged when it is fetched; to cap the cost, set
   * `maxRecords`.
   *
   * @throws RangeError when `maxRecords` is not a non-negative integer.
   */
  async *iterate<const Field extends SignalField = SignalField>(
    parameters: IterateParameters & FieldsParameter<Field> = {},
    { maxRecords = Infinity, ...options }: IterateOptions = {},
  ): AsyncGenerator<SelectedSignal<Field>, void, undefined> {
    if (!(maxRecords >= 0) || (Number.isFinite(maxRecords) && !Number.isInteger(maxRecords))) {
      throw new RangeError('maxRecords must be a whole number of at least 0.');
    }
    let left = maxRecords;
    const even = parameters.semantic ? evenPageSize(maxRecords) : LARGEST_PAGE;
    const { limit = even } = parameters;
    // In semantic mode a cursor is bound to one page size, so a page that would exceed the limit is not requested.
    const wanted = parameters.semantic && !parameters.cursor ? Math.min(limit, even) : limit;
    const nextLimit = () => (parameters.semantic && left < wanted ? 0 : Math.min(wanted, left));
    for await (const { items } of this.pagesOf(parameters, options, nextLimit)) {
      left -= items.length;
      yield* items;
    }
  }

  /**
   * Matching signals that were published, updated, or withdrawn. A signal costs one record the first time the account
   * gets it from a feed, and nothing for the next 30 days.
   */
  async changes<const Field extends SignalField = SignalField>(
    parameters: ChangesParameters & FieldsParameter<Field> = {},
    options: DataRequestOptions = {},
  ): Promise<ChangesPage<Field>> {
    return fetchChanges(this.transport, CHANGES_PATH, parameters, options);
  }

  /**
   * An endless stream of pages of changes: waits for new ones, and continues after transient failures. Pages may be
   * empty. To resume later, store `nextCursor` after processing each page and pass it as `cursor`.
   *
   * @throws HeliographError for a permanent failure; the reason of `options.signal` when it is aborted.
   */
  async *changePages<const Field extends SignalField = SignalField>(
    parameters: ChangesParameters & FieldsParameter<Field> = {},
    options: WatchOptions = {},
  ): AsyncGenerator<ChangesPage<Field>, void, undefined> {
    yield* followChanges(parameters, options, (asked, call) => this.changes<Field>(asked, call));
  }

  /** An endless stream of single changes, like {@link changePages}. */
  async *watch<const Field extends SignalField = SignalField>(
    parameters: ChangesParameters & FieldsParameter<Field> = {},
    options: WatchOptions = {},
  ): AsyncGenerator<Change<Field>, void, undefined> {
    for await (const { items } of this.changePages<Field>(parameters, options)) yield* items;
  }

  /** @param nextLimit returns the next page's size: 0 ends the iteration, undefined leaves it to the API. */
  private async *pagesOf<Field extends SignalField>(
    parameters: IterateParameters & FieldsParameter<Field>,
    { idempotencyKey, ...options }: PagesOptions,
    nextLimit: () => number | undefined,
  ): AsyncGenerator<SearchPage<Field>, void, undefined> {
    let cursor: string | null | undefined = parameters.cursor;
    for (let number = 1; cursor !== null; number += 1) {
      const limit = nextLimit();
      if (limit === 0) return;
      const page: SearchPage<Field> = await this.search<Field>(
        { ...parameters, limit, cursor },
        {
          ...options,
          ...(idempotencyKey !== undefined && { idempotencyKey: `${idempotencyKey}-${number}` }),
        },
      );
      cursor = page.nextCursor;
      yield page;
    }
  }

  private send(parameters: object, options: DataRequestOptions) {
    return this.transport.send({
      ...options,
      path: PATH,
      query: encodeParameters(parameters),
      idempotencyKey: options.idempotencyKey ?? newIdempotencyKey(),
    });
  }
}
