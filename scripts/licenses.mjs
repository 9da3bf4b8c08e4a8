// node scripts/licenses.mjs [--check] [--lockfile FILE]: the license of every package in the lockfile. With --check,
// lists only those that are not allowed, with remedies, and exits with 1 if there are any.
import { fail } from './lib/workspace.mjs';
import { readLockfile } from './lib/supply-chain/distributed.mjs';
import { licensesOf, remedyOf } from './lib/supply-chain/licenses.mjs';

const args = process.argv.slice(2);
const position = args.indexOf('--lockfile');
const file = position < 0 ? undefined : args[position + 1];
if (position >= 0 && file === undefined) fail('Usage: node scripts/licenses.mjs [--check] [--lockfile FILE]');

const rows = licensesOf(readLockfile(file));
if (args.includes('--check')) {
  const refused = rows.filter(({ isAllowed }) => !isAllowed);
  for (const row of refused) process.stderr.write(`${remedyOf(row)}\n`);
  if (refused.length > 0) process.exit(1);
  process.stdout.write(`${rows.length} packages, all with allowed licenses.\n`);
} else {
  for (const { name, version, license, isDistributed } of rows)
    process.stdout.write(
      `${name}\t${version}\t${license ?? 'not stated'}\t${isDistributed ? 'distributed' : 'tool'}\n`,
    );
}
