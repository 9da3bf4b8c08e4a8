import type { Pool } from 'pg';
import { GUESSES_MINUTES, MAXIMUM_GUESSES } from '../domain/cli';

/** Stands for callers without a user or an account. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Counts the unknown user codes that a user enters. A code has 34 bits and lives ten minutes; with only a few guesses
 * in that time, no user hits another's login. Counted by user, so that no member uses up the others' guesses.
 */
export class GuessStore {
  constructor(private readonly pool: Pool) {}

  /**
   * Counts a guess before its code is looked up: of guesses made at once, only the remaining ones are allowed.
   *
   * @param callerId a user's id, or an account's if no user is known: the column is still named for the latter.
   * @returns whole seconds until the caller may try again; undefined if they may now.
   */
  async take(callerId: string | undefined): Promise<number | undefined> {
    const { rows } = await this.pool.query<{ guesses: number; seconds: number }>(
      `INSERT INTO identity.user_code_guesses AS counted (account_id, guesses, expires_at)
       VALUES ($1, 1, now() + make_interval(mins => $2))
       ON CONFLICT (account_id) DO UPDATE SET
         guesses = CASE WHEN counted.expires_at > now() THEN least(counted.guesses, $3) + 1 ELSE 1 END,
         expires_at = CASE WHEN counted.expires_at > now() THEN counted.expires_at ELSE excluded.expires_at END
       RETURNING guesses, ceil(extract(epoch FROM expires_at - now()))::integer AS seconds`,
      [callerId ?? NOBODY, GUESSES_MINUTES, MAXIMUM_GUESSES],
    );
    const { guesses, seconds } = rows[0]!;
    return guesses > MAXIMUM_GUESSES ? seconds : undefined;
  }

  /** The code was known: no guess. If the process dies before this, it stays counted. */
  async giveBack(callerId: string | undefined): Promise<void> {
    await this.pool.query(
      `UPDATE identity.user_code_guesses SET guesses = guesses - 1
       WHERE account_id = $1 AND guesses > 0 AND expires_at > now()`,
      [callerId ?? NOBODY],
    );
  }
}
