// Runs a program from its TypeScript sources, as the development image does, and restarts it whenever one of them
// changes:
// PROGRAM=ledger node tools/testing/programs/run-from-sources.cjs [ARGUMENTS] Programs that exit by themselves
// (heliograph-admin, --migrate) run once.
const { spawn } = require('node:child_process');
const { join, resolve } = require('node:path');

const repository = resolve(__dirname, '../../..');
const { PROGRAM: program = '' } = process.env;
const args = process.argv.slice(2);
const isAdmin = program === 'admin';
const directory = isAdmin ? 'programs/admin' : `services/${program}`;
const isService = !isAdmin && !args.includes('--migrate');

const child = spawn(
  process.execPath,
  [
    ...(isService ? ['--watch', '--watch-preserve-output'] : []),
    ...['--require', join(__dirname, 'register.cjs'), join(repository, directory, 'src/main.ts')],
    ...args,
  ],
  { stdio: 'inherit' },
);
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
child.on('exit', (status, signal) => {
  process.exitCode = status ?? (signal === 'SIGTERM' ? 0 : 1);
});
