import type { GatewayContext } from '../context';
import type { Exchange } from './exchange';

/** What can be asked of the gateway: the same order of checks for all, and one function that answers. */
export interface Operation {
  /** Name in metrics and logs; the OpenAPI operation id where there is one. */
  name: string;
  /** Methods that it takes, as the Allow header names them; others are answered with 405. */
  methods: readonly string[];
  /** Whether an API key is needed. */
  isPublic: boolean;
  /** The scope that a key needs. */
  scope?: 'signals:read' | 'companies:read';
  /** Whether it counts as a search. */
  isSearch?: boolean;
  /** Answers, or throws ServiceError. */
  handle(context: GatewayContext, exchange: Exchange): void | Promise<void>;
}
