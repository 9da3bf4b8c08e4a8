import type { ProblemDocument } from '@heliograph/contract';

/** The body of an error response, like the data API's; pages also create some with codes of their own. */
export type Problem = Omit<ProblemDocument, 'code'> & { code: string };

/** Every successful response except files and redirects. */
export interface DataResponse<Data> {
  data: Data;
}

/** One page of a list. */
export interface Page<Item> {
  items: Item[];
  /** Sent back as `?cursor=`; null on the last page. */
  nextCursor: string | null;
}

/** ISO 8601, UTC, milliseconds. */
export type Timestamp = string;

/** US dollars, such as "9.750": two to six decimals. */
export type Dollars = string;
