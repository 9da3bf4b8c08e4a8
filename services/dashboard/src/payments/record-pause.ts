import { identity } from '@heliograph/proto';
import type { DashboardContext } from '../context';
import type { CallService } from '../api/ask';

/**
 * Logs that automatic top-ups are turning themselves off, before they do: if the process dies in between, the caller
 * repeats both, and each setting is logged once, whatever turns it off.
 *
 * @returns what identifies this pause; undefined if they are already off, which is not logged.
 */
export async function recordPause(
  { clients }: Pick<DashboardContext, 'clients'>,
  callService: CallService,
  accountId: string,
  reason: string,
): Promise<string | undefined> {
  const { isOn, setAt } = await callService((call) => clients.topUp.getAutoTopUp({ accountId }, call));
  if (!isOn) return undefined;
  const deduplicationKey = `top-ups-paused:${setAt?.toISOString()}`;
  const paused = {
    accountId,
    change: identity.RecordTopUpChangeRequest_Change.PAUSED,
    detail: reason,
    deduplicationKey,
    actor: undefined,
  };
  await callService((call) => clients.identity.recordTopUpChange(paused, call));
  return deduplicationKey;
}
