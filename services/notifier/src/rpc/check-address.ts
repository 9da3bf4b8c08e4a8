import { ServiceError } from '@heliograph/runtime';
import type { Context } from '../context';

/**
 * Refuses a webhook whose host is not public now; it is checked again when it is called. Takes at most half of
 * WEBHOOK_TIMEOUT_MS.
 *
 * @throws ServiceError `invalid_parameter`; `unavailable` when too many are checked.
 */
export async function checkAddress(
  { issueWithAddress }: Context,
  url: string | null | undefined,
): Promise<void> {
  if (url === undefined || url === null) return;
  const issue = await issueWithAddress(new URL(url));
  if (issue === undefined) return;
  throw new ServiceError('invalid_parameter', `webhook.url: ${issue}`, {
    issues: [{ parameter: 'webhook.url', message: issue }],
  });
}
