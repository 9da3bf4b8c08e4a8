import type { MatchedBy } from '@heliograph/contract';

/** A matching company. Absent values are undefined. */
export interface IdentifiedCompany {
  slug: string;
  name: string;
  domain: string | undefined;
  country: string | undefined;
  city: string | undefined;
  matchedBy: MatchedBy;
}

/** A host and its parents: leading labels are dropped one by one. */
export function hostAndParents(host: string): string[] {
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}
