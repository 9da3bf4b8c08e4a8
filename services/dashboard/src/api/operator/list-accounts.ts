import type { ListedAccount, OperatedAccounts } from '@heliograph/dashboard-api';
import { dollarsOfMicros, ServiceError } from '@heliograph/runtime';
import type { DashboardContext } from '../../context';
import type { Exchange } from '../../http/exchange';
import { ask } from '../ask';
import { operatedAccountRecord } from '../convert';
import { endpoint } from '../endpoint';
import { withApiIssues } from '../errors';

const PAGE = 50;

/** `GET /operator/accounts?query=&cursor=` */
export const listAccounts = endpoint({
  name: 'listAccounts',
  isForOperators: true,
  query: new Set(['query', 'cursor']),
  async run({ context, exchange, query: { values } }) {
    const { clients } = context;
    const { accounts, nextPageToken } = await withApiIssues(
      ask(exchange, (call) =>
        clients.identity.listAccounts(
          { query: values.get('query') ?? '', limit: PAGE, pageToken: values.get('cursor') ?? '' },
          call,
        ),
      ),
    );
    const funds = await readFunds(
      context,
      exchange,
      accounts.map(({ id }) => id),
    );
    return {
      items: accounts.map((account) => ({
        ...operatedAccountRecord(account),
        funds: funds?.get(account.id) ?? null,
      })),
      nextCursor: nextPageToken || null,
    } satisfies OperatedAccounts;
  },
});

/**
 * The funds of a page of accounts in one call; undefined while the ledger is unavailable, because the list is useful
 * without them.
 */
async function readFunds(
  { clients }: DashboardContext,
  exchange: Exchange,
  accountIds: string[],
): Promise<Map<string, ListedAccount['funds']> | undefined> {
  try {
    const { accounts } = await ask(exchange, (call) => clients.ledger.listFunds({ accountIds }, call));
    const known = accounts.map(
      ({ accountId, balanceMicros, records }) =>
        [accountId, { balance: dollarsOfMicros(balanceMicros), recordsThisMonth: Number(records) }] as const,
    );
    // The ledger creates an account on its first request.
    const unopened = { balance: dollarsOfMicros(0n), recordsThisMonth: 0 };
    return new Map([...accountIds.map((id) => [id, unopened] as const), ...known]);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unavailable') return undefined;
    throw error;
  }
}
