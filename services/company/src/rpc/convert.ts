import { sizeOf } from '@heliograph/catalog';
import { messageFieldOf, OPTION_LISTS, STORED_LIST_NAMES } from '@heliograph/contract';
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

/** The version alone, for a caller who has the lists. */
export function versionToResponse({ version }: FilterOptions): company.FilterOptions {
  return company.FilterOptions.fromPartial({ version });
}
