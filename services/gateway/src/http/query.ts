import { errorFromIssues, readQuery, type Query } from '@heliograph/signal-search';
import { testOutcomeIssue } from './test-outcome';
import type { Exchange } from './exchange';

/** A request's query with the issues that any operation reports: in the query's form, and an unexpected body. */
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

/** The same for an operation that takes a body. */
export function queryWithBodyOf(exchange: Exchange, known?: ReadonlySet<string>): Query {
  const query = readQuery(exchange.rawQuery, known);
  query.issues.push(...exchange.issues);
  const issue = testOutcomeIssue(exchange);
  if (issue) query.issues.push(issue);
  return query;
}

/**
 * Whether a request without other issues than these may have been answered before: a cursor that has expired since, or a
 * time that is too long ago by now, was valid then. A stored response comes before such issues.
 *
 * @param query as read, before anything that changes with time is looked up.
 */
export function mayHaveBeenAnswered({ issues }: Query, idempotencyKey: string): boolean {
  return idempotencyKey !== '' && issues.every(({ isLate }) => isLate);
}

/** @throws ServiceError listing the issues, if any. */
export function throwIfInvalid({ issues }: Query): void {
  if (issues.length > 0) throw errorFromIssues(issues);
}
