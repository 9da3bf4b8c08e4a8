import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError, type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';

/** Timeout for a connection that asks the server to cancel a statement. */
const CANCEL_TIMEOUT_MS = 2_000;
/** A statement that still runs after this is asked to end again. */
const REPEAT_MS = 250;
const MAXIMUM_REQUESTS = 20;

const CANCEL_REQUEST_CODE = 80877102;
const CANCEL_REQUEST_BYTES = 16;
const QUERY_CANCELED = '57014';
const DEFAULT_PORT = 5432;

/** The server's key to the session. */
interface Session {
  host?: string;
  port?: number;
  processID: number;
  secretKey: number;
}

/**
 * Runs one statement on a connection of a pool, until `signal` aborts. Then it rejects immediately with the signal's
 * reason, whether the statement was running or waiting for a connection, and makes the server end the statement. Costs
 * no extra round trip; there are at most as many canceling connections as pooled ones.
 *
 * A cancellation names the session, not the statement. So that it never hits the next statement, a session that was
 * asked to cancel returns to the pool only once its statement has ended *and* the server has closed every connection
 * that asked: it closes them after it has sent the signal, which an idle session ignores. If that is not certain, the
 * session is closed.
 *
 * If this process dies while a statement runs, the session's own statement timeout ends it (and
 * `client_connection_check_interval`, if set).
 *
 * @throws the signal's reason, or the driver's error.
 */
export async function queryUntil<Row extends object>(
  pool: Pool,
  query: QueryConfig,
  signal: AbortSignal,
  onCancel: () => void = () => undefined,
): Promise<QueryResult<Row>> {
  const client = await connectionUntil(pool, signal);
  if (signal.aborted) {
    client.release();
    throw signal.reason;
  }
  return new Promise((resolve, reject) => {
    let isHarmless: Promise<boolean> | undefined;
    const running = client.query<Row>(query);
    const ended = running.then(
      () => undefined,
      (error: unknown) => error,
    );
    const cancel = () => {
      reject(signal.reason as Error);
      onCancel();
      isHarmless = endStatement(client, ended);
      // Its connection may be as dead as the canceling one: then only closing it ends the wait.
      void isHarmless.then((harmless) => !harmless && client.release(true));
    };
    signal.addEventListener('abort', cancel, { once: true });
    running.then(resolve, reject);
    void ended.then(async (error) => {
      signal.removeEventListener('abort', cancel);
      if (isHarmless && !(await isHarmless)) return;
      client.release(error !== undefined && !wasCanceled(error));
    });
  });
}

const wasCanceled = (error: unknown) => error instanceof DatabaseError && error.code === QUERY_CANCELED;

/** A connection; if it arrives after the signal aborted, it is returned unused. */
function connectionUntil(pool: Pool, signal: AbortSignal): Promise<PoolClient> {
  if (signal.aborted) return Promise.reject(signal.reason as Error);
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    const connecting = pool.connect();
    connecting.then((client) => (signal.aborted ? client.release() : resolve(client)), reject);
    connecting.finally(() => signal.removeEventListener('abort', abort)).catch(() => undefined);
  });
}

/** @returns whether the statement has ended and no cancellation is still in flight. */
async function endStatement(client: PoolClient, ended: Promise<unknown>): Promise<boolean> {
  for (let requests = 0; requests < MAXIMUM_REQUESTS; requests += 1) {
    if (!(await requestCancel(client as unknown as Session))) return false;
    // A request that the server read before the statement has no effect.
    const timer = new AbortController();
    const repeat = delay(REPEAT_MS, false, { signal: timer.signal }).catch(() => false);
    const hasEnded = await Promise.race([ended.then(() => true), repeat]);
    timer.abort();
    if (hasEnded) return true;
  }
  return false;
}

/**
 * Sends PostgreSQL's CancelRequest (protocol 3.0, section "Canceling Requests in Progress"), which needs neither a free
 * connection nor a password and passes through poolers. Unencrypted, like libpq's `PQcancel`: the key is useless for
 * anything else.
 *
 * @returns whether the server read it and closed the connection.
 */
function requestCancel({ host, port, processID, secretKey }: Session): Promise<boolean> {
  const request = Buffer.alloc(CANCEL_REQUEST_BYTES);
  request.writeInt32BE(CANCEL_REQUEST_BYTES, 0);
  request.writeInt32BE(CANCEL_REQUEST_CODE, 4);
  request.writeInt32BE(processID, 8);
  request.writeInt32BE(secretKey, 12);
  const number = port ?? DEFAULT_PORT;
  return new Promise((resolve) => {
    const socket = host?.startsWith('/') ? connect(`${host}/.s.PGSQL.${number}`) : connect(number, host);
    const timer = setTimeout(() => socket.destroy(new Error('timed out')), CANCEL_TIMEOUT_MS);
    socket.on('error', () => undefined);
    socket.once('connect', () => socket.write(request));
    socket.once('close', (hadError) => {
      clearTimeout(timer);
      resolve(!hadError);
    });
    socket.resume();
  });
}
