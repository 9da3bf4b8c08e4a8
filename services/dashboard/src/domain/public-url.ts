const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether a text is an origin: scheme, host, optionally a port, and nothing else. */
export function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[^/?#@\s]+$/.test(text) || !URL.canParse(text)) return false;
  const { origin, hostname } = new URL(text);
  return hostname !== '' && origin !== 'null';
}

/** Whether browsers treat a host as this machine, and trust plain http there like https. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/** Whether browsers keep an origin's cookies marked `Secure`: https, or http on this machine. */
export function isSafeForCookies(text: string): boolean {
  if (!isOrigin(text)) return true;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || isLoopback(hostname);
}
