import type { Inject } from './injection';

const TOGETHER = 32;
const LONGEST_MS = 20_000;
/** Counted, then refused for its query: the cheapest request. */
const REQUEST = '/api/v1/signals?limit=0';
const TIMEOUT_MS = 5_000;

/** Sends requests for an account until it is told to wait; its other requests then have to wait, too. */
export const flood: Inject = async ({ bed, customers, markInjected, stopping }) => {
  const end = performance.now() + LONGEST_MS;
  let sent = 0;
  let isLimited = false;
  const ask = async () => {
    while (!isLimited && performance.now() < end && !stopping.aborted) {
      sent += 1;
      const status = await fetch(`${bed.url}${REQUEST}`, {
        headers: { authorization: `Bearer ${customers.busy.apiKey}` },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).then(
        async (response) => {
          await response.arrayBuffer();
          return response.status;
        },
        () => 0,
      );
      isLimited ||= status === 429;
    }
  };
  markInjected();
  await Promise.all(Array.from({ length: TOGETHER }, ask));
  return `${sent} requests, ${isLimited ? 'then 429' : 'never 429'}`;
};
