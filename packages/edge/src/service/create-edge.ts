import {
  CleanupStack,
  createLogger,
  createMetrics,
  FailureLog,
  RequestSlots,
  type Logger,
  type Metrics,
} from '@heliograph/runtime';
import type { ServingContext } from '../exchange/serve';
import { AllowedHosts } from '../http/allowed-hosts';
import { createWindows } from '../limits/create-windows';
import type { WindowStore } from '../limits/window-store';
import type { EdgeSettings } from '../settings';
import type { EdgeMetrics } from './metrics';

/** Parts of a public service that tests replace. */
export interface EdgeOverrides {
  logger?: Logger;
  registry?: Metrics;
  /** Milliseconds since the Unix epoch, for windows, cursors, and expiries. */
  clock?: () => number;
  windows?: WindowStore;
}

/** The parts common to all public services. */
export interface Edge<OwnMetrics extends EdgeMetrics = EdgeMetrics> extends ServingContext {
  registry: Metrics;
  metrics: OwnMetrics;
  windows: WindowStore;
  /** Requests in flight, by account. */
  slots: RequestSlots;
  /** Closes everything that was opened. */
  cleanup: CleanupStack;
  /** Milliseconds since the Unix epoch. */
  clock: () => number;
}

interface EdgeOptions<OwnMetrics extends EdgeMetrics> {
  name: string;
  settings: EdgeSettings;
  overrides: EdgeOverrides;
  /** Where clients reach the service, if known. */
  publicUrl: string | undefined;
  createMetrics: (registry: Metrics, inFlightOfBusiest: () => number) => OwnMetrics;
}

/** Creates the parts common to all public services; opens no connection. */
export function createEdge<OwnMetrics extends EdgeMetrics>({
  name,
  settings,
  overrides,
  publicUrl,
  createMetrics: metricsOf,
}: EdgeOptions<OwnMetrics>): Edge<OwnMetrics> {
  const logger = overrides.logger ?? createLogger({ service: name, level: settings.logLevel });
  const registry = overrides.registry ?? createMetrics(name);
  const slots = new RequestSlots(settings.slots);
  const metrics = metricsOf(registry, () => slots.ofBusiestAccount);
  const cleanup = new CleanupStack(logger);
  return {
    logger,
    failures: new FailureLog(logger),
    registry,
    metrics,
    windows: overrides.windows ?? createWindows(settings.redisUrl, { logger, metrics, cleanup }),
    slots,
    hosts: new AllowedHosts([settings.http.host, publicUrl, ...settings.allowedHosts]),
    cleanup,
    clock: overrides.clock ?? Date.now,
  };
}
