import type { Company } from '../domain/company';

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
