import { createHmac, timingSafeEqual } from 'node:crypto';

/** The token with which a program proves its name to its peers; derived, so that nothing has to be handed out. */
export function callerToken(secret: string, caller: string): string {
  return createHmac('sha256', secret).update(`heliograph rpc caller ${caller}`).digest('hex');
}

/** Judges callers in constant time, deriving each expected token once. */
export class CallerVerifier {
  private readonly expected = new Map<string, readonly Buffer[]>();

  /**
   * @param secrets several while one is exchanged for another.
   * @param callers the names that any method allows; others are unknown and never derived.
   */
  constructor(
    private readonly secrets: readonly string[],
    private readonly callers: ReadonlySet<string>,
  ) {}

  isGenuine(caller: string, token: string): boolean {
    if (!this.callers.has(caller)) return false;
    let expected = this.expected.get(caller);
    if (!expected) {
      expected = this.secrets.map((secret) => Buffer.from(callerToken(secret, caller)));
      this.expected.set(caller, expected);
    }
    const given = Buffer.from(token);
    return expected.some((one) => given.length === one.length && timingSafeEqual(given, one));
  }
}
