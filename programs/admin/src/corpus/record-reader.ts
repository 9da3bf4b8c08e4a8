import { MAXIMUM_VALUE_LENGTH, MAXIMUM_LIST_ITEMS } from '@heliograph/catalog';
import {
  cleanProse,
  cleanTitle,
  issueWithIdentifier,
  issueWithProse,
  issueWithText,
  issueWithTitle,
  quote,
} from './text-rules';

export { quote };

/**
 * Reads and validates the members of one JSON object, collecting every issue in words for the operator. Hand-written
 * instead of using a schema library, for speed: it runs for each line of an import. `null` counts as absent, and so
 * does empty text in an optional member; unknown members are ignored.
 */
export class RecordReader {
  constructor(
    private readonly source: Readonly<Record<string, unknown>>,
    readonly issues: string[] = [],
    private readonly path = '',
  ) {}

  /** A required member. `longest` counts code points. */
  requiredText(name: string, longest: number, issueOf = issueWithText): string {
    const value = this.source[name];
    if (value === undefined || value === null || value === '') {
      this.issue(name, value === '' ? 'must not be empty' : 'is required');
      return '';
    }
    return this.checkedText(name, value, longest, issueOf) ?? '';
  }

  /** A required title; non-text characters become spaces. */
  requiredTitle(name: string, longest: number): string {
    return cleanTitle(this.requiredText(name, longest, issueWithTitle));
  }

  /** A required member that must match a pattern; `shape` describes it in words. */
  requiredMatch(name: string, pattern: RegExp, shape: string): string {
    const value = this.requiredText(name, Infinity, issueWithProse);
    if (value !== '' && !pattern.test(value)) this.issue(name, `${quote(value)} must be ${shape}`);
    return value;
  }

  optionalText(
    name: string,
    longest: number = MAXIMUM_VALUE_LENGTH,
    issueOf = issueWithText,
  ): string | undefined {
    const value = this.source[name];
    return value === undefined || value === null || value === ''
      ? undefined
      : this.checkedText(name, value, longest, issueOf);
  }

  /** Optional multi-line text; non-text characters become spaces. */
  optionalProse(name: string, longest: number): string | undefined {
    const value = this.optionalText(name, longest, issueWithProse);
    return value === undefined ? undefined : cleanProse(value);
  }

  requiredIdentifier(name: string): string {
    return this.requiredText(name, MAXIMUM_VALUE_LENGTH, issueWithIdentifier);
  }

  optionalIdentifier(name: string): string | undefined {
    return this.optionalText(name, MAXIMUM_VALUE_LENGTH, issueWithIdentifier);
  }

  /** An array of up to 50 strings of 1 to 180 characters, deduplicated; absent when empty. */
  optionalTexts(name: string, issueOf = issueWithText): string[] | undefined {
    const value = this.source[name];
    if (value === undefined || value === null) return undefined;
    if (!Array.isArray(value)) {
      this.issue(name, `must be an array of strings, not ${kindOf(value)}`);
      return undefined;
    }
    if (value.length > MAXIMUM_LIST_ITEMS) {
      this.issue(name, `has ${value.length} items, more than ${MAXIMUM_LIST_ITEMS}`);
      return undefined;
    }
    const texts: string[] = [];
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      const text =
        item === '' ? undefined : this.checkedText(`${name}[${index}]`, item, MAXIMUM_VALUE_LENGTH, issueOf);
      if (item === '') this.issue(`${name}[${index}]`, 'must not be empty');
      if (text !== undefined && !texts.includes(text)) texts.push(text);
    }
    return texts.length > 0 ? texts : undefined;
  }

  optionalIdentifiers(name: string): string[] | undefined {
    return this.optionalTexts(name, issueWithIdentifier);
  }

  /** A finite number >= 0. */
  optionalAmount(name: string): number | undefined {
    const value = this.source[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'number') return this.issue(name, `must be a number, not ${kindOf(value)}`);
    if (!Number.isFinite(value)) return this.issue(name, 'is too large');
    // Turns -0 into 0.
    return value >= 0 ? value + 0 : this.issue(name, `${value} must not be negative`);
  }

  /** A safe integer >= 0. */
  optionalCount(name: string): number | undefined {
    const value = this.optionalAmount(name);
    if (value === undefined || Number.isSafeInteger(value)) return value;
    return this.issue(name, `${value} must be a whole number up to ${Number.MAX_SAFE_INTEGER}`);
  }

  /** A reader for an object member; undefined when it is absent. */
  optionalObject(name: string): RecordReader | undefined {
    const value = this.source[name];
    if (value === undefined || value === null) return undefined;
    if (!isObject(value)) return this.issue(name, `must be an object, not ${kindOf(value)}`);
    return new RecordReader(value, this.issues, `${this.path}${name}.`);
  }

  /** Records an issue with a member. Returns undefined so that checks can return it. */
  issue(name: string, what: string): undefined {
    this.issues.push(`${this.path}${name} ${what}`);
    return undefined;
  }

  private checkedText(
    name: string,
    value: unknown,
    longest: number,
    issueOf: (text: string) => string | undefined,
  ): string | undefined {
    if (typeof value !== 'string') return this.issue(name, `must be a string, not ${kindOf(value)}`);
    // A code point takes one or two UTF-16 units, so count only if it might be too long.
    if (value.length > longest) {
      const characters = [...value].length;
      if (characters > longest) return this.issue(name, `has ${characters} characters, more than ${longest}`);
    }
    const issue = issueOf(value);
    return issue === undefined ? value : this.issue(name, issue);
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  switch (typeof value) {
    case 'object':
      return 'an object';
    case 'boolean':
      return String(value);
    default:
      return `a ${typeof value}`;
  }
}
