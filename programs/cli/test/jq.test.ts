import { problem, signalOf } from './support/interface-responses';
import { userForEach } from './support/program';

const { server, user } = userForEach({ isLoggedIn: true });

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

it('fails when the program does, or the command', async () => {
  const { status, stderr } = await run('search', '--jq', 'error("no")');
  expect([status, stderr]).toEqual([1, expect.stringContaining('--jq: no\n')]);
  server.fail('/signals', problem(403, 'insufficient_scope', 'The key lacks a scope.'));
  expect((await run('search', '--jq', '.')).status).toBe(3);
});
