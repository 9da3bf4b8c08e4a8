import { ServiceError } from '@heliograph/runtime';
import type { ConsoleParts, FigureOf } from './console-parts';

const TIMEOUT_MS = 3_000;
const MAXIMUM_BYTES = 262_144;
const MAXIMUM_CODES = 20;
const QUERY =
  'sum by (code) (increase(heliograph_gateway_requests_total{status=~"4..|5..",code!="none"}[24h]))';

/** An instant vector of Prometheus's HTTP API. */
interface QueryResponse {
  status?: unknown;
  data?: { result?: { metric?: { code?: unknown }; value?: [number, string] }[] };
}

/**
 * API requests refused or failed in the last 24 hours, by error code, most frequent first, from the gateway's metrics.
 *
 * @throws ServiceError `unavailable` when Prometheus does not answer; Error when its response is not a query result.
 */
export async function readRefusals({
  config: { prometheusUrl },
}: ConsoleParts): Promise<FigureOf<'refusals'>> {
  const response = await query(
    `${prometheusUrl}/api/v1/query?${new URLSearchParams({ query: QUERY }).toString()}`,
  );
  const rows = response.data?.result;
  if (response.status !== 'success' || !Array.isArray(rows)) throw new Error('Prometheus sent no result');
  return rows
    .map(({ metric, value }) => ({ code: String(metric?.code), requests: Math.round(Number(value?.[1])) }))
    .filter(({ requests }) => requests > 0)
    .sort((one, other) => other.requests - one.requests)
    .slice(0, MAXIMUM_CODES);
}

async function query(url: string): Promise<QueryResponse> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  try {
    response = await fetch(url, { signal, redirect: 'error' });
  } catch (error) {
    throw new ServiceError('unavailable', 'Prometheus is not responding.', { cause: error });
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`Prometheus answered ${response.status}`);
  }
  return JSON.parse(await readBounded(response)) as QueryResponse;
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAXIMUM_BYTES) throw new Error('Prometheus sent too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
