import { REQUEST_ID } from '@heliograph/contract';

/** The client's own request id if it is 8 to 64 letters, digits, `_`, or `-`; else undefined. */
export function requestIdFrom(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : undefined;
}

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** A client's W3C Trace Context if well-formed, else ''. */
export function traceparentFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && TRACEPARENT.test(header) ? header : '';
}
