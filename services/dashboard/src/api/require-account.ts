import type { identity } from '@heliograph/proto';
import type { DashboardContext } from '../context';
import type { CallService } from './ask';

/**
 * The account of an id that does not come from its session. The ledger creates any account it is asked about, so call
 * this first.
 *
 * @throws ServiceError `not_found` when there is no such account.
 */
export function requireAccount(
  { clients }: DashboardContext,
  id: string,
  callService: CallService,
): Promise<identity.Account> {
  return callService((call) => clients.identity.getAccount({ id }, call));
}
