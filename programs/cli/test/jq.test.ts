import { problem, signalOf } from './support/interface-responses';
import { userForEach } from './support/program';

const { server, user } = userForEach({ isLoggedIn: true });

// In a process of its own: the filter is an ES module, which the tests' own loader does not load.
const run = (...args: string[]) => user.run(args);

it('filters the JSON document, and prints texts without quotes', async () => {
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

it('passes no control character of a title to the terminal', async () => {
  server.signals = [signalOf(1, 'Red \u001b[31malert\u0007 "quoted" back\\slash')];
  const { stdout } = await run('search', '--jq', '.items[].title');
  expect(stdout).toBe('Red \\u001b[31malert\\u0007 "quoted" back\\slash\n');
});

it('refuses what is no program before it asks anything, and other formats', async () => {
  for (const args of [
    ['--jq', '.items[', '--json'],
    ['--jq', '.items', '--csv'],
  ]) {
    const { status, stdout } = await run('search', ...args);
    expect([status, stdout]).toEqual([2, '']);
  }
  expect(server.seen).toEqual([]);
});

it('fails when the program does, or the command', async () => {
  const { status, stderr } = await run('search', '--jq', 'error("no")');
  expect([status, stderr.includes('--jq:')]).toEqual([1, true]);
  server.fail('/signals', problem(403, 'insufficient_scope', 'The key lacks a scope.'));
  expect((await run('search', '--jq', '.')).status).toBe(3);
});
