import type { JsonValue } from './json-schema';
import { COMPANY_FIELDS } from './records/company';
import type { ParameterRule } from './search/parameter';

/** Every query parameter of `GET /companies/{slug}`. */
export const COMPANY_PARAMETERS = {
  fields: {
    kind: 'list',
    maximumItems: COMPANY_FIELDS.length,
    choices: COMPANY_FIELDS,
    description:
      'Returns only these fields and `slug`, in the order of the whole company, at the same price.',
    example: ['name', 'domain', 'employeeCount'],
  },
} as const satisfies Record<string, ParameterRule & { description: string; example?: JsonValue }>;

export const COMPANY_PARAMETER_NAMES: ReadonlySet<string> = new Set(Object.keys(COMPANY_PARAMETERS));
