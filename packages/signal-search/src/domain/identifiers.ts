import { IDENTIFIER_PARAMETERS, type IdentifierParameter } from '@heliograph/contract';
import { excerpt } from './characters';
import type { RequestIssue } from './issues';

/** The identifiers of each filter. */
export type KnownIdentifiers = Readonly<Record<IdentifierParameter, ReadonlySet<string>>>;

/** The identifiers in a request, by parameter. */
export type NamedIdentifiers = Readonly<Record<IdentifierParameter, readonly string[]>>;

/** An issue for each identifier that is not a filter option. */
export function issuesWithIdentifiers(named: NamedIdentifiers, known: KnownIdentifiers): RequestIssue[] {
  const issues: RequestIssue[] = [];
  for (const parameter of IDENTIFIER_PARAMETERS) {
    for (const identifier of named[parameter]) {
      if (known[parameter].has(identifier)) continue;
      issues.push({
        code: 'invalid_parameter',
        parameter,
        message: `"${excerpt(identifier, 180)}" is not a filter option; GET /api/v1/filter-options lists them`,
      });
    }
  }
  return issues;
}
