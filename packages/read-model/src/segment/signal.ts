/** A signal as the catalog has it: what the read model is made from. */
export interface CatalogSignal {
  /** Decimal digits, at most 9999999999999999999. */
  id: string;
  /** Unique; grows in the order in which the catalog first held the signals. */
  ordinal: number;
  /** Of the catalog; the same for all signals of a company. */
  companyId: number;
  employeeCount?: number;
  publishedAtMs: number;
  /** The item's JSON exactly as it is answered, in UTF-8. */
  document: Uint8Array;
}
