import { spawnSync } from 'node:child_process';
import { asCurl } from './as-curl';
import type { Call } from './call';

/** Runs the command in a shell whose `curl` prints its arguments as JSON, one per line. */
function argumentsInShell(command: string): string[] {
  const script = `curl() { node -e 'console.log(JSON.stringify(process.argv.slice(1)))' -- "$@"; }\n${command}\n`;
  const { stdout, stderr } = spawnSync('sh', ['-c', script], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], SIGNALS_API_KEY: 'hg_live_test' },
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as string[];
}

function sentBy(command: string): string {
  const all = argumentsInShell(command);
  const sent = new URLSearchParams();
  all.forEach((argument, index) => {
    const [name, ...rest] = argument.split('=');
    if (all[index - 1] === '--data-urlencode') sent.set(name!, rest.join('='));
    if (all[index - 1] === '-d') sent.set(name!, decodeURIComponent(rest.join('=')));
  });
  return sent.toString();
}

const API = 'https://api.example';
const search = (...values: [string, string][]): Call => ({ name: 'search', values });
const written = ({ values }: Call) =>
  new URLSearchParams(values.map(([name, value]) => [name, value])).toString();

describe('a call as curl', () => {
  it('is readable', () => {
    expect(asCurl(search(['q', 'series a'], ['days', '7']), 'http://127.0.0.1:8080')).toBe(
      `curl -sG http://127.0.0.1:8080/api/v1/signals \\\n  -H "Authorization: Bearer $SIGNALS_API_KEY" \\\n` +
        `  --data-urlencode 'q=series a' \\\n  --data-urlencode days=7`,
    );
    expect(asCurl({ name: 'usage', values: [] }, API)).toBe(
      `curl -s https://api.example/api/v1/usage \\\n  -H "Authorization: Bearer $SIGNALS_API_KEY"`,
    );
  });

  it('sends headers and a body', () => {
    const [create, drop] = [
      asCurl(
        {
          name: 'create-saved-search',
          values: [
            ['name', `it's $(id) \u202e`],
            ['query', '{"q":"raises"}'],
            ['maxRecordsPerDay', '500'],
            ['Idempotency-Key', 'saved-search-0001'],
          ],
        },
        API,
      ),
      asCurl({ name: 'delete-saved-search', values: [['id', 'a/b']] }, API),
    ];
    const sent = argumentsInShell(create);
    expect(sent.slice(1, 4)).toEqual(['-X', 'POST', 'https://api.example/api/v1/saved-searches']);
    expect(sent).toEqual(expect.arrayContaining(['Idempotency-Key: saved-search-0001']));
    expect(create).toContain('\\u202e');
    expect(JSON.parse(sent.at(-1)!)).toEqual({
      name: `it's $(id) \u202e`,
      query: { q: 'raises' },
      maxRecordsPerDay: 500,
    });
    expect(argumentsInShell(drop).slice(1, 4)).toEqual([
      '-X',
      'DELETE',
      'https://api.example/api/v1/saved-searches/a%2Fb',
    ]);
  });

  it('sends the same parameters, whatever they contain', () => {
    const call = search(
      ['q', `robots "series a" -layoffs`],
      ['company', `L'Oréal $(touch /tmp/x) \`id\` !! \\`],
      ['locations', '[{"kind":"city","value":"Paris","country":"France"}]'],
      ['category', 'funding,hiring'],
    );
    expect(sentBy(asCurl(call, API))).toBe(written(call));
  });

  it('has the path parameters filled in, and those a call always sends', () => {
    expect(asCurl({ name: 'company', values: [['slug', `a/../b' $x`]] }, API)).toContain(
      `'https://api.example/api/v1/companies/a%2F..%2Fb'\\''%20%24x'`,
    );
    expect(sentBy(asCurl({ name: 'count', values: [['q', 'a']] }, API))).toBe('q=a&countOnly=true');
  });

  it('contains nothing that a terminal acts on', () => {
    const hostile = search(['q', `a\u001b]0;owned\u0007\r\nrm -rf ~\u202e'x`]);
    const command = asCurl(hostile, API);
    expect(command.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(sentBy(command)).toBe(written(hostile));
  });
});
