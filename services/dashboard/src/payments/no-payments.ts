import { ServiceError } from '@heliograph/runtime';
import { InvalidWebhookError, type PaymentProvider } from './payment-provider';

/** Without a provider there are no top-ups; operators add credit. */
export const noPayments: PaymentProvider = {
  kind: 'none',
  signatureHeader: '',
  createCheckout() {
    return Promise.reject(
      new ServiceError(
        'not_found',
        'Payments are not set up in this installation. Ask its operator for credit.',
      ),
    );
  },
  readWebhook() {
    throw new InvalidWebhookError('payments are not set up');
  },
};
