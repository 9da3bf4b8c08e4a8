import { newIdempotencyKey } from './idempotency-key.ts';
import { askChanges, followChanges } from './follow-changes.ts';
import type { DataRequestOptions, IterateOptions, PagesOptions, WatchOptions } from './options.ts';
import { evenPageSize, LARGEST_PAGE } from './page-size.ts';
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

/** Published activities of companies. Needs the scope `signals:read`. */
export class Signals {
  private readonly transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.transport = transport;
  }

  /** One page: each signal in it is one record. */
  async search<const Field extends SignalField = SignalField>(
    parameters: PageParameters & FieldsParameter<Field> = {},
    options: DataRequestOptions = {},
  ): Promise<SearchPage<Field>> {
    const { body, meta } = await this.send(parameters, options);
    const { items, nextCursor, search } = (body as { data: Omit<SearchPage<Field>, 'meta'> }).data;
    return { items, nextCursor, ...(search && { search }), meta };
  }

  /** How many signals match, exactly, optionally by facets. Free; counts as a request and a search. */
  async count(parameters: CountParameters = {}, options: DataRequestOptions = {}): Promise<Count> {
    const { body, meta } = await this.send({ ...parameters, countOnly: true }, options);
    return { ...(body as { data: Omit<Count, 'meta'> }).data, meta };
  }

  /** Page by page. A page is requested once you ask for it, so stopping early costs nothing more. */
  async *pages<const Field extends SignalField = SignalField>(
    parameters: IterateParameters & FieldsParameter<Field> = {},
    options: PagesOptions = {},
  ): AsyncGenerator<SearchPage<Field>, void, undefined> {
    yield* this.pagesOf(parameters, options, () => parameters.limit);
  }

  /**
   * Signal by signal, over all pages. A page is charged when it is fetched: to stop at a number of records, set
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
    // In semantic mode a cursor is bound to one page size: a page that would be too large is not requested.
    const wanted = parameters.semantic && !parameters.cursor ? Math.min(limit, even) : limit;
    const nextLimit = () => (parameters.semantic && left < wanted ? 0 : Math.min(wanted, left));
    for await (const { items } of this.pagesOf(parameters, options, nextLimit)) {
      left -= items.length;
      yield* items;
    }
  }

  /**
   * What was published, updated, and withdrawn among the matching signals. A signal costs a record the first time the
   * account gets it this way, and nothing for the next 30 days.
   */
  async changes<const Field extends SignalField = SignalField>(
    parameters: ChangesParameters & FieldsParameter<Field> = {},
    options: DataRequestOptions = {},
  ): Promise<ChangesPage<Field>> {
    return askChanges(this.transport, CHANGES_PATH, parameters, options);
  }

  /**
   * Pages of changes, without end: waits for news, and continues after transient failures. Pages may be empty. Store
   * `nextCursor` once you have processed a page, and pass it to continue from there.
   *
   * @throws HeliographError for a permanent failure; the reason of `options.signal`.
   */
  async *changePages<const Field extends SignalField = SignalField>(
    parameters: ChangesParameters & FieldsParameter<Field> = {},
    options: WatchOptions = {},
  ): AsyncGenerator<ChangesPage<Field>, void, undefined> {
    yield* followChanges(parameters, options, (asked, call) => this.changes<Field>(asked, call));
  }

  /** Change by change, without end: like {@link changePages}. */
  async *watch<const Field extends SignalField = SignalField>(
    parameters: ChangesParameters & FieldsParameter<Field> = {},
    options: WatchOptions = {},
  ): AsyncGenerator<Change<Field>, void, undefined> {
    for await (const { items } of this.changePages<Field>(parameters, options)) yield* items;
  }

  /** @param nextLimit the size of the next page; 0 ends. Undefined leaves it to the API. */
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
