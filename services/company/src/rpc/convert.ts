import { sizeOf, type IdentifierKind } from '@heliograph/catalog';
import { company } from '@heliograph/proto';
import type { Company } from '../domain/company';
import type { FilterOptions } from '../domain/filter-options';

export function companyToResponse(found: Company): company.Company {
  const { employeeCount } = found;
  return { ...found, size: sizeOf(employeeCount === undefined ? undefined : Number(employeeCount)) };
}

export function filterOptionsToResponse(
  { version, byKind, sizes }: FilterOptions,
  withSizes: boolean,
): company.FilterOptions {
  const list = (kind: IdentifierKind) => [...(byKind.get(kind) ?? [])];
  return {
    version,
    categories: list('category'),
    industries: list('industry'),
    hiringTypes: list('hiring_type'),
    hiringFunctions: list('hiring_function'),
    hiringSeniorities: list('hiring_seniority'),
    hiringEmploymentTypes: list('hiring_employment_type'),
    hiringWorkArrangements: list('hiring_work_arrangement'),
    fundingStages: list('funding_stage'),
    sizes: withSizes ? [...sizes] : [],
    countries: list('country'),
  };
}

/** The version alone, for a caller who has the lists. */
export function versionToResponse({ version }: FilterOptions): company.FilterOptions {
  return company.FilterOptions.fromPartial({ version });
}
