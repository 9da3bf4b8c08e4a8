import { keysOf } from '../segment/dictionary';
import { textOf } from '../segment/packed-texts';
import { listOf } from '../segment/postings';
import type { Segment } from '../segment/segment';
import { formatSignalId } from '../segment/signal-id';
import { idKey, nameWordKey, slugKey } from './entrances';

/** All that a segment's signals are looked up by among queries. */
export function* segmentKeys(segment: Segment): Generator<string> {
  const names = new Set(segment.companyTable.names.terms);
  let number = 0;
  for (const key of keysOf(segment.terms)) {
    if (names.has(number)) yield nameWordKey(key);
    // The dictionary holds words of names as well, which no signal need have.
    if (listOf(segment.postings, number).length > 0) yield key;
    number += 1;
  }
  const { slugTexts, ids } = segment.companyTable;
  for (let company = 0; company < ids.length; company++) yield slugKey(textOf(slugTexts, company));
  for (let row = 0; row < segment.rows; row++) {
    yield idKey(formatSignalId(segment.ids.high[row]!, segment.ids.low[row]!));
  }
}
