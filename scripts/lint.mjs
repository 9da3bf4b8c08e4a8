// npm run lint: builds, then checks everything, two checks at a time. For each failure, says how to run that check
// alone or how to fix it.
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { buildAll } from './lib/build.mjs';
import { root } from './lib/workspace.mjs';

const SOURCES = 'packages programs services tools web observability examples charts/test images';
const TYPECHECK = 'npm run -s typecheck -w @heliograph/web-dashboard -w @heliograph/web-docs';

/** Slowest first. */
const checks = [
  { name: 'rules', command: 'eslint .', remedy: 'npx eslint . --fix' },
  { name: 'types', command: 'tsc -p tsconfig.json', remedy: 'npx tsc -p tsconfig.json' },
  { name: 'format', command: 'prettier --check --log-level warn .', remedy: 'npx prettier --write .' },
  { name: 'imports', command: `depcruise --config .dependency-cruiser.cjs ${SOURCES}` },
  { name: 'types of pages', command: TYPECHECK, remedy: TYPECHECK },
  { name: 'protocol buffers', command: 'npm run -s lint:proto', remedy: 'npm run lint:proto' },
];
const AT_ONCE = 2;

buildAll();
const failures = [];
await Promise.all(Array.from({ length: AT_ONCE }, checkInTurn));
for (const { name, command, remedy, output } of failures) {
  process.stdout.write(`\n${output}\n${name}: failed. See or fix it with: ${remedy ?? `npx ${command}`}\n`);
}
process.exitCode = failures.length > 0 ? 1 : 0;

async function checkInTurn() {
  for (let check = checks.shift(); check; check = checks.shift()) {
    const began = performance.now();
    const { status, output } = await run(check.command);
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    process.stdout.write(`${check.name}: ${status === 0 ? 'passed' : 'failed'} (${seconds} s)\n`);
    if (status !== 0) failures.push({ ...check, output });
  }
}

function run(command) {
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const child = spawn(command, { cwd: root, shell: true, env: { ...process.env, PATH: path } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((done) => child.once('close', (status) => done({ status, output })));
}
