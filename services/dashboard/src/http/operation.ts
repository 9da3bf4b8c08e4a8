import type { EdgeOperation } from '@heliograph/edge';
import type { DashboardContext } from '../context';
import type { Exchange } from './exchange';

/** What can be asked of the dashboard, besides the endpoints of its API. */
export type Operation = EdgeOperation<DashboardContext, Exchange>;
