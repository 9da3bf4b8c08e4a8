import { readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const inMemory = '/dev/shm';
const gibibyte = 2 ** 30;
/** The whole suite takes up some 1 GB at a time. */
const roomBytes = 4 * gibibyte;
const freeMemoryBytes = 8 * gibibyte;

/**
 * Where tests put what they throw away: in memory where there is plenty of it, unless TMPDIR names a place. Hundreds of databases are
 * made and dropped, of 300 files each, and nothing in them outlives the run.
 */
export function scratchDirectory() {
  return process.env.TMPDIR || !isRoomy() ? tmpdir() : inMemory;
}

function isRoomy() {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= roomBytes && freemem() >= freeMemoryBytes && runsPrograms();
  } catch {
    // No Linux.
    return false;
  }
}

/** Copies of PostgreSQL's programs lie among what is thrown away. */
function runsPrograms() {
  const mount = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, path]) => path === inMemory);
  return mount !== undefined && !mount[3].split(',').includes('noexec');
}
