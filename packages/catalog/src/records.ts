import { OPTION_LISTS, STORED_LIST_NAMES, type IdentifierKind } from '@heliograph/contract';

export type { CompanyRecord, FundingRecord, HiringRecord, SignalRecord } from '@heliograph/contract';

/** The kinds of identifiers that `catalog.identifier` lists. */
export const identifierKinds: readonly IdentifierKind[] = STORED_LIST_NAMES.map(
  (name) => OPTION_LISTS[name].kind,
);
export type { IdentifierKind };

/** An identifier with a label chosen by the operator (a filter options file). */
export interface IdentifierRecord {
  kind: IdentifierKind;
  id: string;
  label: string;
}

/** A record with its origin; `line` is any number the caller wants back in a reject. */
export interface Numbered<Record> {
  line: number;
  record: Record;
}

/** A record that could not be stored, with a reason for the operator. */
export interface Reject {
  line: number;
  reason: string;
}
