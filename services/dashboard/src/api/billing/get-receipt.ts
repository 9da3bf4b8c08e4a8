import { timestampOf } from '@heliograph/views';
import type { Receipt } from '@heliograph/dashboard-api';
import type { ledger } from '@heliograph/proto';
import { dollarsOfMicros } from '@heliograph/runtime';
import type { DashboardContext } from '../../context';
import { PRICE_PER_RECORD_MICROS } from '../../domain/money';
import { receiptNumber } from '../../domain/receipt';
import type { Exchange } from '../../http/exchange';
import { ask } from '../ask';
import { endpoint, notFound } from '../endpoint';
import { ownId } from '../parameters';
import { isPayment } from './convert';

const PAGE = 500;
/** Bounds the search for a payment: far more than any account has. */
const MAXIMUM_PAGES = 40;

/** `GET /billing/receipts/{entryId}` */
export const getReceipt = endpoint({
  name: 'getReceipt',
  async run({ context, exchange, signedIn: { account }, parameters }) {
    const entry = await findCredit(context, exchange, account.id, ownId(parameters, 'receipt'));
    if (!entry || !isPayment(entry)) throw notFound('receipt');
    const paidAt = timestampOf(entry.createdAt);
    const total = dollarsOfMicros(entry.balanceMicros);
    const records = Number(entry.balanceMicros / PRICE_PER_RECORD_MICROS);
    return {
      number: receiptNumber(entry.id, paidAt),
      issuedAt: paidAt,
      paidAt,
      account: { id: account.id, email: account.email, name: account.name },
      lines: [{ description: 'Heliograph prepaid records', quantity: records, amount: total }],
      total,
      currency: 'USD',
      reference: entry.reference,
    } satisfies Receipt;
  },
});

/** The ledger cannot look up an entry by id, so this pages through the credits; accounts have few. */
async function findCredit(
  { clients }: DashboardContext,
  exchange: Exchange,
  accountId: string,
  id: string,
): Promise<ledger.Entry | undefined> {
  let pageToken = '';
  for (let page = 0; page < MAXIMUM_PAGES; page += 1) {
    const { entries, nextPageToken } = await ask(exchange, (call) =>
      clients.ledger.listEntries({ accountId, limit: PAGE, pageToken, kind: 'credit' }, call),
    );
    const found = entries.find((entry) => entry.id === id);
    if (found || nextPageToken === '') return found;
    pageToken = nextPageToken;
  }
  return undefined;
}
