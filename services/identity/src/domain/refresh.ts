/**
 * How long after its first use a refresh token may be repeated. A client whose connection broke before the answer
 * came holds the spent token and nothing else; without this it would look like a thief and be signed out. The second
 * use ends the pair that the first one got, so at every moment one pair works; the holder of the other one gives
 * the theft away when using it.
 */
export const REPEAT_SECONDS = 20;

/** A refresh token, as it is known. */
interface RefreshToken {
  isExpired: boolean;
  /** Undefined for the one in hand. */
  secondsSinceSpent: number | undefined;
  /** Whether it was the last one spent and was not repeated yet. */
  mayRepeat: boolean;
}

type RefreshDecision = 'rotate' | 'repeat' | 'reuse' | 'expired';

/**
 * What comes of a refresh token. A spent one that comes back has been stolen, or the one in hand has: there is no telling
 * which, so the session ends (RFC 9700, section 4.14.2).
 */
export function decideRefresh(token: RefreshToken): RefreshDecision {
  const { secondsSinceSpent, mayRepeat } = token;
  if (secondsSinceSpent !== undefined) {
    return mayRepeat && secondsSinceSpent <= REPEAT_SECONDS ? 'repeat' : 'reuse';
  }
  return token.isExpired ? 'expired' : 'rotate';
}
