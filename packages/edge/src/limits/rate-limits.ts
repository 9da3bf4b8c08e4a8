/** Windows are UTC minutes: they begin at second 0 for everyone. */
const WINDOW_MS = 60_000;

/** How often an account may call per minute. */
export interface RateLimits {
  /** Authenticated requests of any kind. */
  requests: number;
  /** Requests to `/signals`. */
  searches: number;
}

/** What an account has used in the current minute, including this request. */
export type WindowCounts = RateLimits;

/** Counts, with the time that determines their minute. */
export interface WindowUse extends WindowCounts {
  /** Milliseconds since the Unix epoch, by the clock of the process or Redis that counted. */
  atMs: number;
}

type LimitName = keyof RateLimits;

/** The UTC minute that a time falls in, as a number. */
export function minuteOf(nowMs: number): number {
  return Math.floor(nowMs / WINDOW_MS);
}

/** Whole seconds until the next UTC minute, at least 1. */
export function secondsToNextMinute(nowMs: number): number {
  return Math.max(1, Math.ceil((WINDOW_MS - (nowMs % WINDOW_MS)) / 1000));
}

/** Seconds since the Unix epoch at which the current window ends. */
export function resetOf(nowMs: number): number {
  return (minuteOf(nowMs) + 1) * 60;
}

/** The limit that a request exceeds, if any. Requests over a limit count as well. */
export function exceededLimit(
  counts: WindowCounts,
  limits: RateLimits,
  isSearch: boolean,
): LimitName | undefined {
  if (counts.requests > limits.requests) return 'requests';
  if (isSearch && counts.searches > limits.searches) return 'searches';
  return undefined;
}

/** The window with the fewest calls left for this kind of request. */
export function tighterLimit(counts: WindowCounts, limits: RateLimits, isSearch: boolean): LimitName {
  if (!isSearch) return 'requests';
  return limits.searches - counts.searches < limits.requests - counts.requests ? 'searches' : 'requests';
}

/** Calls left in a window, at least zero. */
export function remainingOf(counts: WindowCounts, limits: RateLimits, name: LimitName): number {
  return Math.max(0, limits[name] - counts[name]);
}

/** The value of `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers, structured field list). */
export function policyField(limits: RateLimits): string {
  return `"requests";q=${limits.requests};w=60, "searches";q=${limits.searches};w=60`;
}

/** The value of `RateLimit`: what is left in both windows, and the seconds until they reset. */
export function rateLimitField(counts: WindowCounts, limits: RateLimits, nowMs: number): string {
  const seconds = secondsToNextMinute(nowMs);
  const requests = remainingOf(counts, limits, 'requests');
  const searches = remainingOf(counts, limits, 'searches');
  return `"requests";r=${requests};t=${seconds}, "searches";r=${searches};t=${seconds}`;
}
