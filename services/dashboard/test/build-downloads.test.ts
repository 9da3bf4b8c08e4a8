import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const SCRIPT = resolve(__dirname, '../scripts/build-downloads.mjs');
const CACHE = resolve(__dirname, '../../../node_modules/.cache/heliograph');
/** In memory on most systems, as /tmp is on many: nothing can be moved from there to a disk. */
const ANOTHER_FILE_SYSTEM = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

it('downloads are built when temporary files are on another file system', () => {
  mkdirSync(CACHE, { recursive: true });
  const output = mkdtempSync(join(CACHE, 'downloads-'));
  const temporary = mkdtempSync(join(ANOTHER_FILE_SYSTEM, 'heliograph-downloads-'));
  try {
    execFileSync(process.execPath, [SCRIPT, output], { env: { ...process.env, TMPDIR: temporary } });
    expect(readdirSync(output).sort()).toEqual(['cli.tgz', 'sdk-python.tgz', 'sdk.tgz', 'versions.json']);
  } finally {
    for (const directory of [output, temporary]) rmSync(directory, { recursive: true });
  }
});
