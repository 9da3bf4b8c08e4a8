import type { Scope } from '@heliograph/contract';
import type { EdgeOperation } from '@heliograph/edge';
import type { ServiceError } from '@heliograph/runtime';
import type { GatewayContext } from '../context';
import type { DataApi } from './data-api';
import type { Exchange } from './exchange';

/** An operation of the gateway: a fixed order of checks, and a handler. */
export interface Operation extends EdgeOperation<GatewayContext, Exchange> {
  /** The interface whose credentials it requires; absent if it is public. */
  of?: DataApi;
  /** The scope it requires. */
  scope?: Scope;
  /** Whether it counts as a search. */
  isSearch?: boolean;
  /** Whether the request may be held for half a minute: it then takes a slot of held requests. */
  isHeld?(exchange: Exchange): boolean;
  /** Whether it is charged; see `charging/metered.ts`. */
  isMetered?: boolean;
  /** Set if only its body tells how it counts: it then applies the limits of the minute and takes slots itself. */
  countsItself?: true;
  /** Whether to leave it out of the log of requests. */
  isUnlogged?: true;
  /** Whether it reads a body; if not, a body is discarded as it arrives. */
  takesBody?: boolean;
  /** The largest body, for one that is read before the request takes a slot: a slow body holds up no other request. */
  bodyBytes?: number;
  /** Sends its errors, if not as problem documents. */
  sendError?(exchange: Exchange, error: ServiceError): void;
}
