import autocannon from 'autocannon';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { percentiles, round, type Latency } from './percentiles';

export interface LoadResult extends Latency {
  /** Successful responses per second. */
  rps: number;
  errors: number;
}

/** If it has a body, a POST of JSON. */
export interface Request {
  path: string;
  body?: string;
}

/** A server and the requests to send to it. */
export interface Target {
  url: string;
  requests: readonly Request[];
  headers?: Record<string, string>;
}

const JSON_HEADERS = { 'content-type': 'application/json' };

/**
 * A closed loop: keeps `connections` requests in flight for `seconds`. Each connection cycles through all requests,
 * starting at a different one.
 */
export async function load(
  target: Target,
  options: { connections: number; seconds: number },
): Promise<LoadResult> {
  const times: number[] = [];
  let failures = 0;
  const requests = target.requests.map(({ path, body }) =>
    body === undefined
      ? { method: 'GET' as const, path, headers: target.headers }
      : { method: 'POST' as const, path, body, headers: { ...target.headers, ...JSON_HEADERS } },
  );
  let connection = 0;
  const started = performance.now();
  await new Promise<void>((resolve, reject) => {
    const instance = autocannon(
      {
        url: target.url,
        connections: options.connections,
        duration: options.seconds,
        setupClient: (client) => {
          const first = Math.floor((connection++ * requests.length) / options.connections);
          client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
        },
      },
      (error) => (error ? reject(error as Error) : resolve()),
    );
    instance.on('response', (_client, status, _bytes, milliseconds) => {
      if (status === 200) times.push(milliseconds);
      else failures += 1;
    });
    instance.on('reqError', () => (failures += 1));
  });
  return resultOf(target, times, failures, started);
}

/**
 * An open loop: sends `rate` requests per second, evenly spaced, whether or not earlier ones were answered. Latency is
 * measured from when a request should have been sent, so it includes time spent queued behind others.
 */
export async function openLoad(
  target: Target,
  options: { connections: number; seconds: number; rate: number },
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections });
  const times: number[] = [];
  let failures = 0;
  const under: Promise<void>[] = [];
  const started = performance.now();
  for (let index = 0; index < options.rate * options.seconds; index += 1) {
    const due = started + (1000 * index) / options.rate;
    const early = due - performance.now();
    if (early > 0) await delay(early);
    under.push(
      ask(agent, target, target.requests[index % target.requests.length]!).then(
        () => void times.push(performance.now() - due),
        () => void (failures += 1),
      ),
    );
  }
  await Promise.all(under);
  agent.destroy();
  return resultOf(target, times, failures, started);
}

/** Sends `requests` requests one at a time over one connection: unloaded latency. */
export async function alone(target: Target, requests: number): Promise<Latency> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let index = 0; index < requests; index += 1) {
    const started = performance.now();
    await ask(agent, target, target.requests[index % target.requests.length]!);
    times.push(performance.now() - started);
  }
  agent.destroy();
  return percentiles(times);
}

/**
 * Response bodies of all requests, in order.
 *
 * @throws when a status is not 200.
 */
export async function answersOf(target: Target): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const responses = [];
  for (const each of target.requests) responses.push(await ask(agent, target, each));
  agent.destroy();
  return responses;
}

function resultOf(target: Target, times: number[], failures: number, started: number): LoadResult {
  if (times.length === 0) throw new Error(`no request to ${target.url} succeeded (${failures} failed)`);
  const seconds = (performance.now() - started) / 1000;
  return { rps: round(times.length / seconds), ...percentiles(times), errors: failures };
}

function ask(agent: Agent, { url, headers }: Target, { path, body }: Request): Promise<string> {
  const method = body === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const all = body === undefined ? headers : { ...headers, ...JSON_HEADERS };
    const sent = request(url + path, { agent, method, headers: all }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject).once('end', () => {
        const answer = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(answer);
        else reject(new Error(`${url}${path} answered ${response.statusCode}: ${answer.slice(0, 500)}`));
      });
    });
    sent.once('error', reject).end(body);
  });
}
