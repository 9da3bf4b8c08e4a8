const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);

/** The URL of a local program that listens on a host and a port. */
export function localUrl(host: string | undefined, port: number): string {
  const named = host === undefined || EVERY_ADDRESS.has(host) ? '127.0.0.1' : host;
  return `http://${named.includes(':') ? `[${named}]` : named}:${port}`;
}
