import type { SearchesLeft } from '@heliograph/dashboard-api';
import { dollarsOfMicros } from '@heliograph/runtime';
import { PRICE_PER_RECORD_MICROS } from '../../domain/money';
import { ask } from '../ask';
import { accountRecord, webAllowanceRecord } from '../convert';
import { endpoint } from '../endpoint';

/** `GET /activities/searches` */
export const getSearches = endpoint({
  name: 'getSearches',
  async run({ context: { clients }, exchange, signedIn: { account } }) {
    const { web, prepaidUse, balanceRecords } = await ask(exchange, (call) =>
      clients.ledger.getUsage({ accountId: account.id, month: '' }, call),
    );
    return {
      web: webAllowanceRecord(web, accountRecord(account).plan),
      prepaid: {
        isChosen: prepaidUse?.web ?? false,
        records: Number(balanceRecords),
        pricePerRecord: dollarsOfMicros(PRICE_PER_RECORD_MICROS),
      },
    } satisfies SearchesLeft;
  },
});
