/**
 * How long after its first use a refresh token may be repeated. A client whose connection broke before the response has
 * only the spent token; without this, it would look like a thief and be signed out. The second use ends the pair that
 * the first one got, so only one pair works at any moment; the holder of the other reveals the theft by using it.
 */
export const REPEAT_SECONDS = 20;

/** A refresh token's state. */
interface RefreshToken {
  isExpired: boolean;
  /** Undefined for the current token. */
  secondsSinceSpent: number | undefined;
  /** Whether it was spent last and has not been repeated yet. */
  mayRepeat: boolean;
}

type RefreshDecision = 'rotate' | 'repeat' | 'reuse' | 'expired';

/**
 * The outcome of a refresh. If a spent token is used again, it or the current one was stolen: there is no telling
 * which, so the session ends (RFC 9700, section 4.14.2).
 */
export function decideRefresh(token: RefreshToken): RefreshDecision {
  const { secondsSinceSpent, mayRepeat } = token;
  if (secondsSinceSpent !== undefined) {
    return mayRepeat && secondsSinceSpent <= REPEAT_SECONDS ? 'repeat' : 'reuse';
  }
  return token.isExpired ? 'expired' : 'rotate';
}
