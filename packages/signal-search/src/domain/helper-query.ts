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

/** A parsed query of `GET /companies/identify`; valid only without issues. A host is in ASCII. */
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
  const { domain, name } = readRows(query, IDENTIFY_PARAMETERS);
  if (query.values.has('domain') === query.values.has('name')) {
    const message = 'exactly one of domain and name must be given';
    issue(query, query.values.has('domain') ? 'name' : 'domain', message);
  }
  if (typeof domain !== 'string') return { name: name as string };
  const host = hostOf(domain);
  if (host === undefined) issue(query, 'domain', 'must be a host, a URL or an email address');
  return { host: host ?? '' };
}

function readRows<Name extends string>(
  query: Query,
  rows: Readonly<Record<Name, HelperParameterRow>>,
): Record<Name, unknown> {
  const known = new Set(query.issues.map(({ parameter }) => parameter));
  const entries = Object.entries<HelperParameterRow>(rows).map(([name, row]) => {
    const value = query.values.get(name);
    if (value !== undefined) return [name, readPlain(value, row, (message) => issue(query, name, message))];
    // An undecodable one is present, with its own issue.
    if (row.isRequired && !known.has(name)) issue(query, name, 'is required');
    return [name, undefined];
  });
  return Object.fromEntries(entries) as Record<Name, unknown>;
}

function issue({ issues }: Query, parameter: string, message: string): void {
  issues.push({ code: 'invalid_parameter', parameter, message });
}
