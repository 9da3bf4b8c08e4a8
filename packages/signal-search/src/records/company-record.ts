import type { Company, CompanyField } from '@heliograph/contract';
import type { company } from '@heliograph/proto';

/** A company as returned; absent values are omitted when it is written as JSON. */
export function companyRecord(found: company.Company): Company {
  return {
    slug: found.slug,
    name: found.name,
    domain: found.domain,
    description: found.description,
    country: found.country,
    city: found.city,
    industries: found.industries,
    employeeCount: found.employeeCount === undefined ? undefined : Number(found.employeeCount),
    size: found.size as Company['size'],
    signalCount: Number(found.signalCount),
    latestActivityDate: found.latestActivityDate,
  };
}

/** The same with only these fields and its slug, in the same order; by default all. */
export function selectedCompany(record: Company, fields: readonly CompanyField[]): Partial<Company> {
  if (fields.length === 0) return record;
  const isSelected = (name: string) => name === 'slug' || (fields as readonly string[]).includes(name);
  return Object.fromEntries(Object.entries(record).filter(([name]) => isSelected(name)));
}
