import { spawnSync } from 'node:child_process';
import { asCurl } from './as-curl';
import { NO_FILTERS, writeFilters, type ActivityFilters } from './filters';

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

describe('a search as curl', () => {
  const filters: ActivityFilters = {
    ...NO_FILTERS,
    q: `robots "series a" -layoffs`,
    company: `L'Oréal $(touch /tmp/x) \`id\` !! \\`,
    locations: [{ kind: 'city', value: 'Paris', country: 'France' }],
    category: ['funding', 'hiring'],
  };

  it('is readable', () => {
    expect(asCurl({ ...NO_FILTERS, q: 'series a', days: '7' }, 'http://127.0.0.1:8080')).toBe(
      `curl -s -H "Authorization: Bearer $SIGNALS_API_KEY" -G http://127.0.0.1:8080/api/v1/signals \\\n` +
        `  --data-urlencode 'q=series a' \\\n  --data-urlencode days=7`,
    );
  });

  it('sends the same parameters, whatever they contain', () => {
    expect(sentBy(asCurl(filters, 'https://api.example'))).toBe(writeFilters(filters).toString());
  });

  it('contains nothing that a terminal interprets', () => {
    const hostile = { ...NO_FILTERS, q: `a\u001b]0;owned\u0007\r\nrm -rf ~\u202e'x` };
    const command = asCurl(hostile, 'https://api.example');
    expect(command.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(sentBy(command)).toBe(writeFilters(hostile).toString());
  });
});
