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

/** @throws ServiceError listing the faults, if any. */
export function refuseFaults({ faults }: Query): void {
  if (faults.length > 0) throw errorOfFaults(faults);
}
