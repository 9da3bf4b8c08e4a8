import { COMPANY_PARAMETERS, type CompanyField } from '@heliograph/contract';
import { readList } from './parameter-reader';
import type { Query } from './query-string';

/** Parses the chosen fields of `GET /companies/{slug}`, adding every fault to `query.faults`; empty by default. */
export function readCompanyFields({ values, faults }: Query): CompanyField[] {
  const value = values.get('fields');
  if (value === undefined) return [];
  return readList(value, COMPANY_PARAMETERS.fields, (message) =>
    faults.push({ code: 'invalid_parameter', parameter: 'fields', message }),
  ) as CompanyField[];
}
