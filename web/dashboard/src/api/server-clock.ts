/** How far the server's clock is ahead of the browser's. */
let aheadMs = 0;

/** Notes the server's clock, which responses state to the second (RFC 9110, section 6.6.1). */
export function learnServerClock(headers: Headers, now = Date.now()): void {
  const time = Date.parse(headers.get('Date') ?? '');
  if (!Number.isNaN(time)) aheadMs = time - now;
}

/** The time by the server's clock, in ms since 1970: a browser's clock may be days off. */
export function serverNow(now = Date.now()): number {
  return now + aheadMs;
}
