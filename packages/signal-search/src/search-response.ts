import type { ledger } from '@heliograph/proto';

/** A search's response, and what to charge for it. */
export interface SearchResponse {
  /** The whole JSON document, `{"data": …}`. */
  body: Buffer;
  /** Number of signals in it. */
  records: number;
  mode: ledger.Mode;
}

export const PAGE_START = Buffer.from('{"data":{"items":');
