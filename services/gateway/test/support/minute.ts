import { waitFor } from '@heliograph/testing';

/** Waits for the next UTC minute if necessary, so that the test's requests are counted within one. */
export async function withinOneMinute(neededSeconds = 10): Promise<void> {
  await waitFor(() => 60 - ((Date.now() / 1_000) % 60) > neededSeconds, {
    timeoutMs: (neededSeconds + 2) * 1_000,
    description: 'the next minute',
  });
}
