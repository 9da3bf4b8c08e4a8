import type { BillingState } from '@heliograph/dashboard-api';
import { dollarsOfMicros } from '@heliograph/runtime';
import { isBalanceLow } from '../../domain/balance';
import { MAXIMUM_TOP_UP_MICROS, MINIMUM_TOP_UP_MICROS, PRICE_PER_RECORD_MICROS } from '../../domain/money';
import { ask } from '../ask';
import { accountRecord, fundsRecord } from '../convert';
import { endpoint } from '../endpoint';
import { currentPlanRecord } from './convert';

/** `GET /billing` */
export const getBilling = endpoint({
  name: 'getBilling',
  async run({ context: { clients, config, payments }, exchange, signedIn: { account } }) {
    const usage = await ask(exchange, (call) =>
      clients.ledger.getUsage({ accountId: account.id, month: '' }, call),
    );
    const { balance, subscription, allowances, prepaidUse } = fundsRecord(usage, accountRecord(account));
    const { planOffer } = config;
    return {
      balance,
      lowBalance: dollarsOfMicros(config.lowBalanceMicros),
      isLow: isBalanceLow(usage.balanceMicros, config.lowBalanceMicros, usage.api?.remaining ?? 0n),
      pricePerRecord: dollarsOfMicros(PRICE_PER_RECORD_MICROS),
      minimumTopUp: dollarsOfMicros(MINIMUM_TOP_UP_MICROS),
      maximumTopUp: dollarsOfMicros(MAXIMUM_TOP_UP_MICROS),
      payments: payments.kind,
      subscription,
      api: allowances.api,
      cli: subscription?.cli ?? allowances.cli,
      web: allowances.web,
      plan: {
        offer:
          planOffer && payments.plans
            ? { price: dollarsOfMicros(planOffer.priceMicros), cliRecords: planOffer.cliRecords }
            : null,
        current: currentPlanRecord(usage.plan),
      },
      prepaidUse,
    } satisfies BillingState;
  },
});
