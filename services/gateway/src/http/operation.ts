import type { Scope } from '@heliograph/contract';
import type { EdgeOperation } from '@heliograph/edge';
import type { ServiceError } from '@heliograph/runtime';
import type { GatewayContext } from '../context';
import type { DataApi } from './data-api';
import type { Exchange } from './exchange';

/** An operation of the gateway: a fixed order of checks, and a handler. */
export interface Operation extends EdgeOperation<GatewayContext, Exchange> {
  /** Whose credentials it requires; absent: public. */
  of?: DataApi;
  /** The scope it requires. */
  scope?: Scope;
  /** Whether it counts as a search. */
  isSearch?: boolean;
  /** Whether a request may be held for half a minute: it then takes a slot of held requests. */
  isHeld?(exchange: Exchange): boolean;
  /** Whether it is charged; see `charging/metered.ts`. */
  isMetered?: boolean;
  /** Set if only its body says what it asks for: it then applies the limits of the minute and takes slots itself. */
  countsItself?: true;
  /** Whether the log of requests leaves it out. */
  isUnlogged?: true;
  /** Whether it reads a body; otherwise the body is discarded as it arrives. */
  takesBody?: boolean;
  /** How to send its errors, if not as problem documents. */
  sendError?(exchange: Exchange, error: ServiceError): void;
}
