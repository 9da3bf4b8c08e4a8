import type { JsonValue } from '../json-schema';
import type { ParameterRule } from './parameter';

/** A query parameter of a free helper. */
export type HelperParameterRow = Exclude<ParameterRule, { kind: 'json' }> & {
  description: string;
  example?: JsonValue;
  isRequired?: true;
};
