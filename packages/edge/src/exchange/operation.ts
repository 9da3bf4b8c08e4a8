import { ServiceError } from '@heliograph/runtime';
import type { Exchange } from './exchange';

/** What can be asked of a public service, and the function that answers. */
export interface EdgeOperation<Context, OwnExchange extends Exchange = Exchange> {
  /** Name in metrics and logs; the OpenAPI operation id where there is one. */
  name: string;
  /** Methods that it takes, as the Allow header names them; others are answered with 405. Undefined: all. */
  methods?: readonly string[];
  /** For probes, which ask by an address: the Host header is not checked. */
  takesAnyHost?: boolean;
  /** Answers, or throws ServiceError. */
  handle(context: Context, exchange: OwnExchange): void | Promise<void>;
}

/** @throws ServiceError `method_not_allowed`, with the Allow header set. */
export function checkMethod({ methods }: { methods?: readonly string[] }, exchange: Exchange): void {
  if (!methods || methods.includes(exchange.method)) return;
  exchange.setHeader('Allow', methods.join(', '));
  throw new ServiceError('method_not_allowed', `Only ${methods.join(' and ')} can be used here.`);
}
