import type { SearchesLeft } from '@heliograph/dashboard-api';
import { ask } from '../ask';
import { accountRecord, webAllowanceRecord } from '../convert';
import { endpoint } from '../endpoint';

/** `GET /activities/searches` */
export const getSearches = endpoint({
  name: 'getSearches',
  async run({ context: { clients }, exchange, signedIn: { account } }) {
    const { web } = await ask(exchange, (call) =>
      clients.ledger.getUsage({ accountId: account.id, month: '' }, call),
    );
    return { web: webAllowanceRecord(web, accountRecord(account).plan) } satisfies SearchesLeft;
  },
});
