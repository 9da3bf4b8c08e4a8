import type { OperatorConsole } from '@heliograph/dashboard-api';
import type { Edge, Readiness } from '@heliograph/edge';
import { uuidv7 } from '@heliograph/runtime';
import type { Clients } from '../clients';
import type { DashboardConfig } from '../config';
import type { DashboardMetrics } from '../metrics';

/** What figures are read with. */
export interface ConsoleParts extends Pick<Edge<DashboardMetrics>, 'clock' | 'metrics' | 'failures'> {
  clients: Clients;
  readiness: Readiness;
  config: DashboardConfig;
}

/** What a source of the console measures. */
export type FigureOf<Source extends keyof OperatorConsole> = Extract<
  NonNullable<OperatorConsole[Source]>,
  { value: unknown }
>['value'];

export const CALL_TIMEOUT_MS = 3_000;

/** Metadata of a call that no one request waits for. */
export const consoleCall = (timeoutMs = CALL_TIMEOUT_MS) => ({ requestId: uuidv7(), timeoutMs });
