import type { ServiceError } from '@heliograph/runtime';
import type { GatewayContext } from '../context';
import type { DataInterface } from './data-interface';
import type { Exchange } from './exchange';

/** What can be asked of the gateway: the same order of checks for all, and one function that answers. */
export interface Operation {
  /** Name in metrics and logs; the OpenAPI operation id where there is one. */
  name: string;
  /** Methods that it takes, as the Allow header names them; others are answered with 405. */
  methods: readonly string[];
  /** Whose credentials are needed; absent: public. */
  of?: DataInterface;
  /** The scope that a credential needs. */
  scope?: 'signals:read' | 'companies:read';
  /** Whether it counts as a search. */
  isSearch?: boolean;
  /** Whether it reads a body; of all others it is thrown away as it comes. */
  takesBody?: boolean;
  /** For probes, which ask by an address: the Host header is not looked at. */
  takesAnyHost?: boolean;
  /** Answers, or throws ServiceError. */
  handle(context: GatewayContext, exchange: Exchange): void | Promise<void>;
  /** How its errors are answered, where not as problem documents. */
  sendError?(exchange: Exchange, error: ServiceError): void;
}
