import { parseCommandLine, UsageError } from './command-line';

const known = ['one', 'two'];

it('reads options and names', () => {
  expect(parseCommandLine(['--whole', 'two', '--json'], known)).toEqual({
    help: false,
    list: false,
    json: true,
    whole: true,
    again: false,
    names: ['two'],
  });
  expect(parseCommandLine([], known)).toMatchObject({ names: [], again: false });
});

it.each([['three'], ['--all'], ['one', '-x']])('refuses %s', (...args) => {
  expect(() => parseCommandLine(args, known)).toThrow(UsageError);
});
