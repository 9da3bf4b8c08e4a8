import {
  IDENTIFY_PARAMETERS,
  SUGGEST_PARAMETERS,
  type HelperParameterRow,
  type SuggestionKind,
} from '@heliograph/contract';
import { hostOf } from '@heliograph/runtime';
import { words } from '@heliograph/words';
import { readPlain } from './parameter-reader';
import type { Query } from './query-string';

/** A parsed query of `GET /suggest`. Valid only without issues. */
export interface SuggestQuery {
  kind: SuggestionKind;
  prefix: string;
  limit: number;
}

/** A parsed query of `GET /companies/identify`. Valid only without issues. The host is in ASCII. */
export type IdentifyQuery = { host: string } | { name: string };

export const SUGGEST_PARAMETER_NAMES: ReadonlySet<string> = new Set(Object.keys(SUGGEST_PARAMETERS));
export const IDENTIFY_PARAMETER_NAMES: ReadonlySet<string> = new Set(Object.keys(IDENTIFY_PARAMETERS));

/** Parses the parameters of `GET /suggest`, adding every issue to `query.issues`. */
export function readSuggestQuery(query: Query): SuggestQuery {
  const { kind, prefix, limit } = readRows(query, SUGGEST_PARAMETERS);
  if (typeof prefix === 'string' && words(prefix).length === 0) {
    issue(query, 'prefix', 'must contain a letter or a digit');
  }
  return {
    kind: kind as SuggestionKind,
    prefix: prefix as string,
    limit: (limit as number | undefined) ?? SUGGEST_PARAMETERS.limit.default,
  };
}

/** Parses the parameters of `GET /companies/identify`, adding every issue to `query.issues`. */
export function readIdentifyQuery(query: Query): IdentifyQuery {
  const [isDomainGiven, isNameGiven] = [isGiven(query, 'domain'), isGiven(query, 'name')];
  if (isDomainGiven === isNameGiven) {
    issue(query, isDomainGiven ? 'name' : 'domain', 'exactly one of domain and name must be given');
  }
  const { domain, name } = readRows(query, IDENTIFY_PARAMETERS);
  if (typeof domain !== 'string') return { name: name as string };
  const host = hostOf(domain);
  if (host === undefined) issue(query, 'domain', 'must be a host, a URL or an email address');
  return { host: host ?? '' };
}

function readRows<Name extends string>(
  query: Query,
  rows: Readonly<Record<Name, HelperParameterRow>>,
): Record<Name, unknown> {
  const entries = Object.entries<HelperParameterRow>(rows).map(([name, row]) => {
    const value = query.values.get(name);
    if (value !== undefined) return [name, readPlain(value, row, (message) => issue(query, name, message))];
    if (row.isRequired && !isGiven(query, name)) issue(query, name, 'is required');
    return [name, undefined];
  });
  return Object.fromEntries(entries) as Record<Name, unknown>;
}

/** Whether a parameter was given. An undecodable value counts as given and has its own issue. */
function isGiven({ values, issues }: Query, name: string): boolean {
  return values.has(name) || issues.some(({ parameter }) => parameter === name);
}

function issue({ issues }: Query, parameter: string, message: string): void {
  issues.push({ code: 'invalid_parameter', parameter, message });
}
