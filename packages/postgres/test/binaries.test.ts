import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { installedPostgres, locateBinaries, type InstalledPostgres } from '../src/embedded/binaries';
import { serverUser } from '../src/embedded/unprivileged-user';

const run = promisify(execFile);
let scratch: string;
let installed: InstalledPostgres;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'binaries-'));
  await chmod(scratch, 0o755);
  const original = await installedPostgres();
  installed = { native: join(scratch, 'closed', 'native'), version: original.version };
  await mkdir(dirname(installed.native));
  await cp(original.native, installed.native, { recursive: true, verbatimSymlinks: true });
  await cp(join(original.native, 'pg-symlinks.json'), join(installed.native, 'pg-symlinks.json'));
});

afterAll(() => rm(scratch, { recursive: true }));

it('runs the installed programs in place when the server runs as the same user', async () => {
  const { postgres } = await locateBinaries([join(scratch, 'unused')], false, installed);
  expect(postgres).toBe(join(installed.native, 'bin', 'postgres'));
});

it('restores the links that npm creates only with install scripts', async () => {
  const libraries = join(installed.native, 'lib');
  const before = await readdir(libraries);
  await Promise.all(
    before.filter((name) => /^libicu.*so\.60$/.test(name)).map((name) => rm(join(libraries, name))),
  );
  const { postgres } = await locateBinaries([join(scratch, 'unused')], false, installed);
  expect(await readdir(libraries)).toEqual(before);
  expect((await run(postgres, ['--version'])).stdout).toContain('PostgreSQL');
});

it('copies the programs once to a place where another user can run them', async () => {
  await chmod(dirname(installed.native), 0o700);
  const copies = join(scratch, 'copies');
  const found = await Promise.all([
    locateBinaries([copies], true, installed),
    locateBinaries([copies], true, installed),
  ]);
  expect(new Set(found.map(({ postgres }) => dirname(dirname(dirname(postgres)))))).toEqual(
    new Set([copies]),
  );
  expect(await readdir(copies)).toHaveLength(1);
  for (const program of [found[0].initdb, found[0].postgres]) {
    expect((await run(program, ['--version'], { ...serverUser() })).stdout).toContain('PostgreSQL');
  }
});

it('does not run a copy that another user could change', async () => {
  await chmod(dirname(installed.native), 0o700);
  const [first, second] = [join(scratch, 'first'), join(scratch, 'second')];
  const before = await locateBinaries([first, second], true, installed);
  expect(before.postgres).toContain(`${first}/`);
  await chmod(dirname(dirname(before.postgres)), 0o777);
  const after = await locateBinaries([first, second], true, installed);
  expect(after.postgres).toContain(`${second}/`);
  await expect(locateBinaries([first], true, installed)).rejects.toThrow(
    'PostgreSQL cannot run, because its user can read none of',
  );
});
