import { readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const inMemory = '/dev/shm';
const gibibyte = 2 ** 30;
/** The whole suite uses about 1 GB at a time. */
const roomBytes = 4 * gibibyte;
const freeMemoryBytes = 8 * gibibyte;

/**
 * Directory for the tests' temporary files: in memory if there is plenty, unless TMPDIR names another. Tests create and
 * drop hundreds of databases of 300 files each, and none of them outlives the run.
 */
export function scratchDirectory() {
  return process.env.TMPDIR || !hasEnoughSpace() ? tmpdir() : inMemory;
}

function hasEnoughSpace() {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= roomBytes && freemem() >= freeMemoryBytes && runsPrograms();
  } catch {
    // Not Linux.
    return false;
  }
}

/** The temporary files include copies of PostgreSQL's programs, so the mount must not be noexec. */
function runsPrograms() {
  const mount = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, path]) => path === inMemory);
  return mount !== undefined && !mount[3].split(',').includes('noexec');
}
