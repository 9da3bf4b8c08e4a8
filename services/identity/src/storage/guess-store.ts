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
   * Whole seconds until the caller may try again; undefined while they may.
   *
   * @param callerId a user's id, or an account's if no user is known: the column is still named for the latter.
   */
  async secondsToWait(callerId: string | undefined): Promise<number | undefined> {
    const { rows } = await this.pool.query<{ seconds: number }>(
      `SELECT ceil(extract(epoch FROM expires_at - now()))::integer AS seconds FROM identity.user_code_guesses
       WHERE account_id = $1 AND guesses >= $2 AND expires_at > now()`,
      [callerId ?? NOBODY, MAXIMUM_GUESSES],
    );
    return rows[0]?.seconds;
  }

  async note(callerId: string | undefined): Promise<void> {
    await this.pool.query(
      `INSERT INTO identity.user_code_guesses AS counted (account_id, guesses, expires_at)
       VALUES ($1, 1, now() + make_interval(mins => $2))
       ON CONFLICT (account_id) DO UPDATE SET
         guesses = CASE WHEN counted.expires_at > now() THEN counted.guesses + 1 ELSE 1 END,
         expires_at = CASE WHEN counted.expires_at > now() THEN counted.expires_at ELSE excluded.expires_at END`,
      [callerId ?? NOBODY, GUESSES_MINUTES],
    );
  }
}
