import type { Company, CompanyField } from '@heliograph/contract';
import type { company } from '@heliograph/proto';

/** A company as returned; writing it as JSON omits absent values. */
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

/** The record with only its slug and these fields, in the same order; an empty list means all. */
export function selectedCompany(record: Company, fields: readonly CompanyField[]): Partial<Company> {
  if (fields.length === 0) return record;
  const isSelected = (name: string) => name === 'slug' || (fields as readonly string[]).includes(name);
  return Object.fromEntries(Object.entries(record).filter(([name]) => isSelected(name)));
}
