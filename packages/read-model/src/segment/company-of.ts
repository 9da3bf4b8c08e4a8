import { documentOf } from './documents';
import { listOf } from './postings';
import type { Segment } from './segment';

const decoder = new TextDecoder();

/** Slug and name of a segment's company, as its items have them. */
export function companyOf(
  { companyTable, documents }: Segment,
  company: number,
): { slug: string; name: string } {
  const [row] = listOf(companyTable.rows, company);
  // A decoder does not read shared memory.
  const document = documentOf(documents, row!).slice();
  return (JSON.parse(decoder.decode(document)) as { company: { slug: string; name: string } }).company;
}
