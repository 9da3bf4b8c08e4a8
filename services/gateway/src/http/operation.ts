import type { Scope } from '@heliograph/contract';
import type { EdgeOperation } from '@heliograph/edge';
import type { ServiceError } from '@heliograph/runtime';
import type { GatewayContext } from '../context';
import type { DataApi } from './data-api';
import type { Exchange } from './exchange';

/** What can be asked of the gateway: the same order of checks for all, and one function that answers. */
export interface Operation extends EdgeOperation<GatewayContext, Exchange> {
  /** Whose credentials are needed; absent: public. */
  of?: DataApi;
  /** The scope that a credential needs. */
  scope?: Scope;
  /** Whether it counts as a search. */
  isSearch?: boolean;
  /** Whether a request may be held for half a minute: then it takes a slot of those that are. */
  isHeld?(exchange: Exchange): boolean;
  /** Whether it is charged; see `charging/metered.ts`. */
  isMetered?: boolean;
  /** Set where only its body tells what it asks for: it applies the limits of the minute and takes slots by itself. */
  countsItself?: true;
  /** Whether it reads a body; of all others it is thrown away as it comes. */
  takesBody?: boolean;
  /** How its errors are answered, where not as problem documents. */
  sendError?(exchange: Exchange, error: ServiceError): void;
}
