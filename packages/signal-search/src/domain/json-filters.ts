import {
  INDUSTRY_LENGTH,
  LOCATION,
  SEARCH_GROUPS,
  SEARCH_PARAMETERS,
  type ParameterOfKind,
} from '@heliograph/contract';
import { search } from '@heliograph/proto';
import { isJsonObject } from './bounded-json';
import { excerpt, issueWithText, isLongerThan } from './characters';
import { MAXIMUM_LISTED_ISSUES } from './issues';

/** Reports what is wrong and where in the value, such as `groups[0].terms[2] must be a string`. */
type Report = (message: string) => void;

const OPERATORS: Readonly<Record<string, search.SearchGroups_Operator>> = {
  and: search.SearchGroups_Operator.AND,
  or: search.SearchGroups_Operator.OR,
};
const SCOPES: Readonly<Record<string, search.SearchGroups_Scope>> = {
  activity: search.SearchGroups_Scope.ACTIVITY,
  company: search.SearchGroups_Scope.COMPANY,
};
const LOCATION_KINDS: Readonly<Record<string, search.Location_Kind>> = {
  country: search.Location_Kind.COUNTRY,
  city: search.Location_Kind.CITY,
};

/**
 * Parses the value of `searchGroups`. Only terms count toward the limit on all groups together; exclusions are not
 * search terms.
 *
 * @returns undefined if anything was reported.
 */
export function readSearchGroups(value: unknown, report: Report): search.SearchGroups | undefined {
  const checks = new Checks(report);
  if (!checks.object(value, '', ['op', 'groups'])) return undefined;
  const op = checks.choice(value, 'op', '', OPERATORS);
  const groups: search.SearchGroups_Group[] = [];
  const list = Object.hasOwn(value, 'groups') ? value['groups'] : undefined;
  if (!Array.isArray(list)) {
    checks.report('groups is required and must be an array');
  } else if (list.length < 1 || list.length > SEARCH_GROUPS.groups) {
    checks.report(`groups must have 1 to ${SEARCH_GROUPS.groups} items`);
  } else {
    for (const [index, group] of list.entries()) groups.push(readGroup(group, `groups[${index}]`, checks));
    const terms = groups.reduce((sum, group) => sum + group.terms.length, 0);
    if (terms > SEARCH_GROUPS.termsInAll) {
      checks.report(`all groups together must have at most ${SEARCH_GROUPS.termsInAll} terms`);
    }
  }
  return checks.passed ? { op, groups } : undefined;
}

function readGroup(group: unknown, path: string, checks: Checks): search.SearchGroups_Group {
  if (!checks.object(group, path, ['scope', 'match', 'terms', 'exclude'])) {
    return { scope: 0, match: 0, terms: [], exclude: [] };
  }
  const scope = checks.choice(group, 'scope', path, SCOPES);
  const match = checks.choice(group, 'match', path, OPERATORS);
  if (!Object.hasOwn(group, 'terms')) checks.report(`${path}.terms is required`);
  const terms = checks.texts(group, 'terms', path, SEARCH_GROUPS.terms, SEARCH_GROUPS.termLength);
  const exclude = checks.texts(group, 'exclude', path, SEARCH_GROUPS.exclusions, SEARCH_GROUPS.termLength);
  return { scope, match, terms, exclude };
}

/** Parses the value of `locations`. Only a city may have a country. */
export function readLocations(value: unknown, report: Report): search.Location[] {
  const checks = new Checks(report);
  const items = checks.array(value, SEARCH_PARAMETERS.locations.maximumItems);
  const locations = items.map((item, index) => {
    const path = `[${index}]`;
    const location: search.Location = { kind: 0, value: '', country: '' };
    if (!checks.object(item, path, ['kind', 'value', 'country'])) return location;
    location.kind = checks.choice(item, 'kind', path, LOCATION_KINDS);
    location.value = checks.text(item['value'], `${path}.value`, LOCATION.valueLength);
    if (Object.hasOwn(item, 'country')) {
      const country = checks.text(item['country'], `${path}.country`, LOCATION.countryLength, 0);
      if (location.kind === search.Location_Kind.CITY) location.country = country;
    }
    return location;
  });
  return checks.passed ? locations : [];
}

/** Parses the value of `industries`. The order of an OR does not matter, so items are sorted and deduplicated. */
export function readIndustries(value: unknown, report: Report): string[] {
  const checks = new Checks(report);
  const items = checks.array(value, SEARCH_PARAMETERS.industries.maximumItems);
  const industries = items.map((item, index) => checks.text(item, `[${index}]`, INDUSTRY_LENGTH));
  return checks.passed ? [...new Set(industries)].sort() : [];
}

/** A parser for each JSON parameter's value. */
export const JSON_READERS: Readonly<
  Record<ParameterOfKind<'json'>, (value: unknown, report: Report) => unknown>
> = { searchGroups: readSearchGroups, locations: readLocations, industries: readIndustries };

/** Checks parsed JSON, reporting where each issue is and counting issues. */
class Checks {
  private issues = 0;

  constructor(private readonly tell: Report) {}

  get passed(): boolean {
    return this.issues === 0;
  }

  report(message: string): void {
    this.issues += 1;
    this.tell(message);
  }

  /** Checks for an object with only the named keys; `__proto__` and the like are keys like any other. */
  object(value: unknown, path: string, keys: readonly string[]): value is Record<string, unknown> {
    if (!isJsonObject(value)) {
      this.report(`${path || 'the value'} must be an object`);
      return false;
    }
    for (const key of Object.keys(value)) {
      if (keys.includes(key)) continue;
      // Unlike items, keys are limited only by the value's length.
      if (this.issues >= MAXIMUM_LISTED_ISSUES) break;
      const place = path ? `${path}.` : '';
      this.report(`${place}${excerpt(key)} is not a known key; known keys: ${keys.join(', ')}`);
    }
    return true;
  }

  array(value: unknown, maximum: number): unknown[] {
    if (!Array.isArray(value)) this.report('must be a JSON array');
    else if (value.length > maximum) this.report(`must have at most ${maximum} items`);
    else return value;
    return [];
  }

  choice<Meaning extends number>(
    object: Record<string, unknown>,
    key: string,
    path: string,
    choices: Readonly<Record<string, Meaning>>,
  ): Meaning {
    const value = Object.hasOwn(object, key) ? object[key] : undefined;
    if (typeof value === 'string' && Object.hasOwn(choices, value)) return choices[value]!;
    const place = path ? `${path}.${key}` : key;
    this.report(`${place} is required and must be ${Object.keys(choices).join(' or ')}`);
    return 0 as Meaning;
  }

  text(value: unknown, path: string, maximum: number, minimum = 1): string {
    if (typeof value !== 'string') {
      this.report(`${path} must be a string`);
      return '';
    }
    const issue = issueWithText(value);
    if (issue) this.report(`${path} ${issue}`);
    else if (value.length < minimum || isLongerThan(value, maximum)) {
      this.report(`${path} must have ${minimum === 0 ? 'at most' : `${minimum} to`} ${maximum} characters`);
    } else return value;
    return '';
  }

  texts(
    object: Record<string, unknown>,
    key: string,
    path: string,
    maximumItems: number,
    maximumLength: number,
  ): string[] {
    if (!Object.hasOwn(object, key)) return [];
    const list = object[key];
    const place = `${path}.${key}`;
    if (!Array.isArray(list)) {
      this.report(`${place} must be an array of strings`);
      return [];
    }
    if (list.length > maximumItems) {
      this.report(`${place} must have at most ${maximumItems} items`);
      return [];
    }
    return list.map((item, index) => this.text(item, `${place}[${index}]`, maximumLength));
  }
}
