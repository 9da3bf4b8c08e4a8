/** A signal from the catalog: the read model's input. */
export interface CatalogSignal {
  /** Decimal digits, at most 9999999999999999999. */
  id: string;
  /** Unique; ascends in the order in which the catalog first received the signals. */
  ordinal: number;
  /** From the catalog; the same for all signals of a company. */
  companyId: number;
  employeeCount?: number;
  publishedAtMs: number;
  /** The item's JSON exactly as returned, in UTF-8. */
  document: Uint8Array;
}
