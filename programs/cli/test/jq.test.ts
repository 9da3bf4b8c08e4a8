import { readFileSync, statSync } from 'node:fs';
import { problem, signalOf } from './support/interface-responses';
import { userForEach } from './support/program';

const { server, user } = userForEach({ isLoggedIn: true });

const temporary = () => ({ columns: 200, variables: { TMPDIR: user.home } });
const saved = (screen: string) => {
  const path = /The whole document is in (\S+)/.exec(screen)![1]!;
  expect(statSync(path).mode & 0o777).toBe(0o600);
  return JSON.parse(readFileSync(path, 'utf8')) as unknown;
};
const run = (...args: string[]) => user.runHere(args);

it('filters the JSON document, and prints strings without quotes', async () => {
  const titles = await run('search', '--jq', '.items[] | select(.id != "2") | .title');
  expect(titles).toMatchObject({
    status: 0,
    stdout: 'Acme Robotics raises round 1\nAcme Robotics raises round 3\n',
  });
  expect((await run('search', '--json', '--jq', '([.items[].id] | length), .nextCursor')).stdout).toBe(
    '3\nnull\n',
  );
  expect((await run('count', '--jq', '.total + 1')).stdout).toBe('4\n');
});

it('behaves like jq for missing members: null, alternatives, and no items', async () => {
  const { stdout } = await run(
    'count',
    '--jq',
    '.total, .no, .no[0], .no["a"], .no // "none", .no[]?, (.no | length)',
  );
  expect(stdout).toBe('3\nnull\nnull\nnull\nnone\n0\n');
});

it('passes no control characters in a title to the terminal', async () => {
  server.signals = [signalOf(1, 'Red \u001b[31malert\u0007 "quoted" back\\slash')];
  const { stdout } = await run('search', '--jq', '.items[].title');
  expect(stdout).toBe('Red \\u001b[31malert\\u0007 "quoted" back\\slash\n');
});

it('rejects invalid programs before any request, and other formats', async () => {
  for (const args of [
    ['--jq', '.items[', '--json'],
    ['--jq', '.items | nothing'],
    ['--jq', '.items', '--csv'],
  ]) {
    const { status, stdout, stderr } = await run('search', ...args);
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(/--jq(?:: \w| filters)/)]);
  }
  expect(server.seen).toEqual([]);
});

it('saves a paid document that cannot be filtered or printed, for the user only', async () => {
  const document = JSON.parse((await run('search', '--json')).stdout) as unknown;
  for (const [command, reason] of [
    [`signals search --jq 'error("no")'`, '--jq: no'],
    ['signals search --jq . > /dev/full', 'ENOSPC'],
  ] as const) {
    const { status, screen } = await user.startInShell(command, temporary()).ended;
    expect([status, screen]).toEqual([1, expect.stringContaining(reason)]);
    expect(saved(screen)).toEqual(document);
  }
});

it('still reports why the command failed when a partial document cannot be filtered', async () => {
  server.fail('/signals', 'none', 'none', problem(402, 'insufficient_records', 'No more.'));
  server.signals = Array.from({ length: 60 }, (_, index) => signalOf(index + 1));
  const all = `signals search --max-records 60 --jq 'error("no")'`;
  const { status, screen } = await user.startInShell(all, temporary()).ended;
  expect([status, screen]).toEqual([4, expect.stringMatching(/--jq: no\. The whole .*No more\./s)]);
  expect(saved(screen)).toMatchObject({ nextCursor: 'cursor-50' });
});

it('fails when the command does', async () => {
  server.fail('/signals', problem(403, 'insufficient_scope', 'The key lacks a scope.'));
  expect((await run('search', '--jq', '.')).status).toBe(3);
});
