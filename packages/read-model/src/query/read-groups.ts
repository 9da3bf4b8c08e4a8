import { search } from '@heliograph/proto';
import { words } from '@heliograph/words';
import { all, and, none, not, or, titleContains, type Condition } from './condition';

/** A company-scoped group's condition on all signals of a company together. */
export interface CompanyGroup {
  /** Some signal of the company must match each (`and`), or any (`or`). Empty: no condition. */
  match: 'and' | 'or';
  terms: readonly Condition[];
  /** No signal of the company may match it. */
  excluded: Condition;
}

/**
 * What `searchGroups` requires of a signal: any one of `ways`, each a condition on the signal and the company-scoped
 * groups (indexes of `companyGroups`) that its company must satisfy.
 */
export interface Groups {
  companyGroups: readonly CompanyGroup[];
  ways: readonly { signal: Condition; companyGroups: readonly number[] }[];
}

interface ParsedGroup extends CompanyGroup {
  isCompanyScoped: boolean;
}

const { SearchGroups_Operator: Operator, SearchGroups_Scope: Scope } = search;

function parseGroup(group: search.SearchGroups_Group): ParsedGroup {
  const conditions = (terms: readonly string[]) =>
    terms
      .map(words)
      .filter((term) => term.length > 0)
      .map(titleContains);
  return {
    isCompanyScoped: group.scope === Scope.COMPANY,
    match: group.match === Operator.OR ? 'or' : 'and',
    terms: conditions(group.terms),
    excluded: or(...conditions(group.exclude)),
  };
}

/** Whether a group has any words; one without them is no constraint and counts as absent. */
const hasWords = ({ terms, excluded }: ParsedGroup) => terms.length > 0 || excluded !== none;

const anyTerm = ({ terms }: CompanyGroup) => (terms.length === 0 ? all : or(...terms));

function signalSatisfies({ match, terms, excluded }: CompanyGroup): Condition {
  const wanted = terms.length === 0 ? all : match === 'and' ? and(...terms) : or(...terms);
  return and(wanted, not(excluded));
}

/** Whether a signal that matches a term of the group proves that its company satisfies it. */
const isShownByEvidence = ({ match, terms, excluded }: CompanyGroup) =>
  excluded === none && terms.length > 0 && (match === 'or' || terms.length === 1);

/**
 * Parses `searchGroups`; undefined if it constrains nothing. Terms without a word are dropped, and so is a group left
 * with neither terms nor exclusions. A group with only exclusions requires only their absence.
 */
export function readGroups(asked: search.SearchGroups | undefined): Groups | undefined {
  if (!asked) return undefined;
  let groups = known.get(asked);
  if (!groups) known.set(asked, (groups = { read: parseGroups(asked) }));
  return groups.read;
}

/** A request with facets reads the same groups once per facet. */
const known = new WeakMap<search.SearchGroups, { read: Groups | undefined }>();

function parseGroups(asked: search.SearchGroups): Groups | undefined {
  const groups = asked.groups.map(parseGroup).filter(hasWords);
  if (groups.length === 0) return undefined;
  return asked.op === Operator.OR ? anyGroup(groups) : everyGroup(groups);
}

function anyGroup(groups: readonly ParsedGroup[]): Groups {
  const companyGroups: CompanyGroup[] = [];
  const ways = groups.map((group) => {
    if (!group.isCompanyScoped) return { signal: signalSatisfies(group), companyGroups: [] };
    const needed = isShownByEvidence(group) ? [] : [companyGroups.push(group) - 1];
    return { signal: anyTerm(group), companyGroups: needed };
  });
  return { companyGroups, ways };
}

function everyGroup(groups: readonly ParsedGroup[]): Groups {
  const activity = groups.filter(({ isCompanyScoped }) => !isCompanyScoped);
  const company = groups.filter(({ isCompanyScoped }) => isCompanyScoped);
  const withTerms = company.filter(({ terms }) => terms.length > 0);
  const signal =
    activity.length > 0 || withTerms.length === 0
      ? and(...activity.map(signalSatisfies))
      : or(...withTerms.map(anyTerm));
  const isOnlyEvidence = activity.length === 0 && withTerms.length === 1;
  const companyGroups = company.filter((group) => !(isOnlyEvidence && isShownByEvidence(group)));
  return { companyGroups, ways: [{ signal, companyGroups: companyGroups.map((_, index) => index) }] };
}
