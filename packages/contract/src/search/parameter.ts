import type { OptionListName } from '../filter-options';
import type { JsonValue, Schema } from '../json-schema';

/** What a query parameter looks like. Lengths are in characters. */
export type ParameterRule =
  | {
      kind: 'text';
      minimum?: number;
      maximum: number;
      /** Must contain more than white space. */
      isNotBlank?: boolean;
    }
  | {
      kind: 'choice';
      choices: readonly string[];
      /** The choices are numbers, which messages between services and SDK callers may pass as such. */
      isNumeric?: boolean;
    }
  /** Comma-separated. */
  | {
      kind: 'list';
      maximumItems?: number;
      maximumItemLength?: number;
      /** For the whole value. */
      maximumLength?: number;
      choices?: readonly string[];
      pattern?: RegExp;
    }
  /** `YYYY-MM-DD` */
  | { kind: 'date' }
  /** A JSON number of at least 0. */
  | { kind: 'amount' }
  | {
      kind: 'integer';
      minimum: number;
      maximum: number;
      /** Means the same as none, whatever else is given: generated clients send it with every request. */
      default?: number;
    }
  | { kind: 'flag' }
  | { kind: 'json'; maximumLength: number; maximumDepth: number; maximumItems: number; schema: Schema };

/** The sections of the dashboard's filter panel. */
export type FilterSection =
  'category' | 'date' | 'place' | 'business' | 'company' | 'funding' | 'hiring' | 'words' | 'groups' | 'ids';

/** A query parameter of `GET /signals`. */
export type ParameterRow = ParameterRule & {
  description: string;
  example?: JsonValue;
  /** The `GET /filter-options` list of its values. */
  options?: OptionListName;
  /** The field of `heliograph.search.v1.Filters`, if named differently. */
  field?: string;
  /** Set if it is not a filter: it chooses how much to return, or in what order. */
  isNoFilter?: true;
  /** The flag of the command-line client. */
  flag: {
    /** If not the parameter's name in kebab case. */
    name?: string;
    /** Its value's placeholder in the help; if absent, the client defines the flag itself. */
    value?: string;
    help?: string;
  };
  /** Its label in the dashboard. */
  label?: string;
  /** The label next to a single value, if different. */
  chip?: string;
  /** A hint below its field in the dashboard. */
  hint?: string;
  section?: FilterSection;
};
