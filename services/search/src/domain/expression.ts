import type { PhraseField } from '@heliograph/catalog';

/** What the lexemes leave open and only a look at the signal itself settles. */
export type Check =
  | { kind: 'phrase'; field: PhraseField; text: string }
  | { kind: 'amount'; minimum?: number; maximum?: number };

/**
 * A boolean condition on one signal over its lexemes. `uncertain`: holds only where `upper` does and surely where `sure` does; between
 * the two, which is within `open`, `check` decides.
 */
export type Expression =
  | { kind: 'constant'; value: boolean }
  | { kind: 'lexeme'; lexeme: string }
  | { kind: 'and' | 'or'; parts: readonly Expression[] }
  | { kind: 'not'; part: Expression }
  | { kind: 'uncertain'; upper: Expression; sure: Expression; open: Expression; check: Check };

export const always: Expression = { kind: 'constant', value: true };
export const never: Expression = { kind: 'constant', value: false };

export const lexeme = (text: string): Expression => ({ kind: 'lexeme', lexeme: text });

function joined(kind: 'and' | 'or', expressions: readonly Expression[]): Expression {
  const absorbing = kind === 'or';
  const parts: Expression[] = [];
  const seen = new Set<string>();
  for (const part of expressions.flatMap((e) => (e.kind === kind ? e.parts : [e]))) {
    if (part.kind === 'constant') {
      if (part.value === absorbing) return part;
      continue;
    }
    if (part.kind === 'lexeme') {
      if (seen.has(part.lexeme)) continue;
      seen.add(part.lexeme);
    }
    parts.push(part);
  }
  if (parts.length === 0) return absorbing ? never : always;
  return parts.length === 1 ? (parts[0] as Expression) : { kind, parts };
}

/** All of them; {@link always} when there are none. */
export const and = (...expressions: readonly Expression[]): Expression => joined('and', expressions);
/** At least one of them; {@link never} when there are none. */
export const or = (...expressions: readonly Expression[]): Expression => joined('or', expressions);

export function not(part: Expression): Expression {
  if (part.kind === 'constant') return part.value ? never : always;
  return part.kind === 'not' ? part.part : { kind: 'not', part };
}

/** A condition over lexemes alone that holds wherever `expression` does. */
export function upperBound(expression: Expression): Expression {
  switch (expression.kind) {
    case 'uncertain':
      return expression.upper;
    case 'not':
      return not(lowerBound(expression.part));
    case 'and':
      return and(...expression.parts.map(upperBound));
    case 'or':
      return or(...expression.parts.map(upperBound));
    default:
      return expression;
  }
}

/** A condition over lexemes alone that holds only where `expression` does. */
export function lowerBound(expression: Expression): Expression {
  switch (expression.kind) {
    case 'uncertain':
      return expression.sure;
    case 'not':
      return not(upperBound(expression.part));
    case 'and':
      return and(...expression.parts.map(lowerBound));
    case 'or':
      return or(...expression.parts.map(lowerBound));
    default:
      return expression;
  }
}

/** Whether lexemes alone settle it. */
export function isCertain(expression: Expression): boolean {
  switch (expression.kind) {
    case 'uncertain':
      return false;
    case 'not':
      return isCertain(expression.part);
    case 'and':
    case 'or':
      return expression.parts.every(isCertain);
    default:
      return true;
  }
}

/** Conditions over lexemes of which one holds wherever lexemes do not settle the expression. */
export function openParts(expression: Expression): Expression[] {
  switch (expression.kind) {
    case 'uncertain':
      return [expression.open];
    case 'not':
      return openParts(expression.part);
    case 'and':
    case 'or':
      return expression.parts.flatMap(openParts);
    default:
      return [];
  }
}

/** Whether an inverted index can list the matches: some lexeme must be there in each. */
export function isIndexable(expression: Expression): boolean {
  switch (expression.kind) {
    case 'constant':
      return !expression.value;
    case 'lexeme':
      return true;
    case 'not':
      return false;
    case 'and':
      return expression.parts.some(isIndexable);
    case 'or':
      return expression.parts.every(isIndexable);
    case 'uncertain':
      return isIndexable(expression.upper);
  }
}

/** The lexemes of expressions, without those of checks. */
export function lexemesOf(...expressions: readonly Expression[]): Set<string> {
  const lexemes = new Set<string>();
  for (const expression of expressions) collectLexemes(expression, lexemes);
  return lexemes;
}

function collectLexemes(expression: Expression, into: Set<string>): void {
  switch (expression.kind) {
    case 'lexeme':
      into.add(expression.lexeme);
      return;
    case 'not':
      collectLexemes(expression.part, into);
      return;
    case 'and':
    case 'or':
      for (const part of expression.parts) collectLexemes(part, into);
      return;
    case 'uncertain':
      collectLexemes(expression.upper, into);
      collectLexemes(expression.sure, into);
      return;
    case 'constant':
  }
}

/** The expression with some lexemes replaced. */
export function replaceLexemes(
  expression: Expression,
  replacement: (lexeme: string) => Expression | undefined,
): Expression {
  const replace = (part: Expression) => replaceLexemes(part, replacement);
  switch (expression.kind) {
    case 'lexeme':
      return replacement(expression.lexeme) ?? expression;
    case 'not':
      return not(replace(expression.part));
    case 'and':
      return and(...expression.parts.map(replace));
    case 'or':
      return or(...expression.parts.map(replace));
    case 'uncertain':
      return {
        ...expression,
        upper: replace(expression.upper),
        sure: replace(expression.sure),
        open: replace(expression.open),
      };
    case 'constant':
      return expression;
  }
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/**
 * The text of a tsquery. Lexemes are taken as they are, so it is to be cast (`::tsquery`), not passed to to_tsquery.
 * @throws for constants and uncertain parts, which a tsquery cannot say
 */
export function tsquery(expression: Expression): string {
  switch (expression.kind) {
    case 'lexeme':
      return quoted(expression.lexeme);
    case 'not':
      return `!(${tsquery(expression.part)})`;
    case 'and':
      return `(${expression.parts.map(tsquery).join('&')})`;
    case 'or':
      return `(${expression.parts.map(tsquery).join('|')})`;
    default:
      throw new Error(`no tsquery for a ${expression.kind} expression`);
  }
}
