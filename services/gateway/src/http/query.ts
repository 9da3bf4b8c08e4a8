import { errorFromIssues, readQuery, type Query } from '@heliograph/signal-search';
import { testOutcomeIssue } from './test-outcome';
import type { Exchange } from './exchange';

/** A request's query with the issues that any operation reports: malformed queries, and an unexpected body. */
export function queryOf(exchange: Exchange, known?: ReadonlySet<string>): Query {
  const query = queryWithBodyOf(exchange, known);
  if (exchange.hasBody) {
    query.issues.push({
      code: 'invalid_parameter',
      parameter: 'body',
      message: 'this operation takes no body',
    });
  }
  return query;
}

/** Like {@link queryOf}, for an operation that takes a body. */
export function queryWithBodyOf(exchange: Exchange, known?: ReadonlySet<string>): Query {
  const query = readQuery(exchange.rawQuery, known);
  query.issues.push(...exchange.issues);
  const issue = testOutcomeIssue(exchange);
  if (issue) query.issues.push(issue);
  return query;
}

/** @throws ServiceError listing the issues, if any. */
export function throwIfInvalid({ issues }: Query): void {
  if (issues.length > 0) throw errorFromIssues(issues);
}
