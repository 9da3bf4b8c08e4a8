import { startBeforeAll } from '@heliograph/testing';
import { closeSync, openSync } from 'node:fs';
import { startCatalogDatabase } from './support/catalog-database';
import { startProgram } from './support/program';

const database = startBeforeAll(startCatalogDatabase);

let full: number;
beforeAll(() => {
  full = openSync('/dev/full', 'w');
});
afterAll(() => closeSync(full));

const run = (args: string[], output: 'closed' | number) =>
  startProgram([...args, '--json'], database.variables, output).outcome;

const importOf = async (...lines: unknown[]) => [
  'import',
  '--signals',
  await database.writeFile('signals', lines),
];

test('a reader that closes the pipe early is no failure', async () => {
  expect(await run(['filter-options'], 'closed')).toMatchObject({ status: 0, stderr: '' });
});

test('a closed pipe does not hide rejected lines', async () => {
  const { status, stderr } = await run(await importOf('no JSON'), 'closed');
  expect(status).toBe(2);
  expect(stderr).toMatch(/^heliograph-admin: 1 line was rejected; see [^\n]+\n$/);
});

test('a full disk under the result is reported in one line, and as a failure', async () => {
  expect(await run(['filter-options'], full)).toMatchObject({
    status: 1,
    stderr: 'heliograph-admin: the result could not be printed (ENOSPC); what was asked for has been done\n',
  });
});

test('a full disk under the result does not hide rejected lines', async () => {
  const { status, stderr } = await run(await importOf('no JSON'), full);
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /^heliograph-admin: 1 line was rejected; see [^\n]+\nheliograph-admin: the result could not be printed \(ENOSPC\)\n$/,
  );
});
