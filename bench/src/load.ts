import autocannon from 'autocannon';
import { Agent, get } from 'node:http';
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
