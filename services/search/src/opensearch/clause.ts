import { FIRST_DAY, formatSignalId, LAST_DAY, type Condition } from '@heliograph/read-model';
import { labelField, tokenOf, tokensOf } from '@heliograph/signal-index';

/** An OpenSearch query without scoring. */
export type Clause = Record<string, unknown>;

export const MATCH_ALL: Clause = { match_all: {} };
export const MATCH_NONE: Clause = { match_none: {} };

/** Exclusions become a single `not` of any of them, whose terms are merged. */
export const allOf = (...clauses: readonly Clause[]): Clause => {
  const excluded = clauses.map(excludedBy).filter((clause) => clause !== undefined);
  const needed = clauses.filter((clause) => clause !== MATCH_ALL && excludedBy(clause) === undefined);
  if (excluded.length > 0) needed.push(not(anyOf(...excluded)));
  if (needed.includes(MATCH_NONE)) return MATCH_NONE;
  return needed.length === 0 ? MATCH_ALL : needed.length === 1 ? needed[0]! : { bool: { filter: needed } };
};

export const anyOf = (...clauses: readonly Clause[]): Clause => {
  const possible = clauses.filter((clause) => clause !== MATCH_NONE);
  if (possible.includes(MATCH_ALL)) return MATCH_ALL;
  const merged = mergeTerms(possible);
  if (merged.length < 2) return merged[0] ?? MATCH_NONE;
  return { bool: { should: merged, minimum_should_match: 1 } };
};

/**
 * Terms of one field become one clause: OpenSearch refuses a query with more than 1,024 clauses, and a filter may have
 * 500 words.
 */
function mergeTerms(clauses: readonly Clause[]): Clause[] {
  const values = new Map<string, unknown[]>();
  const others = clauses.filter((clause) => {
    const [field, value] = Object.entries(clause['term'] ?? {})[0] ?? [];
    if (field === undefined) return true;
    values.set(field, [...(values.get(field) ?? []), value]);
    return false;
  });
  const merged = [...values].map(([field, all]) =>
    all.length === 1 ? { term: { [field]: all[0] } } : { terms: { [field]: all } },
  );
  return [...merged, ...others];
}

/** The documents that meet a condition: the equivalent of the read model's matchers. */
export function clauseOf(condition: Condition): Clause {
  switch (condition.kind) {
    case 'all':
      return MATCH_ALL;
    case 'none':
      return MATCH_NONE;
    case 'term':
      return termClause(condition.term);
    case 'phrase':
      return holds('words', condition.words);
    case 'company':
      return condition.by === 'slug'
        ? { term: { slug: condition.key } }
        : { term: { nameKey: tokenOf(condition.key) } };
    case 'name':
      return holds('nameWords', condition.words);
    case 'days':
      return anyOf(
        ...condition.days.map(({ from, to }) => ({
          range: { day: { ...(from > FIRST_DAY && { gte: from }), ...(to < LAST_DAY && { lte: to }) } },
        })),
      );
    case 'amount':
      return amountClause(condition.minimum, condition.maximum);
    case 'ids':
      return idsClause(condition.ids.map(({ high, low }) => formatSignalId(high, low)));
    case 'and':
      return allOf(...condition.of.map(clauseOf));
    case 'or':
      return anyOf(...condition.of.map(clauseOf));
    case 'not':
      return not(clauseOf(condition.of));
  }
}

export const idsClause = (values: readonly string[]): Clause =>
  values.length === 0 ? MATCH_NONE : { ids: { values } };

export function not(clause: Clause): Clause {
  if (clause === MATCH_ALL) return MATCH_NONE;
  return clause === MATCH_NONE ? MATCH_ALL : { bool: { must_not: [clause] } };
}

/** What a clause made by {@link not} excludes; undefined for others. */
function excludedBy(clause: Clause): Clause | undefined {
  const { must_not: excluded } = (clause['bool'] ?? {}) as { must_not?: readonly Clause[] };
  return excluded?.[0];
}

function termClause(term: string): Clause {
  const label = labelField(term);
  return label ? { term: { [label.field]: label.value } } : holds('words', [term]);
}

function holds(field: 'words' | 'nameWords', words: readonly string[]): Clause {
  return words.length === 1
    ? { term: { [field]: tokenOf(words[0]!) } }
    : { match_phrase: { [field]: tokensOf(words) } };
}

/** Signals without an amount match no range. */
function amountClause(minimum: number, maximum: number): Clause {
  const range = {
    ...(minimum > -Infinity && { gte: minimum }),
    ...(maximum < Infinity && { lte: maximum }),
  };
  return { range: { amount: range } };
}
