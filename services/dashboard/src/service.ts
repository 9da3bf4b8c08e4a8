import { listenerOf, PublicService } from '@heliograph/edge';
import type { RequestListener } from 'node:http';
import type { DashboardConfig } from './config';
import { createContext, originOf, type ContextOverrides } from './create-context';
import { loadDevelopmentIssuer } from './development-issuer';
import { createDashboardRouter } from './http/router';
import { serve } from './http/serve';
import { unknownPath } from './http/unknown-path';
import { LapsedPlanLoop } from './payments/lapsed-plan-loop';
import { TopUpLoop } from './payments/top-up-loop';

/** Replacements in tests for parts of the dashboard. */
export interface DashboardOverrides extends ContextOverrides {
  /** How often to look for lapsed subscriptions. */
  planCheckMs?: number;
  /** How often to look for automatic top-ups. */
  topUpCheckMs?: number;
}

/** The whole dashboard: pages and their API in front, gRPC behind; opens nothing until `start`. */
export async function createDashboardService(
  config: DashboardConfig,
  overrides: DashboardOverrides = {},
): Promise<PublicService> {
  const context = await createContext(config, overrides);
  const { site, cleanup } = context;
  const lapsedPlanLoop = new LapsedPlanLoop(context, overrides.planCheckMs);
  const topUpLoop = new TopUpLoop(context, overrides.topUpCheckMs);
  // Requests that arrive before the routes exist wait for them.
  let serveBy: (listener: RequestListener) => void;
  const routed = new Promise<RequestListener>((resolve) => (serveBy = resolve));
  return new PublicService({
    name: 'dashboard',
    settings: config,
    portVariable: 'DASHBOARD_PORT',
    edge: context,
    listener: (request, response) => void routed.then((listener) => listener(request, response)),
    url: () => site.origin,
    onListening: async (port) => {
      // With any free port allowed, the URL is known only now.
      site.origin = config.publicUrl ?? originOf(port);
      const router = createDashboardRouter(context, await loadDevelopmentIssuer(context));
      serveBy(
        listenerOf(router, (request, response) =>
          serve(context, { operation: unknownPath }, request, response),
        ),
      );
      lapsedPlanLoop.start();
      cleanup.add('lapsed plan loop', () => lapsedPlanLoop.stop());
      topUpLoop.start();
      cleanup.add('top-up loop', () => topUpLoop.stop());
    },
  });
}
