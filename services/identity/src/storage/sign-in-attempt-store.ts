import type { Pool } from 'pg';
import { SIGN_IN_MINUTES } from '../domain/session';

/** What a sign-in needs once the browser is back. */
interface SignInAttempt {
  state: string;
  nonce: string;
  codeVerifier: string;
  returnTo: string;
}

interface AttemptRow {
  state: string;
  nonce: string;
  code_verifier: string;
  return_to: string;
  is_live: boolean;
}

export class SignInAttemptStore {
  constructor(private readonly pool: Pool) {}

  /** @returns when it expires. */
  async create(secretHash: Buffer, attempt: SignInAttempt): Promise<Date> {
    const { rows } = await this.pool.query<{ expires_at: Date }>(
      `INSERT INTO identity.sign_in_attempt (secret_hash, state, nonce, code_verifier, return_to, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(mins => $6)) RETURNING expires_at`,
      [
        ...[secretHash, attempt.state, attempt.nonce, attempt.codeVerifier, attempt.returnTo],
        SIGN_IN_MINUTES,
      ],
    );
    return rows[0]!.expires_at;
  }

  /** Consumes an attempt: only one of several callers with the same secret gets it. */
  async take(secretHash: Buffer): Promise<SignInAttempt | undefined> {
    const { rows } = await this.pool.query<AttemptRow>(
      `DELETE FROM identity.sign_in_attempt WHERE secret_hash = $1
       RETURNING state, nonce, code_verifier, return_to, expires_at > now() AS is_live`,
      [secretHash],
    );
    const [row] = rows;
    if (!row?.is_live) return undefined;
    return { state: row.state, nonce: row.nonce, codeVerifier: row.code_verifier, returnTo: row.return_to };
  }
}
