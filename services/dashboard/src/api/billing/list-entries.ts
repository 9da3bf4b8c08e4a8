import { endpoint } from '../endpoint';
import { readBillingEntries } from './read-entries';

const PAGE = 50;

/** `GET /billing/entries?cursor=` */
export const listBillingEntries = endpoint({
  name: 'listBillingEntries',
  query: new Set(['cursor']),
  run: ({ context, exchange, signedIn: { account }, query }) =>
    readBillingEntries(context, exchange, account.id, PAGE, query.values.get('cursor')),
});
