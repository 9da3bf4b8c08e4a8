import { errorOfFaults, readQuery, type Query } from '@heliograph/signal-search';
import { testOutcomeFault } from './test-outcome';
import type { Exchange } from './exchange';

/** A request's query with the faults that any operation reports: in the query's form, and an unexpected body. */
export function queryOf(exchange: Exchange, known?: ReadonlySet<string>): Query {
  const query = queryWithBodyOf(exchange, known);
  if (exchange.hasBody) {
    query.faults.push({
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
  const fault = testOutcomeFault(exchange);
  if (fault) query.faults.push(fault);
  return query;
}

/**
 * Whether a request without other faults than these may have been answered before: a cursor that has expired since was
 * valid then. A stored response comes before such faults.
 *
 * @param query as read, before anything that changes with time is looked up.
 */
export function mayHaveBeenAnswered({ faults }: Query, idempotencyKey: string): boolean {
  return idempotencyKey !== '' && faults.every(({ code }) => code === 'cursor_expired');
}

/** @throws ServiceError listing the faults, if any. */
export function refuseFaults({ faults }: Query): void {
  if (faults.length > 0) throw errorOfFaults(faults);
}
