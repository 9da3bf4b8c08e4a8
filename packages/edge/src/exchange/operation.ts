import { ServiceError } from '@heliograph/runtime';
import type { Exchange } from './exchange';

/** An operation of a public service, and its handler. */
export interface EdgeOperation<Context, OwnExchange extends Exchange = Exchange> {
  /** Name in metrics and logs; the OpenAPI operation id if there is one. */
  name: string;
  /** Its methods, as in the Allow header; others get 405. Undefined means all. */
  methods?: readonly string[];
  /** Set for probes, which connect by address: the Host header is not checked. */
  takesAnyHost?: boolean;
  /** Sends a response, or throws ServiceError. */
  handle(context: Context, exchange: OwnExchange): void | Promise<void>;
}

/** @throws ServiceError `method_not_allowed`, with the Allow header set. */
export function checkMethod({ methods }: { methods?: readonly string[] }, exchange: Exchange): void {
  if (!methods || methods.includes(exchange.method)) return;
  exchange.setHeader('Allow', methods.join(', '));
  const list = new Intl.ListFormat('en').format(methods);
  throw new ServiceError('method_not_allowed', `Only ${list} can be used here.`);
}
