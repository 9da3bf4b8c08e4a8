/** The cost of a search over all pages. */
export interface SearchCost {
  /** Signals that match. */
  matched: number;
  /** Signals already fetched, such as the first page of a semantic search. */
  fetched: number;
  /** Whether an earlier run fetched an unknown number of them, so this one may need fewer records. */
  isContinued?: boolean;
  /** Records the credential can still pay for, if known. */
  left: number | undefined;
  /** The user's limit, from a flag. */
  maxRecords: number | undefined;
}

/** What to do about the cost: fetch, fetch after a warning that records are short, ask, or refuse. */
type Consent = 'fetch' | 'warn' | 'ask' | 'insufficient_records' | 'limit_required';

/**
 * Whether the user's consent to the cost is given, can be asked for, or is missing.
 *
 * @param askAbove the number of records that needs no consent.
 */
export function decideConsent(
  cost: SearchCost,
  { isInteractive, askAbove }: { isInteractive: boolean; askAbove: number },
): Consent {
  const { matched, fetched, left, maxRecords } = cost;
  // With no records left, let the API reject the first page: its error has better advice.
  if (left === 0 && fetched === 0) return 'fetch';
  const hasShortage = isShort(cost);
  if (maxRecords !== undefined || (fetched > 0 && !isInteractive)) return hasShortage ? 'warn' : 'fetch';
  if (!hasShortage && matched <= askAbove) return 'fetch';
  if (isInteractive) return 'ask';
  return hasShortage ? 'insufficient_records' : 'limit_required';
}

/** Whether the records left do not suffice. */
export function isShort({ left, isContinued = false, ...cost }: SearchCost): boolean {
  return !isContinued && left !== undefined && left < wantedSignals(cost) - cost.fetched;
}

/** How many signals can be fetched in total. */
export function payableSignals(cost: SearchCost): number {
  return isShort(cost) ? cost.fetched + cost.left! : wantedSignals(cost);
}

function wantedSignals({
  matched,
  maxRecords = Infinity,
}: Pick<SearchCost, 'matched' | 'maxRecords'>): number {
  return Math.min(matched, maxRecords);
}
