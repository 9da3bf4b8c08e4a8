import type { KeyList } from '@heliograph/dashboard-api';
import type { identity, ledger } from '@heliograph/proto';
import type { DashboardContext } from '../../context';
import type { Exchange } from '../../http/exchange';
import { ask } from '../ask';
import { endpoint } from '../endpoint';
import { keyRecords } from './convert';

/** `GET /keys` */
export const listKeys = endpoint({
  name: 'listKeys',
  async run({ context, exchange, signedIn: { account } }) {
    const { keys, uses } = await readKeys(context, exchange, account.id);
    return { items: keyRecords(keys, uses, context.clock()) } satisfies KeyList;
  },
});

/**
 * An account's listed keys and each one's usage this UTC month: paid records for live keys, test records for test keys.
 */
export async function readKeys(
  { clients }: DashboardContext,
  exchange: Exchange,
  accountId: string,
): Promise<{ keys: identity.Key[]; uses: ledger.CredentialUsage[] }> {
  const usage = { accountId, month: '' };
  const [{ keys }, live, test] = await Promise.all([
    ask(exchange, (call) => clients.identity.listKeys({ accountId, ids: [] }, call)),
    ask(exchange, (call) => clients.ledger.listCredentialUsage(usage, call)),
    ask(exchange, (call) => clients.testLedger.listCredentialUsage(usage, call)),
  ]);
  return { keys, uses: [...live.credentials, ...test.credentials] };
}
