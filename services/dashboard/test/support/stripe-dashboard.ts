import { TestDashboard } from './dashboard';
import { StandInStripe, STRIPE_KEY, STRIPE_WEBHOOK_SECRET } from './stand-in-stripe';

/** A dashboard that accepts payments, and its stand-in for Stripe. */
export interface StripeDashboard {
  dashboard: TestDashboard;
  stripe: StandInStripe;
  stop(): Promise<void>;
}

export async function startStripeDashboard(): Promise<StripeDashboard> {
  const stripe = await StandInStripe.start();
  const payments = {
    kind: 'stripe',
    secretKey: STRIPE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiUrl: stripe.url,
  } as const;
  const dashboard = await TestDashboard.start({ config: { payments } });
  return {
    dashboard,
    stripe,
    stop: async () => {
      await dashboard.stop();
      await stripe.stop();
    },
  };
}
