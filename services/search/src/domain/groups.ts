import { words } from '@heliograph/words';
import { always, and, never, not, or, type Expression } from './expression';
import { phraseExpression } from './phrases';
import type { SearchGroup, SearchGroups } from './query';

/** A company-scoped group that no single signal can settle. */
export interface CompanyGroup {
  /** Each must be matched by some signal of the company (`and`), or any (`or`). Empty: no condition. */
  match: 'and' | 'or';
  terms: Expression[];
  /** No signal of the company may match it. */
  excluded: Expression;
}

/**
 * What `searchGroups` asks of a signal: `row` in all cases; in addition, when `op` is `and`, that its company satisfies every one of `companyGroups`,
 * and when it is `or`, that one of `branches` holds.
 */
export interface Groups {
  op: 'and' | 'or';
  /** Holds for every returned signal. */
  row: Expression;
  companyGroups: CompanyGroup[];
  /** `or`: the row condition of each way to be returned, and the company group it needs (index), if any. */
  branches: { row: Expression; group?: number }[];
}

interface ParsedGroup extends CompanyGroup {
  scope: SearchGroup['scope'];
}

function parseGroup(group: SearchGroup): ParsedGroup {
  const expressions = (terms: readonly string[]) =>
    terms
      .map(words)
      .filter((term) => term.length > 0)
      .map((term) => phraseExpression('title', term));
  return {
    scope: group.scope,
    match: group.match,
    terms: expressions(group.terms),
    excluded: or(...expressions(group.exclude)),
  };
}

/** Whether a group has a word at all; one without puts no constraint and counts as absent. */
const hasWords = ({ terms, excluded }: ParsedGroup) => terms.length > 0 || excluded !== never;

const anyTerm = ({ terms }: CompanyGroup) => (terms.length === 0 ? always : or(...terms));

function activityExpression({ match, terms, excluded }: ParsedGroup): Expression {
  const wanted = terms.length === 0 ? always : match === 'and' ? and(...terms) : or(...terms);
  return and(wanted, not(excluded));
}

/** Whether a signal that matches a term of the group thereby shows that its company satisfies it. */
const shownByEvidence = ({ match, terms, excluded }: CompanyGroup) =>
  excluded === never && terms.length > 0 && (match === 'or' || terms.length === 1);

/**
 * Reads `searchGroups`; undefined when nothing in it constrains. Terms without a word are left out, and so is a group in which none is
 * left. A group that has only exclusions asks for their absence alone.
 */
export function readGroups(search: SearchGroups | undefined): Groups | undefined {
  const groups = (search?.groups ?? []).map(parseGroup).filter(hasWords);
  if (!search || groups.length === 0) return undefined;
  const activity = groups.filter(({ scope }) => scope === 'activity');
  const company = groups.filter(({ scope }) => scope === 'company');

  if (search.op === 'or') {
    const companyGroups: CompanyGroup[] = [];
    const branches: Groups['branches'] = activity.map((group) => ({ row: activityExpression(group) }));
    for (const group of company) {
      if (shownByEvidence(group)) branches.push({ row: anyTerm(group) });
      else branches.push({ row: anyTerm(group), group: companyGroups.push(group) - 1 });
    }
    return { op: 'or', row: or(...branches.map(({ row }) => row)), companyGroups, branches };
  }

  const withTerms = company.filter(({ terms }) => terms.length > 0);
  const row =
    activity.length > 0 || withTerms.length === 0
      ? and(...activity.map(activityExpression))
      : or(...withTerms.map(anyTerm));
  const onlyEvidence = activity.length === 0 && withTerms.length === 1;
  return {
    op: 'and',
    row,
    companyGroups: company.filter((group) => !(onlyEvidence && shownByEvidence(group))),
    branches: [],
  };
}
