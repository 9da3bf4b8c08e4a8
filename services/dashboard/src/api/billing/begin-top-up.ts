import { topUpBody, type TopUpStarted } from '@heliograph/dashboard-api';
import { dollarsOfMicros, ServiceError } from '@heliograph/runtime';
import { MAXIMUM_TOP_UP_MICROS, microsOfDollars, MINIMUM_TOP_UP_MICROS } from '../../domain/money';
import { endpoint } from '../endpoint';

/** `POST /billing/top-ups`: starts a checkout. Nothing is credited before the payment provider confirms the payment. */
export const beginTopUp = endpoint({
  name: 'beginTopUp',
  body: topUpBody,
  async run({ context: { payments, metrics }, signedIn: { account, user }, body: { amountUsd } }) {
    const micros = microsOfDollars(amountUsd);
    checkAmount(micros);
    try {
      const { checkoutUrl } = await payments.createCheckout({
        accountId: account.id,
        email: user.email,
        micros,
      });
      metrics.checkoutStarted('begun');
      return { checkoutUrl } satisfies TopUpStarted;
    } catch (error) {
      metrics.checkoutStarted('failed');
      throw error;
    }
  },
});

/** @throws ServiceError `invalid_parameter`. */
function checkAmount(micros: bigint): void {
  if (micros >= MINIMUM_TOP_UP_MICROS && micros <= MAXIMUM_TOP_UP_MICROS) return;
  const [minimum, maximum] = [MINIMUM_TOP_UP_MICROS, MAXIMUM_TOP_UP_MICROS].map((bound) =>
    dollarsOfMicros(bound).replace(/\.0+$/, ''),
  );
  const message = `must be from $${minimum} to $${maximum}`;
  throw new ServiceError('invalid_parameter', `amountUsd: ${message}`, {
    issues: [{ parameter: 'amountUsd', message }],
  });
}
