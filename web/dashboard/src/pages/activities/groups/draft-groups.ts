import { REQUEST_LIMITS, SEARCH_GROUPS } from '@heliograph/contract';
import {
  countTerms,
  EMPTY_GROUP,
  formatSearchGroups,
  withoutEmptyGroups,
  type SearchGroup,
  type SearchGroups,
} from '../domain/search-groups';

/** A group being edited, including typed text that has not been added yet. */
export interface DraftGroup extends SearchGroup {
  key: number;
  typed: Record<TermList, string>;
}

export type TermList = 'terms' | 'exclude';

interface DraftGroups {
  op: SearchGroups['op'];
  groups: DraftGroup[];
  nextKey: number;
}

export function draftOf(groups: SearchGroups | null): DraftGroups {
  const { op, groups: list } = groups ?? { op: 'and', groups: [EMPTY_GROUP] };
  return { op, groups: list.map((group, key) => draftGroup(group, key)), nextKey: list.length };
}

function draftGroup(group: SearchGroup, key: number): DraftGroup {
  return { ...group, key, typed: { terms: '', exclude: '' } };
}

export function addGroup(draft: DraftGroups): DraftGroups {
  if (draft.groups.length >= SEARCH_GROUPS.groups) return draft;
  return {
    ...draft,
    groups: [...draft.groups, draftGroup(EMPTY_GROUP, draft.nextKey)],
    nextKey: draft.nextKey + 1,
  };
}

export function removeGroup(draft: DraftGroups, key: number): DraftGroups {
  return { ...draft, groups: draft.groups.filter((group) => group.key !== key) };
}

export function changeGroup(draft: DraftGroups, key: number, change: Partial<DraftGroup>): DraftGroups {
  return {
    ...draft,
    groups: draft.groups.map((group) => (group.key === key ? { ...group, ...change } : group)),
  };
}

/** Adds the typed text to the group's list. */
export function addTyped(group: DraftGroup, list: TermList): DraftGroup {
  const term = group.typed[list].replace(/["“”]/g, ' ').replace(/\s+/g, ' ').trim();
  const typed = { ...group.typed, [list]: '' };
  if (term === '' || group[list].includes(term)) return { ...group, typed };
  return { ...group, typed, [list]: [...group[list], term] };
}

/** The groups in the data API's format, including text left in the fields; null if they are empty. */
export function finished(draft: DraftGroups): SearchGroups | null {
  const groups = draft.groups.map((group): SearchGroup => {
    const { scope, match, terms, exclude } = addTyped(addTyped(group, 'terms'), 'exclude');
    return { scope, match, terms, exclude };
  });
  return withoutEmptyGroups({ op: draft.op, groups });
}

/** Why the groups are invalid; undefined if they are valid. */
export function issueWithGroups(groups: SearchGroups | null): string | undefined {
  if (groups === null) return undefined;
  if (countTerms(groups.groups) > SEARCH_GROUPS.terms) {
    return `All groups together can have at most ${SEARCH_GROUPS.terms} terms; these have ${countTerms(groups.groups)}.`;
  }
  if (groups.groups.some(({ exclude }) => exclude.length > SEARCH_GROUPS.exclusions)) {
    return `A group can exclude at most ${SEARCH_GROUPS.exclusions} terms.`;
  }
  if (groups.groups.some(({ terms, exclude }) => [...terms, ...exclude].some(isTooLong))) {
    return `A term can have at most ${SEARCH_GROUPS.termLength} characters.`;
  }
  if (groups.groups.every(({ terms }) => terms.length === 0)) {
    return 'At least one group needs a term to look for.';
  }
  if (encodeURIComponent(formatSearchGroups(groups)).length > REQUEST_LIMITS.urlLength) {
    return 'All groups together are too long to be sent. Remove or shorten terms.';
  }
  return undefined;
}

function isTooLong(term: string): boolean {
  return [...term].length > SEARCH_GROUPS.termLength;
}
