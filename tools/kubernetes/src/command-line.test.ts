import { parseCommandLine, UsageError } from './command-line';

const known = ['install', 'drain'];

it('reads checks, a commit, and whether to keep the cluster', () => {
  const commit = 'a'.repeat(40);
  const args = ['--only', 'install', '--only', 'drain', '--keep', '--previous', commit];
  expect(parseCommandLine(args, known)).toMatchObject({
    only: known,
    keep: true,
    previous: commit,
    command: [],
  });
});

it('passes on what follows exec', () => {
  const { command, help } = parseCommandLine(['exec', 'kubectl', 'get', '--help'], known);
  expect(command).toEqual(['kubectl', 'get', '--help']);
  expect(help).toBe(false);
});

it.each([[['--only', 'nothing']], [['up']], [['--previous', 'main']], [['--no-such-option']]])(
  'refuses %j',
  (args) => {
    expect(() => parseCommandLine(args, known)).toThrow(UsageError);
  },
);
