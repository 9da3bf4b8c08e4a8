/** Longest country, city and industry: what a search filter can ask for. */
const longestValue = 180;
const quotedLength = 60;
const loneSurrogate = /\p{Surrogate}/u;

/**
 * Reads the members of one JSON object, checks them and gathers every fault in words for the operator. Hand-written rather than a
 * schema library because it runs for each line of an import. `null` counts as absent, and so does the empty text of an
 * optional member; members nobody asks for are ignored.
 */
export class RecordReader {
  constructor(
    private readonly source: Readonly<Record<string, unknown>>,
    readonly faults: string[] = [],
    private readonly path = '',
  ) {}

  /** A member that must be there: `longest` counts characters (code points). */
  requiredText(name: string, longest: number): string {
    const value = this.source[name];
    if (value === undefined || value === null || value === '') {
      this.fault(name, value === '' ? 'must not be empty' : 'is required');
      return '';
    }
    return this.checkedText(name, value, longest) ?? '';
  }

  /** A member that must be there and match; `shape` says in words what the pattern wants. */
  requiredMatch(name: string, pattern: RegExp, shape: string): string {
    const value = this.requiredText(name, Infinity);
    if (value !== '' && !pattern.test(value)) this.fault(name, `${quote(value)} must be ${shape}`);
    return value;
  }

  optionalText(name: string, longest: number = longestValue): string | undefined {
    const value = this.source[name];
    return value === undefined || value === null || value === ''
      ? undefined
      : this.checkedText(name, value, longest);
  }

  requiredIdentifier(name: string): string {
    const value = this.requiredText(name, longestValue);
    this.checkNoComma(name, value);
    return value;
  }

  optionalIdentifier(name: string): string | undefined {
    const value = this.optionalText(name);
    if (value !== undefined) this.checkNoComma(name, value);
    return value;
  }

  /** An array of texts of 1 to 180 characters, without doubles; absent when it holds none. */
  optionalTexts(name: string): string[] | undefined {
    const value = this.source[name];
    if (value === undefined || value === null) return undefined;
    if (!Array.isArray(value)) {
      this.fault(name, `must be an array of strings, not ${kindOf(value)}`);
      return undefined;
    }
    const texts: string[] = [];
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      const text = item === '' ? undefined : this.checkedText(`${name}[${index}]`, item, longestValue);
      if (item === '') this.fault(`${name}[${index}]`, 'must not be empty');
      if (text !== undefined && !texts.includes(text)) texts.push(text);
    }
    return texts.length > 0 ? texts : undefined;
  }

  optionalIdentifiers(name: string): string[] | undefined {
    const values = this.optionalTexts(name);
    values?.forEach((value) => this.checkNoComma(name, value));
    return values;
  }

  /** A finite number >= 0. */
  optionalAmount(name: string): number | undefined {
    const value = this.source[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'number') return this.fault(name, `must be a number, not ${kindOf(value)}`);
    if (!Number.isFinite(value)) return this.fault(name, 'is too large');
    // Minus zero is zero.
    return value >= 0 ? value + 0 : this.fault(name, `${value} must not be negative`);
  }

  /** A whole number >= 0 that doubles hold exactly. */
  optionalCount(name: string): number | undefined {
    const value = this.optionalAmount(name);
    if (value === undefined || Number.isSafeInteger(value)) return value;
    return this.fault(name, `${value} must be a whole number`);
  }

  /** A reader for a member that is an object itself; undefined when it is absent. */
  optionalObject(name: string): RecordReader | undefined {
    const value = this.source[name];
    if (value === undefined || value === null) return undefined;
    if (!isObject(value)) return this.fault(name, `must be an object, not ${kindOf(value)}`);
    return new RecordReader(value, this.faults, `${this.path}${name}.`);
  }

  /** Records what is wrong with a member. Returns undefined, so that a check can end with it. */
  fault(name: string, what: string): undefined {
    this.faults.push(`${this.path}${name} ${what}`);
    return undefined;
  }

  private checkedText(name: string, value: unknown, longest: number): string | undefined {
    if (typeof value !== 'string') return this.fault(name, `must be a string, not ${kindOf(value)}`);
    if (value.includes('\0')) return this.fault(name, 'holds a NUL character');
    if (loneSurrogate.test(value))
      return this.fault(name, 'holds half of a surrogate pair, which is no character');
    // A character takes one or two units.
    if (value.length > longest) {
      const characters = [...value].length;
      if (characters > longest) return this.fault(name, `has ${characters} characters, more than ${longest}`);
    }
    return value;
  }

  private checkNoComma(name: string, value: string): void {
    if (value.includes(',')) this.fault(name, `${quote(value)} must not hold a comma`);
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value for an error message: cut short, and with what a terminal would act on written as escapes. */
export function quote(value: string): string {
  const shown = value.length > quotedLength ? `${value.slice(0, quotedLength)}…` : value;
  return JSON.stringify(shown);
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
