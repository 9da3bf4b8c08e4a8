import { prepaidUseBody, type PrepaidUse } from '@heliograph/dashboard-api';
import { change } from '../ask';
import { endpoint } from '../endpoint';

/** `PUT /billing/prepaid-use` */
export const setPrepaidUse = endpoint({
  name: 'setPrepaidUse',
  body: prepaidUseBody,
  async run({ context: { clients, logger }, exchange, signedIn: { account }, body: { cli, web } }) {
    // Safe to repeat: it sets a value.
    const use = await change(exchange, (call) =>
      clients.ledger.setPrepaidUse({ accountId: account.id, cli, web }, call),
    );
    logger.info({ accountId: account.id, ...use }, 'an account chose what its balance pays for');
    return use satisfies PrepaidUse;
  },
});
