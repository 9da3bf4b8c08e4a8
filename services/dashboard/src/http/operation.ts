import type { DashboardContext } from '../context';
import type { Exchange } from './exchange';

/** What can be asked of the dashboard, besides the endpoints of its API. */
export interface Operation {
  /** Name in metrics and logs. */
  name: string;
  /** Methods that it takes, as the Allow header names them; others are answered with 405. Undefined: all. */
  methods?: readonly string[];
  /** For probes, which ask by an address: the Host header is not looked at. */
  takesAnyHost?: boolean;
  /** Answers, or throws ServiceError. */
  handle(context: DashboardContext, exchange: Exchange): void | Promise<void>;
}
