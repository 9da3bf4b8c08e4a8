import type { MatchedBy } from '@heliograph/contract';
import type { Company } from '../domain/company';
import type { IdentifiedCompany } from '../domain/identity';

/** A row of the company store's query; `bigint` arrives as text. */
export interface CompanyRow {
  slug: string;
  name: string;
  domain: string | null;
  description: string | null;
  country: string | null;
  city: string | null;
  industries: string[];
  employee_count: string | null;
  signal_count: string;
  latest_activity_date: string | null;
}

export function companyFromRow(row: CompanyRow): Company {
  return {
    slug: row.slug,
    name: row.name,
    domain: row.domain ?? undefined,
    description: row.description ?? undefined,
    country: row.country ?? undefined,
    city: row.city ?? undefined,
    industries: row.industries,
    employeeCount: row.employee_count === null ? undefined : BigInt(row.employee_count),
    signalCount: BigInt(row.signal_count),
    latestActivityDate: row.latest_activity_date ?? undefined,
  };
}

/** A row of the identity store's queries. */
export interface IdentityRow extends Pick<CompanyRow, 'slug' | 'name' | 'domain' | 'country' | 'city'> {
  domain_key: string | null;
}

export function identifiedFromRow(row: IdentityRow, matchedBy: MatchedBy): IdentifiedCompany {
  return {
    slug: row.slug,
    name: row.name,
    domain: row.domain ?? undefined,
    country: row.country ?? undefined,
    city: row.city ?? undefined,
    matchedBy,
  };
}
