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

  /** How many signals match, exactly, and by facets if any are asked for. Free; counts as a request and a search. */
  async count(parameters: CountParameters = {}, options: DataRequestOptions = {}): Promise<Count> {
    const { body, meta } = await this.send({ ...parameters, countOnly: true }, options);
    return { ...(body as { data: Omit<Count, 'meta'> }).data, meta };
  }

  /** Page after page. A page is asked for when the one before has been dealt with, so that stopping early costs nothing more. */
  async *pages<const Field extends SignalField = SignalField>(
    parameters: IterateParameters & FieldsParameter<Field> = {},
    options: PagesOptions = {},
  ): AsyncGenerator<SearchPage<Field>, void, undefined> {
    yield* this.pagesOf(parameters, options, () => parameters.limit);
  }

  /**
   * Signal after signal, over all pages. A page is charged when it is got: to stop at a number of records, say `maxRecords`.
   *
   * @throws RangeError when `maxRecords` is not a whole number from 0 on.
   */
  async *iterate<const Field extends SignalField = SignalField>(
    parameters: IterateParameters & FieldsParameter<Field> = {},
    { maxRecords = Infinity, ...options }: IterateOptions = {},
  ): AsyncGenerator<SelectedSignal<Field>, void, undefined> {
    if (!(maxRecords >= 0) || (Number.isFinite(maxRecords) && !Number.isInteger(maxRecords))) {
      throw new RangeError('maxRecords must be a whole number from 0 on.');
    }
    let left = maxRecords;
    const wanted = parameters.limit ?? (parameters.semantic ? evenPageSize(maxRecords) : LARGEST_PAGE);
    // In semantic mode a cursor holds for one page size: a page that would be too large is not asked for.
    const nextLimit = () => (parameters.semantic && left < wanted ? 0 : Math.min(wanted, left));
    for await (const { items } of this.pagesOf(parameters, options, nextLimit)) {
      left -= items.length;
      yield* items;
    }
  }

  /**
   * What was published, updated and withdrawn of the signals that match. A signal costs a record the first time that the account gets it in this way,
   * and nothing within 30 days after that.
   */
  async changes<const Field extends SignalField = SignalField>(
    parameters: ChangesParameters & FieldsParameter<Field> = {},
    options: DataRequestOptions = {},
  ): Promise<ChangesPage<Field>> {
    return askChanges(this.transport, CHANGES_PATH, parameters, options);
  }

  /**
   * Page after page of changes, without an end: waits for what happens, and goes on after failures that pass. Pages may be empty. Keep `nextCursor` when a page has
   * been dealt with, and pass it on to follow from there.
   *
   * @throws HeliographError for a failure that stays; the reason of `options.signal`.
   */
  async *changePages<const Field extends SignalField = SignalField>(
    parameters: ChangesParameters & FieldsParameter<Field> = {},
    options: WatchOptions = {},
  ): AsyncGenerator<ChangesPage<Field>, void, undefined> {
    yield* followChanges(parameters, options, (asked, call) => this.changes<Field>(asked, call));
  }

  /** Change after change, without an end: as {@link changePages}. */
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
