import type { ApiKey } from '@heliograph/dashboard-api';
import type { identity } from '@heliograph/proto';
import type { DashboardContext } from '../../context';
import type { Exchange } from '../../http/exchange';
import { ask } from '../ask';
import { keyRecord } from './convert';

/** A key that was just changed, with its usage this UTC month. */
export async function usedKeyRecord(
  context: DashboardContext,
  exchange: Exchange,
  key: identity.Key,
): Promise<ApiKey> {
  const { ledger, testLedger } = context.clients;
  const { credentials } = await ask(exchange, (call) =>
    (key.isTest ? testLedger : ledger).listCredentialUsage({ accountId: key.accountId, month: '' }, call),
  );
  return keyRecord(key, credentials, context.clock());
}
