import type { EdgeOperation } from '@heliograph/edge';
import type { DashboardContext } from '../context';
import type { Exchange } from './exchange';

/** An operation of the dashboard outside its API. */
export type Operation = EdgeOperation<DashboardContext, Exchange>;
