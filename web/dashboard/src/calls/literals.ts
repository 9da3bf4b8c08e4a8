/** How a language writes values. */
export interface Language {
  /** Quotation mark for strings. */
  quote: "'" | '"';
  escape: (codePoint: number) => string;
  keyOf: (name: string) => string;
  /** Inside an object's braces. */
  padding: '' | ' ';
  isTrue: string;
  isFalse: string;
  isNothing: string;
}

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0');

export const TYPESCRIPT: Language = {
  quote: "'",
  escape: (codePoint) => (codePoint > 0xffff ? `\\u{${hex(codePoint, 1)}}` : `\\u${hex(codePoint, 4)}`),
  keyOf: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : textLiteral(name, TYPESCRIPT)),
  padding: ' ',
  isTrue: 'true',
  isFalse: 'false',
  isNothing: 'null',
};

export const PYTHON: Language = {
  quote: '"',
  escape: (codePoint) => (codePoint > 0xffff ? `\\U${hex(codePoint, 8)}` : `\\u${hex(codePoint, 4)}`),
  keyOf: (name) => textLiteral(name, PYTHON),
  padding: '',
  isTrue: 'True',
  isFalse: 'False',
  isNothing: 'None',
};

/** Characters that an editor hides or acts on: control, format, and separator characters, and lone surrogates. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A string literal, escaping everything that would end it or cannot be seen. */
export function textLiteral(text: string, { quote, escape }: Language): string {
  // Prefer the quotation mark that needs no escapes, as formatters do.
  const other = quote === "'" ? '"' : "'";
  const mark = text.includes(quote) && !text.includes(other) ? other : quote;
  const inner = text
    .replaceAll('\\', '\\\\')
    .replaceAll(mark, `\\${mark}`)
    .replaceAll('\n', '\\n')
    .replace(HIDDEN, (character) => escape(character.codePointAt(0)!));
  return `${mark}${inner}${mark}`;
}

/** A JSON value, on one line. */
export function literalOf(value: unknown, language: Language): string {
  const { padding, keyOf, isTrue, isFalse, isNothing } = language;
  if (typeof value === 'string') return textLiteral(value, language);
  if (typeof value === 'boolean') return value ? isTrue : isFalse;
  if (value === null || value === undefined) return isNothing;
  if (Array.isArray(value)) return `[${value.map((item) => literalOf(item, language)).join(', ')}]`;
  if (typeof value !== 'object') return String(value);
  const members = Object.entries(value).map(([key, each]) => `${keyOf(key)}: ${literalOf(each, language)}`);
  return members.length === 0 ? '{}' : `{${padding}${members.join(', ')}${padding}}`;
}
