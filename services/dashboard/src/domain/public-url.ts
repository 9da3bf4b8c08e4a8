import { isLoopback } from '@heliograph/runtime';

/** Whether a text is an origin: scheme, host, optionally a port, and nothing else. */
export function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[^/?#@\s]+$/.test(text) || !URL.canParse(text)) return false;
  const { origin, hostname } = new URL(text);
  return hostname !== '' && origin !== 'null';
}

/** Whether browsers keep an origin's cookies marked `Secure`: https, or http on this machine. */
export function isSafeForCookies(text: string): boolean {
  if (!isOrigin(text)) return true;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || isLoopback(hostname);
}
