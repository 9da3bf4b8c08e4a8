import { COMPANY_PARAMETERS, type CompanyField } from '@heliograph/contract';
import { readList } from './parameter-reader';
import type { Query } from './query-string';

/** Parses the selected fields of `GET /companies/{slug}`, adding every issue to `query.issues`; empty by default. */
export function readCompanyFields({ values, issues }: Query): CompanyField[] {
  const value = values.get('fields');
  if (value === undefined) return [];
  return readList(value, COMPANY_PARAMETERS.fields, (message) =>
    issues.push({ code: 'invalid_parameter', parameter: 'fields', message }),
  ) as CompanyField[];
}
