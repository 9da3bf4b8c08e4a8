import { Agent } from 'node:http';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { byMeaning } from './request-plan';
import { sendRequest } from './send-request';

const POLL_MS = 500;
/** Enough to embed the sample corpus with the local model beside everything else. */
const TIMEOUT_MS = 300_000;

/**
 * Waits until semantic searches are answered, which means that everything is embedded. Charges them to the key.
 *
 * @param url base URL of the gateway.
 * @throws Error with the last response after five minutes; the abort reason of `signal`.
 */
export async function waitForSemanticSearch(
  url: string,
  apiKey: string,
  signal?: AbortSignal,
): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const startedAt = performance.now();
  try {
    for (;;) {
      const request = { agent, apiKey, requestId: randomUUID(), idempotencyKey: undefined };
      const { status, reason } = await sendRequest({ ...request, url: url + byMeaning(Math.random, '1') });
      if (status === 200) return;
      if (performance.now() - startedAt > TIMEOUT_MS) {
        throw new Error(`semantic searches are still answered ${status} ${reason}`);
      }
      await delay(POLL_MS, undefined, { signal });
    }
  } finally {
    agent.destroy();
  }
}
