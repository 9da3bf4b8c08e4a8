import { sizeOf } from '@heliograph/catalog';
import { type MatchedBy, messageFieldOf, OPTION_LISTS, STORED_LIST_NAMES } from '@heliograph/contract';
import { company } from '@heliograph/proto';
import type { Company } from '../domain/company';
import type { IdentifiedCompany } from '../domain/identity';
import type { FilterOptions } from '../domain/filter-options';

export function companyToResponse(found: Company): company.Company {
  const { employeeCount } = found;
  return { ...found, size: sizeOf(employeeCount === undefined ? undefined : Number(employeeCount)) };
}

const MATCHED_BY: Readonly<Record<MatchedBy, company.IdentifiedCompany_MatchedBy>> = {
  domain: company.IdentifiedCompany_MatchedBy.DOMAIN,
  parent_domain: company.IdentifiedCompany_MatchedBy.PARENT_DOMAIN,
  name: company.IdentifiedCompany_MatchedBy.NAME,
  name_without_legal_form: company.IdentifiedCompany_MatchedBy.NAME_WITHOUT_LEGAL_FORM,
};

export function identifiedToResponse(found: IdentifiedCompany): company.IdentifiedCompany {
  return { ...found, matchedBy: MATCHED_BY[found.matchedBy] };
}

export function filterOptionsToResponse(
  { version, byKind, sizes }: FilterOptions,
  withSizes: boolean,
): company.FilterOptions {
  const lists = STORED_LIST_NAMES.map((name) => [
    messageFieldOf(name),
    [...(byKind.get(OPTION_LISTS[name].kind) ?? [])],
  ]);
  return company.FilterOptions.fromPartial({
    version,
    sizes: withSizes ? [...sizes] : [],
    ...(Object.fromEntries(lists) as Partial<company.FilterOptions>),
  });
}

/** The version alone, for a caller that has the lists. */
export function versionToResponse({ version }: FilterOptions): company.FilterOptions {
  return company.FilterOptions.fromPartial({ version });
}
