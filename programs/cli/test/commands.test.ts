import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '@heliograph/testing';
import { signalOf } from './support/interface-responses';
import { userForEach } from './support/program';

const { server, user } = userForEach({ isLoggedIn: true });

describe('company', () => {
  it('prints names and values on a terminal, and the document for programs', async () => {
    const table = await user.runHere(['company', 'acme-robotics', '--table']);
    expect(table.stdout).toContain('Name             Acme Robotics, Inc.\n');
    expect(table.stdout).toContain('Employees        1,200\n');
    expect(table.stdout).toContain('Builds robots\ufffd[2J for warehouses.');
    const csv = await user.runHere(['company', 'acme-robotics', '--csv', '--fields', 'slug,name']);
    expect(csv.stdout).toBe('slug,name\nacme-robotics,"Acme Robotics, Inc."\n');
    expect(server.seenOf('/companies/acme-robotics')[0]!.headers['idempotency-key']).toBeDefined();
  });

  it('reports a company that does not exist', async () => {
    expect(await user.runHere(['company', 'nobody'])).toMatchObject({ status: 1, stdout: '' });
  });
});

describe('options', () => {
  it('lists one list, filtered', async () => {
    const { stdout } = await user.runHere(['options', 'category', '--filter', 'FUND']);
    expect(stdout).toBe('categories\tfunding\tFunding\n');
  });

  it('lists all lists', async () => {
    const { stdout } = await user.runHere(['options', '--json']);
    const { items } = JSON.parse(stdout) as { items: { list: string }[] };
    expect(new Set(items.map(({ list }) => list)).size).toBe(10);
  });

  it('refuses an unknown list without a request', async () => {
    expect(await user.runHere(['options', 'colors'])).toMatchObject({ status: 2 });
    expect(server.seen).toEqual([]);
  });
});

describe('usage', () => {
  it('prints the month, its days, and what is left', async () => {
    const month = await user.runHere(['usage', '--table', '--month', '2026-10']);
    expect(month.stdout).toContain('Month                 2026-10 (UTC)\n');
    expect(month.stdout).toContain('490 of 500 records left  ← used by these requests');
    expect(server.seenOf('/usage')[0]!.query.get('month')).toBe('2026-10');
    const days = await user.runHere(['usage', '--days', '--csv']);
    expect(days.stdout).toBe('date,requests,records\n2026-11-01,2,10\n2026-11-02,5,200\n');
    const left = await user.runHere(['usage', '--tsv', '--fields', 'allowances.cli.remaining']);
    expect(left.stdout).toBe('allowances.cli.remaining\t490\n');
  });
});

const labelsOf = (table: string) =>
  table
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/)[0]);

it.each<Record<string, string>>([{}, { SIGNALS_API_KEY: 'hg_live_0123456789abcdefghijklmnopqrstuvABCDEF' }])(
  'whoami and usage give every row its own label, with %j',
  async (variables) => {
    for (const command of ['whoami', 'usage']) {
      const labels = labelsOf((await user.runHere([command, '--table'], variables)).stdout);
      expect(labels).toEqual([...new Set(labels)]);
      expect(labels).toEqual(expect.arrayContaining(['Command-line records', 'API records']));
    }
  },
);

describe('open', () => {
  it("prints the URL of a signal's or a company's page", async () => {
    expect((await user.runHere(['open', '2', '--print'])).stdout).toBe('https://news.example/2\n');
    expect((await user.runHere(['open', 'acme-robotics', '--print'])).stdout).toBe(
      `${server.url}/companies/acme-robotics\n`,
    );
    expect((await user.runHere(['open', '2', '--company', '--print'])).stdout).toBe(
      `${server.url}/companies/2\n`,
    );
  });

  it('opens it in the browser', async () => {
    const browser = user.browser();
    const outcome = await user.runHere(['open', 'acme-robotics'], browser.variables);
    expect(outcome).toMatchObject({
      status: 0,
      stdout: '',
      stderr: `Opening ${server.url}/companies/acme-robotics\n`,
    });
    await waitFor(() => existsSync(join(user.home, 'page.html')));
    expect(server.seenOf('/companies/acme-robotics')).toHaveLength(1);
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'smb://host/share', 'not a url'])(
    'does not open %s',
    async (activityUrl) => {
      server.signals = [{ ...signalOf(1), activityUrl }];
      const { status, stdout, stderr } = await user.runHere(['open', '1']);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain('Signal 1 has no page to open.');
    },
  );

  it('reports an unknown signal, and rejects anything but an id or a slug', async () => {
    expect((await user.runHere(['open', '99'])).status).toBe(1);
    expect((await user.runHere(['open', '../x'])).status).toBe(2);
  });
});

it('leaves it to the API to refuse an empty webhook', async () => {
  await user.runHere(['saved', 'create', '--name', 'Robots', '--webhook', '', 'robots']);
  expect(decodeURIComponent(String(server.seenOf('/saved-searches')[0]!.form))).toContain(
    '"webhook":{"url":""}',
  );
});

describe('search --web', () => {
  it('opens the same search in the dashboard without a request', async () => {
    const flags = ['--locations', 'country:Germany', '--category', 'funding,hiring', '--limit', '5'];
    const { status, stdout } = await user.runHere(['search', 'series a', 'c++', ...flags, '--web'], {
      CI: 'true',
    });
    expect(status).toBe(0);
    const url = new URL(stdout.trim());
    expect(url.origin + url.pathname).toBe(`${server.url}/activities`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      q: '"series a" c++',
      locations: '[{"kind":"country","value":"Germany"}]',
      category: 'funding,hiring',
    });
    expect(server.seenOf('/signals')).toHaveLength(0);
  });

  it('is refused with flags that fetch', async () => {
    expect((await user.runHere(['search', 'a', '--web', '--all'])).status).toBe(2);
  });
});

describe('api', () => {
  it('prints the response verbatim, with status and headers on request', async () => {
    const { stdout } = await user.runHere(['api', '/signals?limit=1', '-f', 'q=a=b', '-i']);
    expect(stdout).toMatch(/^HTTP 200 OK\n/);
    expect(stdout).toContain('x-records-consumed: 1\n');
    expect(JSON.parse(stdout.split('\n\n')[1]!)).toMatchObject({ data: { items: [{ id: '1' }] } });
    expect(Object.fromEntries(server.seen[0]!.query)).toEqual({ limit: '1', q: 'a=b' });
  });

  it('prints an error response, too, and exits with its status', async () => {
    const { status, stdout, stderr } = await user.runHere(['api', 'nothing']);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ code: 'not_found' });
    expect(stderr).toContain('There is nothing here.');
  });

  it.each([
    'https://evil.example/api/v1/signals',
    '//evil.example/x',
    '/../../x',
    '/%2e%2e/x',
    '/\\evil.example',
  ])('sends the credential nowhere else: %s', async (path) => {
    expect((await user.runHere(['api', path])).status).toBe(2);
    expect(server.seen).toEqual([]);
  });

  it('does not allow setting the credential', async () => {
    expect((await user.runHere(['api', 'usage', '-H', 'authorization: Bearer x'])).status).toBe(2);
  });
});

describe('config', () => {
  it('sets, prints, lists, and unsets', async () => {
    expect((await user.runHere(['config', 'set', 'format', 'csv'])).status).toBe(0);
    expect((await user.runHere(['config', 'get', 'format'])).stdout).toBe('csv\n');
    expect((await user.runHere(['usage', '--days'])).stdout).toMatch(/^date,requests,records\n/);
    expect((await user.runHere(['config', 'unset', 'format'])).status).toBe(0);
    expect((await user.runHere(['config', 'get', 'format'])).status).toBe(1);
    const { stdout } = await user.runHere(['config', 'list', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ name: 'credential-store', value: 'file' }),
      ]) as unknown,
    });
  });

  it('refuses invalid values, and fixes those edited by hand', async () => {
    expect((await user.runHere(['config', 'set', 'format', 'xml'])).status).toBe(2);
    expect((await user.runHere(['config', 'set', 'colour', 'x'])).status).toBe(2);
    const path = (await user.runHere(['config', 'path'])).stdout.trim();
    const written = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    expect(written).toEqual({ 'credential-store': 'file' });
    writeFileSync(path, '{"format":"xml","later":"kept"}');
    expect((await user.runHere(['count'])).status).toBe(2);
    expect((await user.runHere(['config', 'unset', 'format'])).status).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe('{\n  "later": "kept"\n}\n');
    expect((await user.runHere(['count'])).status).toBe(0);
  });
});

describe('help and usage errors', () => {
  it("shows examples in every command's help", async () => {
    const { stdout } = await user.runHere(['search', '--help']);
    expect(stdout).toContain('Examples:\n  signals search');
    expect(await user.runHere([])).toMatchObject({ status: 0 });
    expect((await user.runHere(['--version'])).stdout).toBe('0.3.0\n');
  });

  it.each([
    [['serch'], 'Did you mean search?'],
    [['serch', '--help'], "Unknown command 'serch'.\nDid you mean search?"],
    [['--quiet', 'serch', 'robots', '-h'], "Unknown command 'serch'.\nDid you mean search?"],
    [['help', 'serch'], "Unknown command 'serch'.\nDid you mean search?"],
    [['config', 'gett', '--help'], "Unknown command 'gett'.\nDid you mean get?"],
    [['filter-options'], "Unknown command 'filter-options'.\nDid you mean options?"],
    [['filter-options', '--help'], "Unknown command 'filter-options'.\nDid you mean options?"],
    [['nothing-like-it', '--help'], "Unknown command 'nothing-like-it'.\nFor usage, see --help."],
    [['search', '-layoffs'], 'To exclude a word: --exclude layoffs, or -- -layoffs'],
    [['search', '--limit', '99'], '--limit: "99" is not a whole number from 1 to 50.'],
    [['search', '--days', '8'], '--days: "8" is not one of 7, 30, 90.'],
    [['search', '--fields', 'titel'], 'there is no field "titel"'],
    [['search', '--json', '--csv'], '--json and --csv cannot be combined'],
    [['search', '--count', '--all'], '--count fetches nothing'],
    [['config'], 'No command was given.'],
    [['usage', '--month', '2026-13'], '--month: "2026-13" is not a month.'],
  ])('%j is invalid usage', async (args, message) => {
    const { status, stdout, stderr } = await user.runHere(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(server.seen).toEqual([]);
  });

  it.each([
    [['--help'], 'Usage: signals [options] [command]'],
    [['--json', '--help'], 'Usage: signals [options] [command]'],
    [['help'], 'Usage: signals [options] [command]'],
    [['help', 'search'], 'Usage: signals search'],
    [['search', 'robots', '--help'], 'Usage: signals search'],
    [['config', '--help'], 'Usage: signals config'],
    [['config', 'help', 'get'], 'Usage: signals config get'],
    [['config', 'get', 'format', '--help'], 'Usage: signals config get'],
    [['saved', 'help'], 'Usage: signals saved'],
  ])('%j prints help', async (args, usage) => {
    const { status, stdout } = await user.runHere(args);
    expect({ status, usage: stdout.slice(0, usage.length) }).toEqual({ status: 0, usage });
  });

  it('has its own exit status', async () => {
    process.exitCode = 1;
    const { status } = await user.runHere(['help']);
    process.exitCode = undefined;
    expect(status).toBe(0);
  });
});
