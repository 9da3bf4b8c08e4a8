import { inTransaction } from '@heliograph/postgres';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import type { AccountStatus } from '../domain/account';
import { DEVICE_LOGIN_SECONDS, MAXIMUM_DEVICE_LOGINS, type Device } from '../domain/cli';
import {
  answerPoll,
  POLL_SECONDS,
  slowerInterval,
  type DeviceLoginState,
  type DevicePollOutcome,
} from '../domain/device-poll';
import { writeEdit, type Actor } from './audit';
import { openCliSession, type TokenPair } from './cli-session-store';
import { lockCliMember } from './member-lock';

/** A client waiting for its user's decision. */
interface WaitingLogin {
  /** Without the hyphen. */
  userCode: string;
  device: Device;
  createdAt: Date;
  expiresAt: Date;
}

interface WaitingRow {
  user_code: string;
  device_name: string;
  client_version: string;
  created_at: Date;
  expires_at: Date;
}

interface PolledRow {
  state: DeviceLoginState;
  account_id: string | null;
  user_id: string | null;
  device_name: string;
  client_version: string;
  interval_seconds: number;
  is_expired: boolean;
  seconds_since_last: number | null;
}

type PollOutcome =
  | { kind: 'issued'; tokens: TokenPair }
  | { kind: 'unknown' | Exclude<DevicePollOutcome, 'issue'> }
  | { kind: 'account'; status: Exclude<AccountStatus, 'active'> };

const WAITING_COLUMNS =
  'user_code, device_name, client_version, cli_device_login.created_at, cli_device_login.expires_at';

/** Logins begun, in each process, from one check of their number to the next, which reads them all. */
const BEGUN_PER_CHECK = 100;

/** Logins by device code. */
export class DeviceLoginStore {
  private begun = 0;

  constructor(private readonly pool: Pool) {}

  /**
   * Beginning a login needs no credentials, so their number is bounded, give or take those begun since the last check.
   *
   * @returns whether the user code was free.
   */
  async create(
    deviceCodeHash: Buffer,
    userCode: string,
    device: Device,
    clientSite: string,
  ): Promise<boolean> {
    if (this.begun++ % BEGUN_PER_CHECK === 0) await this.endExcess();
    try {
      await this.pool.query(
        `INSERT INTO identity.cli_device_login
           (device_code_hash, user_code, device_name, client_version, client_site, interval_seconds, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
        [
          ...[deviceCodeHash, userCode, device.name, device.clientVersion, clientSite],
          ...[POLL_SECONDS, DEVICE_LOGIN_SECONDS],
        ],
      );
      return true;
    } catch (error) {
      const isTaken =
        error instanceof DatabaseError && error.constraint === 'cli_device_login_user_code_once';
      if (isTaken) return false;
      throw error;
    }
  }

  /**
   * Ends what leaves no place for one more, so that no site keeps others from their logins: the oldest logins of the
   * sites with the most, approved ones last; of sites with as many, those that began first, so that many sites with one
   * login each cannot end every new one.
   */
  private async endExcess(): Promise<void> {
    await this.pool.query(
      `DELETE FROM identity.cli_device_login WHERE device_code_hash IN (
         SELECT device_code_hash FROM identity.cli_device_login WHERE device_code_hash = ANY (ARRAY(
           SELECT device_code_hash FROM (
             SELECT device_code_hash, created_at, row_number() OVER (
               PARTITION BY client_site ORDER BY state = 'approved' DESC, created_at DESC) AS rank_in_site
             FROM identity.cli_device_login WHERE expires_at > now()) AS live
           ORDER BY rank_in_site DESC, created_at
           LIMIT greatest(0, (SELECT count(*) FROM identity.cli_device_login WHERE expires_at > now()) - $1 + 1)))
         FOR UPDATE SKIP LOCKED)`,
      [MAXIMUM_DEVICE_LOGINS],
    );
  }

  /**
   * A login waiting for a decision; undefined if it is unknown, expired, or decided, which callers cannot tell apart.
   */
  async findWaiting(userCode: string): Promise<WaitingLogin | undefined> {
    const { rows } = await this.pool.query<WaitingRow>(
      `SELECT ${WAITING_COLUMNS} FROM identity.cli_device_login
       WHERE user_code = $1 AND state = 'pending' AND expires_at > now()`,
      [userCode],
    );
    return rows[0] && waitingFromRow(rows[0]);
  }

  /**
   * @returns whether the login was waiting, and the acting user, or else the account's own, may use the client there.
   *   Only one of several deciders succeeds.
   */
  async decide(userCode: string, accountId: string, approve: boolean, actor: Actor): Promise<boolean> {
    return inTransaction(this.pool, async (client) => {
      const userId = await lockCliMember(client, accountId, actor.userId);
      if (userId === undefined) return false;
      const { rows } = await client.query<WaitingRow>(
        `UPDATE identity.cli_device_login SET state = $3, account_id = $2, user_id = $4
         WHERE user_code = $1 AND state = 'pending' AND expires_at > now()
         RETURNING ${WAITING_COLUMNS}`,
        [userCode, accountId, approve ? 'approved' : 'denied', userId],
      );
      const [decided] = rows;
      if (!decided) return false;
      await writeEdit(client, actor, {
        action: approve ? 'cli.approve' : 'cli.deny',
        accountId,
        detail: { device: decided.device_name, flow: 'device' },
      });
      return true;
    });
  }

  /**
   * A login's state. The first to poll an approved login consumes it; a denied or expired one reports so until removed.
   */
  async poll(deviceCodeHash: Buffer, actor: Actor): Promise<PollOutcome> {
    return inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<PolledRow>(
        `SELECT state, account_id, user_id, device_name, client_version, interval_seconds, expires_at <= now() AS is_expired,
           extract(epoch FROM now() - last_polled_at)::float8 AS seconds_since_last
         FROM identity.cli_device_login WHERE device_code_hash = $1 FOR UPDATE`,
        [deviceCodeHash],
      );
      const [login] = rows;
      if (!login) return { kind: 'unknown' };
      const response = answerPoll({
        state: login.state,
        isExpired: login.is_expired,
        intervalSeconds: login.interval_seconds,
        secondsSinceLast: login.seconds_since_last ?? undefined,
      });
      if (response === 'issue') return redeem(client, deviceCodeHash, login, actor);
      if (response === 'pending' || response === 'slow_down') {
        const interval =
          response === 'slow_down' ? slowerInterval(login.interval_seconds) : login.interval_seconds;
        await client.query(
          `UPDATE identity.cli_device_login SET last_polled_at = now(), interval_seconds = $2
           WHERE device_code_hash = $1`,
          [deviceCodeHash, interval],
        );
      }
      return { kind: response };
    });
  }
}

async function redeem(
  client: PoolClient,
  deviceCodeHash: Buffer,
  login: PolledRow,
  actor: Actor,
): Promise<PollOutcome> {
  await client.query('DELETE FROM identity.cli_device_login WHERE device_code_hash = $1', [deviceCodeHash]);
  const [accountId, userId] = [login.account_id!, login.user_id!];
  const { rows } = await client.query<{ status: AccountStatus }>(
    'SELECT status FROM identity.account WHERE account_id = $1',
    [accountId],
  );
  const { status } = rows[0]!;
  if (status !== 'active') return { kind: 'account', status };
  const device = { name: login.device_name, clientVersion: login.client_version };
  return {
    kind: 'issued',
    tokens: await openCliSession(client, { accountId, userId }, device, 'device', actor),
  };
}

function waitingFromRow(row: WaitingRow): WaitingLogin {
  return {
    userCode: row.user_code,
    device: { name: row.device_name, clientVersion: row.client_version },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
