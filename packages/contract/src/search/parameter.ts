import type { OptionListName } from '../filter-options';
import type { JsonValue, Schema } from '../json-schema';

/** What a query parameter looks like. Lengths are in characters. */
export type ParameterRule =
  | {
      kind: 'text';
      minimum?: number;
      maximum: number;
      /** Something besides white space must be in it. */
      isNotBlank?: boolean;
    }
  | {
      kind: 'choice';
      choices: readonly string[];
      /** The choices are numbers: messages between services and callers of the SDK may give them as such. */
      isNumeric?: boolean;
    }
  /** Comma-separated. */
  | {
      kind: 'list';
      maximumItems?: number;
      maximumItemLength?: number;
      /** Of the whole value. */
      maximumLength?: number;
      choices?: readonly string[];
      pattern?: RegExp;
    }
  /** `YYYY-MM-DD` */
  | { kind: 'date' }
  /** A JSON number of at least 0. */
  | { kind: 'amount' }
  | { kind: 'integer'; minimum: number; maximum: number; default: number }
  | { kind: 'flag' }
  | { kind: 'json'; maximumLength: number; maximumDepth: number; maximumItems: number; schema: Schema };

/** The parts of the dashboard's filter panel. */
export type FilterSection =
  'category' | 'date' | 'place' | 'business' | 'company' | 'funding' | 'hiring' | 'words' | 'groups' | 'ids';

/** All that is known of a query parameter of `GET /signals`. */
export type ParameterRow = ParameterRule & {
  description: string;
  example?: JsonValue;
  /** The list of `GET /filter-options` that its values come from. */
  options?: OptionListName;
  /** The field of `heliograph.search.v1.Filters`, where it is not called as the parameter is. */
  field?: string;
  /** Set where it is no filter: it says how much of the answer is wanted, or in which order. */
  isNoFilter?: true;
  /** The flag of the command-line client. */
  flag: {
    /** Where it is not the parameter's name in lower case with hyphens. */
    name?: string;
    /** What stands for its value in the help; without one the client defines the flag itself. */
    value?: string;
    help?: string;
  };
  /** What the dashboard calls it. */
  label?: string;
  /** The same beside one value, where that is something else. */
  chip?: string;
  /** A sentence under its field in the dashboard. */
  hint?: string;
  section?: FilterSection;
};
