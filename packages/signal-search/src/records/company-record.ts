import type { Company } from '@heliograph/contract';
import type { company } from '@heliograph/proto';

/** A company as it is answered; absent values are left out when it is written as JSON. */
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
