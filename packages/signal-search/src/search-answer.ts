import type { ledger } from '@heliograph/proto';

/** What a search is answered with, and what is charged for it. */
export interface SearchAnswer {
  /** The whole JSON document, `{"data": …}`. */
  body: Buffer;
  /** Signals in it. */
  records: number;
  mode: ledger.Mode;
}

export const PAGE_START = Buffer.from('{"data":{"items":');
