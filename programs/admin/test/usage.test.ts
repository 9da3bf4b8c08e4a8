import { PassThrough } from 'node:stream';
import { ProgressBar } from '../src/terminal/import-progress';
import { startCatalogDatabase } from './support/catalog-database';
import { runHere } from './support/in-process';
import { runProgram } from './support/program';

/** A fake terminal of this width that captures the lines drawn on it. */
function capture(columns: number) {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns });
  /** What was written, which Node.js 26 returns a chunk at a time. */
  const text = () => {
    const chunks: string[] = [];
    for (let chunk: unknown; (chunk = stream.read()) !== null;) chunks.push(String(chunk));
    return chunks.join('');
  };
  const lines = () =>
    text()
      // Cursor movements and erasures start a new line.
      // eslint-disable-next-line no-control-regex -- what terminals are told
      .split(/(?:\u001b\[[\d;?]*[A-Za-z]|[\r\n])+/)
      .filter((line) => line !== '');
  return { stream, lines };
}

const commands = [
  'import',
  'withdraw',
  'filter-options',
  'filter-options prune',
  'account create',
  'account show',
  'account disable',
  'account suspend',
  'account enable',
  'key create',
  'key list',
  'key revoke',
  'credit add',
  'entry list',
  'entry reverse',
  'subscription start',
  'usage',
  'reconcile',
  'dead-letters list',
  'dead-letters retry',
  'migrate',
  'status',
  'smoke-test',
  'kubernetes-secret',
];

describe('--help', () => {
  test.each(commands)('of %s describes it, with an example', async (command) => {
    const { status, stdout, stderr } = await runHere([...command.split(' '), '--help']);
    expect(status).toBe(0);
    expect(stdout).toContain(`Usage: heliograph-admin ${command}`);
    expect(stdout).toContain('--json');
    expect(stdout).toContain(`Example:\n  heliograph-admin ${command}`);
    expect(stderr).toBe('');
  });

  test('lists every command, as a process, without colors', async () => {
    const outcome = await runProgram(['--help']);
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    for (const command of commands) expect(outcome.stdout).toContain(`  ${command.split(' ')[0]}`);
    expect(outcome.stdout).not.toContain('\u001b');
  });
});

describe('invalid usage: exit status 2, one line, nothing on standard output', () => {
  test.each([
    [['bogus'], /unknown command 'bogus'/],
    [['catalogue'], /unknown command 'catalogue'/],
    [['import', '--catalogue', 'x'], /unknown option '--catalogue'/],
    [['filter-options', 'bogus'], /too many arguments/],
    [['import', '--bogus'], /unknown option '--bogus'/],
    [['import'], /nothing to import: use --companies FILE/],
    [['withdraw'], /required option '--ids <list>' not specified/],
    [['account', 'show'], /missing required argument 'id'/],
    [['account', 'show', 'a', 'b'], /too many arguments/],
    [['account', 'create', '--email', 'a@b', '--plan', 'gold'], /Allowed choices are free, paid/],
    [['usage', '--account'], /argument missing/],
    [['smoke-test'], /give the root of the data API with --api-url/],
    [['smoke-test', '--api-url', 'api.example.com'], /must be a URL like/],
    [['smoke-test', '--api-url', 'https://user:pass@api.example.com'], /must be a URL like/],
    [['kubernetes-secret', '--name', 'My_Secret'], /--name "My_Secret" must have 1 to 63/],
    [['kubernetes-secret', '--namespace', '-a'], /--namespace "-a" must have 1 to 63/],
    [['reconcile', '--month', '2026-13'], /--month "2026-13" must be a month, written YYYY-MM/],
    [['reconcile', '--month', '9999-12'], /--month "9999-12" must not be in the future/],
    [['withdraw', '--ids', '1', '--ids', '2'], /option '--ids <list>' is given more than once/],
    [['import', '--no-wait', '--no-wait'], /option '--no-wait' is given more than once/],
    [['withdraw', '--ids', '01'], /not signal ids \(1 to 19 digits, no leading zero\): 01/],
    [['reconcile', '--wait', '601'], /--wait "601" must be a whole number from 0 to 600/],
    [['dead-letters', 'list', '--limit', '0'], /--limit "0" must be a whole number/],
    [['dead-letters', 'retry', '--limit', 'all'], /--limit "all" must be a whole number/],
  ])('%j', async (args, reason) => {
    const outcome = await runHere(args);
    expect(outcome).toMatchObject({ status: 2, stdout: '' });
    expect(outcome.stderr).toMatch(/^heliograph-admin: [^\n]+\n$/);
    expect(outcome.stderr).toMatch(reason);
  });

  test.each([[[]], [['account']]])('%j shows the help on standard error', async (args) => {
    const outcome = await runHere(args);
    expect(outcome).toMatchObject({ status: 2, stdout: '' });
    expect(outcome.stderr).toContain('Usage: heliograph-admin');
  });
});

test.each([
  ['account', 'show', 'x'],
  ['usage', '--account', 'x'],
  ['withdraw', '--ids', '1'],
  ['filter-options', '--json'],
  ['status', '--json'],
  ['reconcile', '--json'],
  ['dead-letters', 'list'],
])('without a system, %s %s says how to start one', async (...args) => {
  const outcome = await runHere(args);
  expect(outcome).toMatchObject({ status: 1, stdout: '' });
  expect(outcome.stderr).toMatch(
    /^heliograph-admin: no system is running at \/nonexistent\/heliograph: start it with "npm start", [^\n]+\n$/,
  );
});

test('an invalid command ends a process with exit status 2', async () => {
  expect(await runProgram(['bogus'])).toMatchObject({ status: 2, signal: null, stdout: '' });
});

describe('on a terminal', () => {
  test('an import draws its progress on standard error, and the result is on standard output', async () => {
    const database = await startCatalogDatabase();
    try {
      const file = await database.writeFile('companies.ndjson', [
        { slug: 'brindlewick', name: 'Brindlewick' },
      ]);
      const { status, stdout, stderr } = await runHere(
        ['import', '--companies', file, '--json'],
        database.variables,
        { isTerminal: true },
      );
      expect(status).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ companies: 1 });
      expect(stderr).toMatch(/companies .*100% \| 1 \| [\d,]+\/s \| \S+ left/);
    } finally {
      await database.stop();
    }
  });

  test('the bar fits 80 columns, even for a large corpus', () => {
    const { stream, lines } = capture(80);
    const bar = new ProgressBar(stream);
    bar.begin('companies', 1_000_000);
    bar.update(999_999, 123_456_789);
    bar.end();
    const last = lines().findLast((line) => line.startsWith('companies'))!;
    expect(last).toMatch(/^companies .*% \| [\d,]+ \| [\d,]+\/s \| \S+ left$/);
    expect(last.length).toBeLessThanOrEqual(80);
  });

  test('NO_COLOR turns emphasis off', async () => {
    const database = await startCatalogDatabase();
    try {
      const bold = await runHere(['filter-options'], database.variables, { isTerminal: true });
      expect(bold.stdout).toContain('\u001b[1m');
      const plain = await runHere(
        ['filter-options'],
        { ...database.variables, NO_COLOR: '1' },
        { isTerminal: true },
      );
      expect(plain.stdout).not.toContain('\u001b');
    } finally {
      await database.stop();
    }
  });
});
