import { get } from 'node:http';

const TIMEOUT_MS = 1_000;

/** Requests a probe's path once over a new connection, as a kubelet does. Never rejects. */
export function askReadiness(host: string, port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host, port, path, agent: false, timeout: TIMEOUT_MS }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
    request.once('close', () => resolve(false));
  });
}
