import { alone, load } from '../load';
import type { Latency } from '../percentiles';
import type { Report } from '../report';
import { requestOf } from '../search/heliograph-engine';
import type { BenchedSystem } from '../system';

interface ApiUnderTest {
  system: BenchedSystem;
  /** An API key. */
  key: string;
  /** Number of signals in the system. */
  signals: number;
  /** Texts to search for; the first half were searched for before. */
  texts: readonly string[];
}

/**
 * Measures semantic search through the API, one request at a time and optionally under load. @returns latencies of
 * single requests, by kind of text.
 */
export async function measureApi(
  report: Report,
  { system, key, signals, texts }: ApiUnderTest,
  underLoad?: { seconds: number; connections: number },
): Promise<ReadonlyMap<string, Latency>> {
  const headers = { authorization: `Bearer ${key}` };
  const requestsOf = (some: readonly string[], more: Record<string, string> = {}) =>
    some.map((semantic) => requestOf({ semantic, ...more }));
  const half = texts.length >> 1;
  const met = { url: system.url, headers, requests: requestsOf(texts.slice(0, half)) };
  const unmet = { url: system.url, headers, requests: requestsOf(texts.slice(half)) };
  const filtered = { ...met, requests: requestsOf(texts.slice(0, half), { days: '90' }) };
  await alone(met, met.requests.length);
  const latencies = new Map<string, Latency>();
  for (const [texts, target] of [
    ['met before', met],
    ['new', unmet],
    ['met before, with a filter', filtered],
  ] as const) {
    const latency = await alone(target, target.requests.length);
    latencies.set(texts, latency);
    report.add({ bench: 'semantic', part: 'API alone', texts, signals, ...latency });
  }
  if (underLoad) {
    const loaded = await load(met, underLoad);
    report.add({ bench: 'semantic', part: 'API under load', texts: 'met before', signals, ...loaded });
  }
  return latencies;
}
