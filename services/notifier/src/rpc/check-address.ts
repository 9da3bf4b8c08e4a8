import { ServiceError } from '@heliograph/runtime';
import type { Context } from '../context';

/**
 * Refuses a webhook whose host is not public now; the host is checked again for each call. Takes at most half of
 * WEBHOOK_TIMEOUT_MS.
 *
 * @throws ServiceError `invalid_parameter`; `rate_limited` or `unavailable` when too many checks are running.
 */
export async function checkAddress(
  { issueWithAddress, addressSlots }: Context,
  accountId: string,
  url: string | null | undefined,
): Promise<void> {
  if (url === undefined || url === null) return;
  const issue = await addressSlots.run(
    accountId,
    () => issueWithAddress(new URL(url)),
    () => undefined,
  );
  if (issue === undefined) return;
  throw new ServiceError('invalid_parameter', `webhook.url: ${issue}`, {
    issues: [{ parameter: 'webhook.url', message: issue }],
  });
}
