import { parseCommandLine } from './command-line';

it('reads its options', () => {
  expect(parseCommandLine([])).toEqual({ help: false, empty: false, json: false });
  expect(parseCommandLine(['--empty', '--json'])).toEqual({ help: false, empty: true, json: true });
});

it.each([['--emtpy'], ['empty']])('refuses %s and points to the help', (argument) => {
  expect(() => parseCommandLine([argument])).toThrow(/'.*': npm start -- --help lists the options|--help/);
});
