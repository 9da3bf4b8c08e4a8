import type { OperatorConsole } from '@heliograph/dashboard-api';
import type { Edge, Readiness } from '@heliograph/edge';
import { uuidv7 } from '@heliograph/runtime';
import type { Clients } from '../clients';
import type { DashboardConfig } from '../config';
import type { DashboardMetrics } from '../metrics';

/** What the readers of figures need. */
export interface ConsoleParts extends Pick<Edge<DashboardMetrics>, 'clock' | 'metrics' | 'failures'> {
  clients: Clients;
  readiness: Readiness;
  config: DashboardConfig;
}

/** What one of the console's sources measures. */
export type FigureOf<Source extends keyof OperatorConsole> = Extract<
  NonNullable<OperatorConsole[Source]>,
  { value: unknown }
>['value'];

export const CALL_TIMEOUT_MS = 3_000;

/** Metadata for a call that serves no single request. */
export const consoleCall = (timeoutMs = CALL_TIMEOUT_MS) => ({ requestId: uuidv7(), timeoutMs });
