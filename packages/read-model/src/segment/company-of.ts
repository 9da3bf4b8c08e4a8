import { documentOf } from './documents';
import { listOf } from './postings';
import type { Segment } from './segment';
import { decoder } from './decoder';

interface Company {
  slug: string;
  name: string;
}

/** Slug and name of a segment's company, from its items. */
export function companyOf(segment: Segment, company: number): Company {
  return companyNamed(segment, listOf(segment.companyTable.rows, company)[0]!);
}

/** Slug and name of a row's company, parsed from its item. */
export function companyNamed({ documents }: Segment, row: number): Company {
  return (JSON.parse(decoder.decode(documentOf(documents, row))) as { company: Company }).company;
}
