import { readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const inMemory = '/dev/shm';
const gibibyte = 2 ** 30;
/** The whole suite uses about 1 GB at a time. */
const roomBytes = 4 * gibibyte;
const freeMemoryBytes = 8 * gibibyte;

/**
 * Directory for the tests' temporary files: in memory where there is plenty of it, unless TMPDIR names another.
 * Hundreds of databases are created and dropped, with 300 files each, and nothing in them outlives the run.
 */
export function scratchDirectory() {
  return process.env.TMPDIR || !isRoomy() ? tmpdir() : inMemory;
}

function isRoomy() {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= roomBytes && freemem() >= freeMemoryBytes && runsPrograms();
  } catch {
    // Not Linux.
    return false;
  }
}

/** Copies of PostgreSQL's programs are among the temporary files. */
function runsPrograms() {
  const mount = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, path]) => path === inMemory);
  return mount !== undefined && !mount[3].split(',').includes('noexec');
}
