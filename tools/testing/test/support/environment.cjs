// Changes globals and the process within an environment of one test file, and prints them before and after.
const { tmpdir } = require('node:os');
const Environment = require('../../jest/environment.cjs');

const { exit } = process;
const { structuredClone: clone } = globalThis;
const directory = process.cwd();

const seen = () => ({
  global: typeof globalThis.added,
  replaced: globalThis.structuredClone === clone,
  variables: [process.env.CHANGED, process.env.REMOVED, process.env.ADDED],
  exit: process.exit === exit,
  exitCode: process.exitCode,
  directory: process.cwd() === directory,
  listeners: process.listenerCount('SIGHUP'),
});

async function main() {
  process.exitCode = 0;
  process.on('SIGHUP', () => {});
  const before = seen();
  const environment = new Environment({ projectConfig: {} });
  await environment.setup();
  globalThis.added = true;
  globalThis.structuredClone = (value) => value;
  process.env.CHANGED = process.env.ADDED = 'within';
  delete process.env.REMOVED;
  process.exit = () => {};
  process.exitCode = 3;
  process.chdir(tmpdir());
  process.on('SIGHUP', () => {});
  await environment.teardown();
  process.stdout.write(JSON.stringify([before, seen()]));
}

void main();
