import type { RequestOptions } from './options.ts';
import type { ResponseMeta } from './meta.ts';
import { pageOf, unexpectedResponse } from './response-data.ts';
import { encodeParameters } from './search-parameters.ts';
import type { Transport } from './transport.ts';
import type { Receipt } from './types.ts';

export interface MonthParameters {
  /** `YYYY-MM`, UTC; the current month by default. */
  month?: string | undefined;
}

export interface StatementParameters {
  /** `YYYY-MM`, UTC. */
  month: string;
}

/** A page of receipts, in order of `sequence`. */
export interface ReceiptsPage {
  items: Receipt[];
  /** Null on the last page. */
  nextCursor: string | null;
  meta: ResponseMeta;
}

/** Receipts for an account's charges, and signed monthly statements. Free. */
export class Receipts {
  private readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  /** One page of a month's receipts, at most 100. */
  async list(
    parameters: MonthParameters & { cursor?: string | undefined } = {},
    options: RequestOptions = {},
  ): Promise<ReceiptsPage> {
    const response = await this.transport.send({
      ...options,
      path: '/usage/receipts',
      query: encodeParameters(parameters),
    });
    return { ...pageOf<Omit<ReceiptsPage, 'meta'>>(response), meta: response.meta };
  }

  /** All receipts of a month, fetched page by page. */
  async *all(
    { month }: MonthParameters = {},
    options: RequestOptions = {},
  ): AsyncGenerator<Receipt, void, undefined> {
    let cursor: string | undefined;
    do {
      const { items, nextCursor } = await this.list({ month, cursor }, options);
      yield* items;
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  /** The signed total of a month's receipts: a compact JWS (RFC 7515). */
  async statement(parameters: StatementParameters, options: RequestOptions = {}): Promise<string> {
    const response = await this.transport.send({
      ...options,
      path: '/usage/statement',
      headers: { Accept: 'application/jose, application/problem+json' },
      query: encodeParameters(parameters),
    });
    if (typeof response.body !== 'string') throw unexpectedResponse(response, 'statement');
    return response.body;
  }
}
