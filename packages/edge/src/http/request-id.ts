import { REQUEST_ID } from '@heliograph/contract';
import { spanContextFrom, traceparentOf } from '@heliograph/runtime';

/** The client's own request id if it is 8 to 64 letters, digits, `_`, or `-`; else undefined. */
export function requestIdFrom(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : undefined;
}

/** A client's W3C Trace Context in version 00 if well-formed, else ''. */
export function traceparentFrom(header: string | string[] | undefined): string {
  const context = typeof header === 'string' ? spanContextFrom(header) : undefined;
  return context ? traceparentOf(context) : '';
}
