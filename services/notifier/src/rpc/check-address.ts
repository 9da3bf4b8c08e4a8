import { ServiceError } from '@heliograph/runtime';
import type { Context } from '../context';

/**
 * Refuses a webhook whose host is not public now; it is checked again when it is called.
 *
 * @throws ServiceError `invalid_parameter`
 */
export async function checkAddress(
  { faultOfAddress }: Context,
  url: string | null | undefined,
): Promise<void> {
  if (url === undefined || url === null) return;
  const fault = await faultOfAddress(new URL(url));
  if (fault === undefined) return;
  throw new ServiceError('invalid_parameter', `webhook.url: ${fault}`, {
    faults: [{ parameter: 'webhook.url', message: fault }],
  });
}
