import type { DashboardConfig } from '../config';
import { DevelopmentPayments } from './development-payments';
import { noPayments } from './no-payments';
import type { PaymentProvider } from './payment-provider';
import { StripePayments } from './stripe-payments';

/** The configured provider. */
export async function createPaymentProvider(
  { payments, credentials }: DashboardConfig,
  site: { origin: string },
  clock: () => number,
): Promise<PaymentProvider> {
  switch (payments.kind) {
    case 'none':
      return noPayments;
    case 'development':
      // All instances of the dashboard share this key, and no other program has it.
      return new DevelopmentPayments(credentials.privateKey, site, clock);
    case 'stripe':
      return StripePayments.create(payments, site, clock);
  }
}
