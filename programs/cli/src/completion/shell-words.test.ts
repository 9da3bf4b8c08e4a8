import { shellWords } from './shell-words';

it.each<[string, string[]]>([
  ['', ['']],
  [' signals  search ', ['signals', 'search', '']],
  ['signals --country=United\\ S', ['signals', '--country=United S']],
  [`signals 'United K`, ['signals', 'United K']],
  [`signals "say \\"hi\\" \\n`, ['signals', 'say "hi" \\n']],
  [`signals C\\'a'b c'"d e" '' \\`, ['signals', `C'ab cd e`, '', '']],
])('splits %j as a shell does', (line, words) => {
  expect(shellWords(line)).toEqual(words);
});
