import type { GatheredCompanies } from './company-list';
import type { DictionaryData } from './dictionary';
import type { GatheredLists } from './lists';
import type { Documents } from './segment';

/**
 * What a builder collected, in order of addition, for a builder in another thread. Words, labels, and companies' names
 * are its own term numbers.
 */
export interface SegmentPart {
  terms: Pick<DictionaryData, 'bytes' | 'offsets'>;
  highs: Uint32Array;
  lows: Uint32Array;
  days: Int32Array;
  ordinals: Uint32Array;
  companyIds: Uint32Array;
  publishedAt: Float64Array;
  titles: GatheredLists;
  labels: GatheredLists;
  /** For signals that have one. */
  amounts: { indexes: Uint32Array; values: Float64Array };
  /** In shared memory. */
  documents: Documents;
  companies: GatheredCompanies;
}

/** A part's buffers, to transfer to another thread instead of copying. */
export function memoryOf(part: SegmentPart): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const visit = (value: unknown) => {
    if (ArrayBuffer.isView(value)) {
      if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(part);
  return [...found];
}
