import type { ProblemDocument } from '@heliograph/contract';

/** The body of an error answer, as of the data API; pages also make some, with codes of their own. */
export type Problem = Omit<ProblemDocument, 'code'> & { code: string };

/** Every successful answer but those of files and redirects. */
export interface Answer<Data> {
  data: Data;
}

/** A list that is read page by page. */
export interface Page<Item> {
  items: Item[];
  /** Sent back as `?cursor=`; null on the last page. */
  nextCursor: string | null;
}

/** ISO 8601, UTC, milliseconds. */
export type Moment = string;

/** US dollars, as "9.750": at least two decimals, six at most. */
export type Dollars = string;
