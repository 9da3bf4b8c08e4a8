import type { OperatedAccounts } from '@heliograph/dashboard-api';
import { ask } from '../ask';
import { operatedAccountRecord } from '../convert';
import { endpoint } from '../endpoint';
import { withApiFaults } from '../errors';

const PAGE = 50;

/** `GET /operator/accounts?query=&cursor=` */
export const listAccounts = endpoint({
  name: 'listAccounts',
  isForOperators: true,
  query: new Set(['query', 'cursor']),
  async run({ context: { clients }, exchange, query: { values } }) {
    const { accounts, nextPageToken } = await withApiFaults(
      ask(exchange, (call) =>
        clients.identity.listAccounts(
          { query: values.get('query') ?? '', limit: PAGE, pageToken: values.get('cursor') ?? '' },
          call,
        ),
      ),
    );
    return {
      items: accounts.map(operatedAccountRecord),
      nextCursor: nextPageToken || null,
    } satisfies OperatedAccounts;
  },
});
