import { waitFor } from '@heliograph/testing';
import type { TestGateway } from './gateway';

/** Waits until a gateway reports that its windows are shared (1) or local (0); requests only the metrics. */
export async function waitForSharedWindows(gateway: TestGateway, value: 0 | 1): Promise<void> {
  const pattern = new RegExp(`heliograph_gateway_rate_windows_shared\\{[^}]*\\} ${value}`);
  await waitFor(async () => pattern.test(await gateway.metrics()), {
    description: value === 1 ? 'the return of Redis' : 'the loss of Redis',
  });
}
