import type { MatchedBy } from '@heliograph/contract';

/** A company that may be meant. Absent values are undefined. */
export interface IdentifiedCompany {
  slug: string;
  name: string;
  domain: string | undefined;
  country: string | undefined;
  city: string | undefined;
  matchedBy: MatchedBy;
}

/** A host, and what is left of it as labels are taken from the left, one by one. */
export function hostAndParents(host: string): string[] {
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}
