import { SEARCH_GROUPS } from '@heliograph/contract';

export interface SearchGroup {
  /** `activity`: within one activity; `company`: across the activities of one company. */
  scope: 'activity' | 'company';
  match: 'and' | 'or';
  terms: string[];
  exclude: string[];
}

export interface SearchGroups {
  op: 'and' | 'or';
  groups: SearchGroup[];
}

export const EMPTY_GROUP: SearchGroup = { scope: 'activity', match: 'and', terms: [], exclude: [] };

/**
 * Parses the `searchGroups` parameter.
 *
 * @throws Error whose message says what is wrong; it reads well after the parameter's name.
 */
export function parseSearchGroups(text: string): SearchGroups {
  const value = parseJson(text);
  if (!isRecord(value) || !isOperator(value['op']) || !Array.isArray(value['groups'])) {
    throw new Error('must be an object with "op" and "groups"');
  }
  const groups = value['groups'].map((group: unknown, index) => readGroup(group, index + 1));
  if (groups.length < 1 || groups.length > SEARCH_GROUPS.groups) {
    throw new Error(`must have 1 to ${SEARCH_GROUPS.groups} groups`);
  }
  return { op: value['op'], groups };
}

function readGroup(group: unknown, number: number): SearchGroup {
  if (
    !isRecord(group) ||
    (group['scope'] !== 'activity' && group['scope'] !== 'company') ||
    !isOperator(group['match']) ||
    !isTexts(group['terms']) ||
    !isTexts(group['exclude'] ?? [])
  ) {
    throw new Error(
      `has an invalid group ${number}: it must be an object with "scope", "match", "terms", and optionally "exclude"`,
    );
  }
  return {
    scope: group['scope'],
    match: group['match'],
    terms: group['terms'],
    exclude: (group['exclude'] ?? []) as string[],
  };
}

/** The parameter's value, with keys in a fixed order, so that equal groups give equal text. */
export function formatSearchGroups({ op, groups }: SearchGroups): string {
  return JSON.stringify({
    op,
    groups: groups.map(({ scope, match, terms, exclude }) =>
      exclude.length > 0 ? { scope, match, terms, exclude } : { scope, match, terms },
    ),
  });
}

/** Drops empty groups; null if none are left. */
export function withoutEmptyGroups({ op, groups }: SearchGroups): SearchGroups | null {
  const left = groups.filter(({ terms, exclude }) => terms.length > 0 || exclude.length > 0);
  return left.length > 0 ? { op, groups: left } : null;
}

export function countTerms(groups: readonly SearchGroup[]): number {
  return groups.reduce((sum, { terms }) => sum + terms.length, 0);
}

/** A group in words, such as `One activity has “series a” and “berlin”, without “layoffs”`. */
export function describeGroup({ scope, match, terms, exclude }: SearchGroup): string {
  const words = (texts: readonly string[], joint: string) =>
    texts.map((text) => `“${text}”`).join(` ${joint} `);
  const has = terms.length > 0 ? ` has ${words(terms, match)}` : '';
  const without = exclude.length > 0 ? ` without ${words(exclude, 'or')}` : '';
  return `${scope === 'company' ? 'Company' : 'Activity'}${has}${has && without ? ',' : ''}${without}`;
}

/** @throws Error */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('must be JSON');
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isOperator(value: unknown): value is 'and' | 'or' {
  return value === 'and' || value === 'or';
}
