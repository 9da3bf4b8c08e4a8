import { FakeStripe, STRIPE_KEY, STRIPE_WEBHOOK_SECRET } from '@heliograph/testing';
import type { DashboardConfig } from '../../src/config';
import type { DashboardOverrides } from '../../src/service';
import { TestDashboard } from './dashboard';

/** A dashboard that accepts payments, and its fake Stripe. */
export interface StripeDashboard {
  dashboard: TestDashboard;
  stripe: FakeStripe;
  stop(): Promise<void>;
}

export async function startStripeDashboard(
  options: {
    with?: readonly ['notifier'];
    notifier?: Record<string, string>;
    config?: Partial<DashboardConfig>;
    overrides?: DashboardOverrides;
  } = {},
): Promise<StripeDashboard> {
  const stripe = await FakeStripe.start();
  const payments = {
    kind: 'stripe',
    secretKey: STRIPE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiUrl: stripe.url,
  } as const;
  const dashboard = await TestDashboard.start({ ...options, config: { payments, ...options.config } });
  return {
    dashboard,
    stripe,
    stop: async () => {
      await dashboard.stop();
      await stripe.stop();
    },
  };
}
