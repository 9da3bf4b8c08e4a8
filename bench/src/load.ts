import autocannon from 'autocannon';
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { percentiles, round, type Latency } from './percentiles';

export interface LoadResult extends Latency {
  /** Successful answers a second. */
  rps: number;
  errors: number;
}

interface Target {
  url: string;
  paths: readonly string[];
  headers?: Record<string, string>;
}

/** Keeps `connections` requests in flight for `seconds`, going round the paths. */
export async function load(
  target: Target,
  options: { connections: number; seconds: number },
): Promise<LoadResult> {
  const times: number[] = [];
  let failures = 0;
  const started = performance.now();
  await new Promise<void>((resolve, reject) => {
    const instance = autocannon(
      {
        url: target.url,
        connections: options.connections,
        duration: options.seconds,
        headers: target.headers,
        requests: target.paths.map((path) => ({ method: 'GET', path })),
      },
      (error) => (error ? reject(error as Error) : resolve()),
    );
    instance.on('response', (_client, status, _bytes, milliseconds) => {
      if (status === 200) times.push(milliseconds);
      else failures += 1;
    });
    instance.on('reqError', () => (failures += 1));
  });
  const seconds = (performance.now() - started) / 1000;
  if (times.length === 0) throw new Error(`no request to ${target.url} succeeded (${failures} failed)`);
  return { rps: round(times.length / seconds), ...percentiles(times), errors: failures };
}

/**
 * Sends `rate` requests a second, evenly, over as many connections: each sends its next when it is due, or as soon as its last was
 * answered.
 */
export async function pacedLoad(
  target: Target,
  options: { connections: number; seconds: number; rate: number },
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections });
  const times: number[] = [];
  let failures = 0;
  const started = performance.now();
  const connection = async (first: number) => {
    for (let index = first; index < options.rate * options.seconds; index += options.connections) {
      await delay(Math.max(0, started + (1000 * index) / options.rate - performance.now()));
      const sent = performance.now();
      const path = target.paths[index % target.paths.length]!;
      await request(agent, target.url + path, target.headers).then(
        () => times.push(performance.now() - sent),
        () => (failures += 1),
      );
    }
  };
  await Promise.all(Array.from({ length: options.connections }, (_, first) => connection(first)));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  if (times.length === 0) throw new Error(`no request to ${target.url} succeeded (${failures} failed)`);
  return { rps: round(times.length / seconds), ...percentiles(times), errors: failures };
}

/** Sends `requests` requests one after the other over one connection: the latency of a query on its own. */
export async function alone(target: Target, requests: number): Promise<Latency> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let index = 0; index < requests; index += 1) {
    const path = target.paths[index % target.paths.length]!;
    const started = performance.now();
    await request(agent, target.url + path, target.headers);
    times.push(performance.now() - started);
  }
  agent.destroy();
  return percentiles(times);
}

function request(agent: Agent, url: string, headers: Record<string, string> | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().once('end', resolve);
    }).once('error', reject);
  });
}
