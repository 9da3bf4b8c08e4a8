import type { company } from '@heliograph/proto';

/** How slugs of companies are written at import. What is not written so names no company. */
export const COMPANY_SLUG = /^[a-z0-9][a-z0-9._-]{0,179}$/;

/** A company as it is answered; absent values are left out when it is written as JSON. */
export function companyRecord(found: company.Company) {
  return {
    slug: found.slug,
    name: found.name,
    domain: found.domain,
    description: found.description,
    country: found.country,
    city: found.city,
    industries: found.industries,
    employeeCount: found.employeeCount === undefined ? undefined : Number(found.employeeCount),
    size: found.size,
    signalCount: Number(found.signalCount),
    latestActivityDate: found.latestActivityDate,
  };
}
