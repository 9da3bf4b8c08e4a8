import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const script = resolve(__dirname, '../../../scripts/admin.mjs');
let directory: string;

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'admin-script-')));
});

afterEach(() => rmSync(directory, { recursive: true }));

function admin(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  return new Promise((done) => {
    const environment = {
      PATH: process.env.PATH,
      NODE_OPTIONS: process.env.NODE_OPTIONS,
      INIT_CWD: directory,
      HELIOGRAPH_HOME: 'home',
    };
    execFile(process.execPath, [script, ...args], { env: environment }, (error, stdout, stderr) => {
      done({ status: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

it("adds nothing to the program's output", async () => {
  const { status, stdout, stderr } = await admin('--help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^Usage: heliograph-admin /);
});

it('passes on its exit status, and reads the home from where it was run', async () => {
  const { status, stdout, stderr } = await admin('account', 'show', 'nobody');
  expect(status).not.toBe(0);
  expect(stdout).toBe('');
  expect(stderr).toContain(join(directory, 'home'));
});
