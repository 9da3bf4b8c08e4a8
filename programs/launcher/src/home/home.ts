import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartFailure } from '../start-failure';

/** Where an installation keeps everything. */
export interface Home {
  directory: string;
  lockFile: string;
  secretsFile: string;
  /** What was loaded on the first start. */
  seedFile: string;
  demoFile: string;
  /** What `heliograph-admin` and the benchmarks need to know about the running system. */
  systemFile: string;
  logs: string;
  /** Unix sockets of the services. */
  sockets: string;
  databaseDirectory: string;
  /** Files of the embedded vector index. */
  vectorsDirectory: string;
  /** What search saves of its memory for the next start. */
  checkpointDirectory: string;
  /** Compiled code of the services, for their next start (Node.js 22 and later). */
  compiledDirectory: string;
}

/** `sun_path` holds 104 bytes on macOS and 108 on Linux; the longest socket name here is below 20. */
const MAXIMUM_SOCKET_DIRECTORY_LENGTH = 80;

/** @throws StartFailure when the directory cannot be created or written. */
export function prepareHome(directory: string): Home {
  const run = join(directory, 'run');
  const home: Home = {
    directory,
    lockFile: join(directory, 'lock.json'),
    secretsFile: join(directory, 'secrets.json'),
    seedFile: join(directory, 'seed.json'),
    demoFile: join(directory, 'demo.json'),
    systemFile: join(run, 'system.json'),
    logs: join(directory, 'logs'),
    sockets: Buffer.byteLength(run) <= MAXIMUM_SOCKET_DIRECTORY_LENGTH ? run : shortDirectory(directory),
    databaseDirectory: join(directory, 'postgres', 'data'),
    vectorsDirectory: join(directory, 'vectors'),
    checkpointDirectory: join(directory, 'search'),
    compiledDirectory: join(directory, 'compiled'),
  };
  try {
    makeDirectory(directory);
    for (const path of [run, home.logs, home.sockets, home.compiledDirectory])
      mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.W_OK);
  } catch (error) {
    throw new StartFailure(
      `cannot write to ${directory} (${(error as NodeJS.ErrnoException).code}): set HELIOGRAPH_HOME to a directory of yours`,
      true,
      { cause: error },
    );
  }
  if (home.sockets !== run) checkOwn(home.sockets);
  return home;
}

/**
 * Replaces mkdir's own `recursive`: where the system refuses a directory with ENOENT, as below /proc, Node tries
 * forever.
 */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectory(dirname(directory));
  mkdirSync(directory);
}

/** The temporary directory is shared: another user could have created this first. */
function checkOwn(directory: string): void {
  const status = lstatSync(directory);
  if (status.isDirectory() && status.uid === process.getuid?.() && (status.mode & 0o077) === 0) return;
  throw new StartFailure(
    `${directory} is open to other users: remove it, or use a shorter HELIOGRAPH_HOME`,
    true,
  );
}

function shortDirectory(directory: string): string {
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 16);
  return join(tmpdir(), `heliograph-run-${hash}`);
}
