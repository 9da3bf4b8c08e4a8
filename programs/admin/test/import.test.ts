import { sampleCorpus } from '@heliograph/sample-corpus';
import { startBeforeEach } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Pool } from 'pg';
import { startCatalogDatabase } from './support/catalog-database';
import { runHere } from './support/in-process';

const { companies, signals } = sampleCorpus('2026-11-21');
const company = { slug: 'brindlewick', name: 'Brindlewick Robotics', country: 'Germany' };
const signal = {
  id: '42',
  title: 'Brindlewick raises €18m',
  category: 'funding',
  companySlug: 'brindlewick',
  activityDate: '2026-11-20',
  publishedAt: '2026-11-20T09:30:00Z',
};

const database = startBeforeEach(startCatalogDatabase);

function importFiles(...args: string[]) {
  return runHere(['import', ...args], database.variables);
}

async function rejectsOf(
  path: string,
): Promise<{ line: number; reason: string; record?: unknown; text?: string }[]> {
  const text = await readFile(`${path}.rejects.ndjson`, 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { line: number; reason: string });
}

test('imports a corpus, compressed and not; a second import changes nothing', async () => {
  const companiesFile = await database.writeFile('companies.ndjson', companies);
  const signalsFile = join(database.directory, 'signals.ndjson.gz');
  await writeFile(signalsFile, gzipSync(signals.map((record) => JSON.stringify(record)).join('\r\n')));
  const first = await importFiles('--companies', companiesFile, '--signals', signalsFile, '--json');
  expect(first).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(first.stdout)).toEqual({
    companies: 600,
    signals: 5000,
    rejected: 0,
    seconds: expect.any(Number) as unknown,
  });
  expect(await database.column('SELECT count(*) FROM catalog.company')).toEqual(['600']);
  expect(await database.column('SELECT count(*) FROM catalog.signal_document')).toEqual(['5000']);

  const version = await database.column('SELECT max(version) FROM catalog.signal_document');
  const second = await importFiles('--companies', companiesFile, '--signals', signalsFile);
  expect(second).toMatchObject({ status: 0, stderr: '' });
  // The last part appears only if searches took at least a tenth of a second.
  expect(second.stdout).toMatch(
    /^Imported 600 companies, 5,000 signals in [\d.]+ s \([\d,]+ companies\/s, [\d,]+ signals\/s, statistics [\d.]+ s(?:, searches [\d.]+ s)?\)\.\n$/,
  );
  expect(await database.column('SELECT max(version) FROM catalog.signal_document')).toEqual(version);
});

test('signals of companies from an earlier import, and new values for old records', async () => {
  const companiesFile = await database.writeFile('companies.ndjson', [company]);
  const signalsFile = await database.writeFile('signals.ndjson', [signal]);
  await importFiles('--companies', companiesFile);
  expect(await importFiles('--signals', signalsFile)).toMatchObject({ status: 0 });

  await database.writeFile('companies.ndjson', [{ ...company, name: 'Brindlewick SE' }]);
  await database.writeFile('signals.ndjson', [{ ...signal, title: 'Brindlewick raises €20m' }]);
  expect(await importFiles('--companies', companiesFile, '--signals', signalsFile)).toMatchObject({
    status: 0,
  });
  const [document = ''] = await database.column('SELECT document FROM catalog.signal_document');
  expect(JSON.parse(document)).toMatchObject({
    title: 'Brindlewick raises €20m',
    country: 'Germany',
    company: { slug: 'brindlewick', name: 'Brindlewick SE' },
  });
});

test('the last of several records with the same slug or id wins', async () => {
  const companiesFile = await database.writeFile('companies.ndjson', [company, { ...company, name: 'Last' }]);
  const signalsFile = await database.writeFile('signals.ndjson', [signal, { ...signal, title: 'Last' }]);
  expect(await importFiles('--companies', companiesFile, '--signals', signalsFile)).toMatchObject({
    status: 0,
  });
  expect(await database.column('SELECT name FROM catalog.company')).toEqual(['Last']);
  expect(await database.column(`SELECT document::json ->> 'title' FROM catalog.signal_document`)).toEqual([
    'Last',
  ]);
});

test('a bad line neither removes an earlier one with the same id, nor counts', async () => {
  const companiesFile = await database.writeFile('companies.ndjson', [company]);
  const signalsFile = await database.writeFile('signals.ndjson', [
    signal,
    { ...signal, title: 'Bad', companySlug: 'unheard-of' },
  ]);
  const outcome = await importFiles('--companies', companiesFile, '--signals', signalsFile, '--json');
  expect(outcome.status).toBe(2);
  expect(JSON.parse(outcome.stdout)).toMatchObject({ companies: 1, signals: 1, rejected: 1 });
  expect(await database.column(`SELECT document::json ->> 'title' FROM catalog.signal_document`)).toEqual([
    signal.title,
  ]);
  expect(await rejectsOf(signalsFile)).toMatchObject([{ line: 2 }]);
});

test('bad lines go to the rejects file, the rest is imported, and the exit status is 2', async () => {
  const companiesFile = await database.writeFile('companies.ndjson', [
    '',
    '{"slug": "UPPER", "name": "x"}',
    company,
  ]);
  const signalsFile = await database.writeFile('signals.ndjson', [
    signal,
    { ...signal, id: '43', companySlug: 'unheard-of' },
    '{"id": "44", "title"',
    { ...signal, id: '45', activityDate: '2026-02-30', category: 'a,b' },
    'x'.repeat(1024 * 1024 + 1),
    '{"id":"46","title":"a\\u0000b"}',
    { ...signal, id: '47' },
  ]);
  const outcome = await importFiles('--companies', companiesFile, '--signals', signalsFile, '--json');
  expect(outcome.status).toBe(2);
  expect(outcome.stderr).toBe(
    `heliograph-admin: 6 lines were rejected; see ${companiesFile}.rejects.ndjson and ${signalsFile}.rejects.ndjson\n`,
  );
  expect(JSON.parse(outcome.stdout)).toMatchObject({ companies: 1, signals: 2, rejected: 6 });
  expect(await database.column('SELECT id FROM catalog.signal ORDER BY id')).toEqual(['42', '47']);

  expect(await rejectsOf(companiesFile)).toEqual([
    {
      line: 2,
      reason: expect.stringContaining('slug "UPPER" must be') as unknown,
      record: { slug: 'UPPER', name: 'x' },
    },
  ]);
  const rejects = await rejectsOf(signalsFile);
  expect(rejects.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    '2 unknown company "unheard-of"',
    expect.stringMatching(/^3 the line is not JSON: /),
    '4 category "a,b" must not contain a comma; activityDate "2026-02-30" is not a calendar date, YYYY-MM-DD',
    '5 the line is longer than 1048576 bytes',
    expect.stringMatching(/^6 title contains a NUL character; category is required; /),
  ]);
  expect(rejects[0]?.record).toMatchObject({ id: '43', companySlug: 'unheard-of' });
  expect(rejects[1]?.text).toBe('{"id": "44", "title"');
});

test('files with the same name do not share a rejects file in --rejects-dir', async () => {
  await Promise.all(['a', 'b'].map((name) => mkdir(join(database.directory, name))));
  const companiesFile = await database.writeFile('a/data.ndjson', [company, { slug: 'Not valid' }]);
  const signalsFile = await database.writeFile('b/data.ndjson', [signal]);
  const { directory } = database;
  const outcome = await importFiles(
    ...['--companies', companiesFile, '--signals', signalsFile, '--rejects-dir', directory],
  );
  const path = join(directory, 'data.ndjson.companies');
  expect(outcome.status).toBe(2);
  expect(outcome.stderr).toContain(`see ${path}.rejects.ndjson`);
  expect(await rejectsOf(path)).toMatchObject([{ line: 2 }]);
});

test('the rejects file is removed once the lines are corrected', async () => {
  const path = await database.writeFile('companies.ndjson', [{ slug: 'brindlewick' }]);
  expect(await importFiles('--companies', path)).toMatchObject({ status: 2 });
  expect(existsSync(`${path}.rejects.ndjson`)).toBe(true);
  await database.writeFile('companies.ndjson', [company]);
  expect(await importFiles('--companies', path)).toMatchObject({ status: 0 });
  expect(existsSync(`${path}.rejects.ndjson`)).toBe(false);
});

test('nothing is written when one of the files is missing', async () => {
  const companiesFile = await database.writeFile('companies.ndjson', [company]);
  const outcome = await importFiles('--companies', companiesFile, '--signals', '/nonexistent/signals.ndjson');
  expect(outcome).toEqual({
    status: 1,
    stdout: '',
    stderr: 'heliograph-admin: cannot read /nonexistent/signals.ndjson: no such file\n',
  });
  expect(await database.column('SELECT count(*) FROM catalog.company')).toEqual(['0']);
});

test('a truncated file fails, but keeps what came before', async () => {
  const companiesFile = join(database.directory, 'companies.ndjson.gz');
  const whole = gzipSync(companies.map((record) => `${JSON.stringify(record)}\n`).join(''));
  await writeFile(companiesFile, whole.subarray(0, whole.length - 100));
  const outcome = await importFiles('--companies', companiesFile, '--json');
  expect(outcome).toMatchObject({ status: 1, stdout: '' });
  expect(outcome.stderr).toContain('it ends in the middle of its gzip data');
});

test('a file that cannot be read to the end still names the lines rejected until then', async () => {
  const path = join(database.directory, 'signals.ndjson.gz');
  const lines = Array.from(
    { length: 25_000 },
    (_, line) => `{"id": "${line + 1}", "x": "${randomUUID()}"}\n`,
  );
  const whole = gzipSync(lines.join(''));
  await writeFile(path, whole.subarray(0, whole.length - 100));
  const outcome = await importFiles('--signals', path);
  expect(outcome.status).toBe(1);
  expect(await rejectsOf(path)).toHaveLength(20_000);
  expect(outcome.stderr).toMatch(
    /^heliograph-admin: 20,000 lines were rejected; see .*\.rejects\.ndjson\n.*cannot read/,
  );
});

test('a file to import is never taken for the rejects of another', async () => {
  const companiesFile = await database.writeFile('companies.ndjson', [company]);
  const signalsFile = await database.writeFile('companies.ndjson.rejects.ndjson', [signal]);
  const outcome = await importFiles('--companies', companiesFile, '--signals', signalsFile);
  expect(outcome).toMatchObject({ status: 1, stdout: '' });
  expect(outcome.stderr).toContain(`${signalsFile} is where rejected lines go: rename it`);
  expect(await readFile(signalsFile, 'utf8')).toContain('raises');
  expect(await database.column('SELECT count(*) FROM catalog.company')).toEqual(['0']);
});

test('words as long as titles may be, in scripts that grow when normalized', async () => {
  const companiesFile = await database.writeFile('companies.ndjson', [
    { ...company, name: 'ж'.repeat(1000) },
  ]);
  const signalsFile = await database.writeFile('signals.ndjson', [
    { ...signal, id: '1', title: 'ж'.repeat(1000) },
    // A character that NFKD expands to eighteen.
    { ...signal, id: '2', title: '\ufdfa'.repeat(1000) },
    // As many words as letters.
    { ...signal, id: '3', title: '漢'.repeat(1000) },
    { ...signal, id: '9999999999999999999', title: '🏭'.repeat(1000) },
  ]);
  expect(await importFiles('--companies', companiesFile, '--signals', signalsFile)).toMatchObject({
    status: 0,
  });
  expect(await database.column('SELECT id FROM catalog.signal ORDER BY id')).toEqual([
    '1',
    '2',
    '3',
    '9999999999999999999',
  ]);
});

test('a file of filter options provides labels; missing ones are derived from the identifier', async () => {
  const filterOptions = await database.writeFile('filter-options.json', [
    {
      categories: [{ id: 'funding', label: 'Money raised' }],
      fundingStages: [{ id: 'seed', label: 'Seed round' }],
    },
  ]);
  const companiesFile = await database.writeFile('companies.ndjson', [company]);
  const signalsFile = await database.writeFile('signals.ndjson', [
    signal,
    { ...signal, id: '43', category: 'product-launch' },
  ]);
  const outcome = await importFiles(
    '--companies',
    companiesFile,
    '--signals',
    signalsFile,
    '--filter-options',
    filterOptions,
  );
  expect(outcome).toMatchObject({ status: 0, stderr: '' });
  const listed = await runHere(['filter-options', '--json'], database.variables);
  expect(listed.stderr).toBe('');
  expect(JSON.parse(listed.stdout)).toMatchObject({
    categories: [
      { id: 'funding', label: 'Money raised' },
      { id: 'product-launch', label: 'Product launch' },
    ],
    fundingStages: [{ id: 'seed', label: 'Seed round' }],
    countries: [{ id: 'Germany', label: 'Germany' }],
    sizes: [
      { id: '1-49', label: '1-49' },
      { id: '50-100', label: '50-100' },
      { id: '101-500', label: '101-500' },
      { id: '501-10000000', label: '501-10000000' },
    ],
  });

  // The output can be imported again.
  const compressed = join(database.directory, 'compressed.json.gz');
  await writeFile(compressed, gzipSync(listed.stdout));
  expect(await importFiles('--filter-options', compressed)).toMatchObject({ status: 0, stderr: '' });
  const again = join(database.directory, 'again.json');
  await writeFile(again, `\uFEFF${listed.stdout.replace('Money raised', 'Funding rounds')}`);
  expect(await importFiles('--filter-options', again)).toMatchObject({ status: 0 });
  const text = await runHere(['filter-options'], database.variables);
  expect(text.stdout).toContain(
    'categories (2)\n  funding  (Funding rounds)\n  product-launch  (Product launch)\n',
  );
});

test('invalid filter options change nothing', async () => {
  const filterOptions = await database.writeFile('filter-options.json', [
    { categories: [{ id: 'funding' }] },
  ]);
  const outcome = await importFiles('--filter-options', filterOptions);
  expect(outcome.status).toBe(1);
  expect(outcome.stderr).toContain('filter-options.json: categories[0].label is required');
  expect(await database.column('SELECT count(*) FROM catalog.identifier')).toEqual(['0']);
});

test('invalid identifiers and lists are rejected with the reason, and control characters are never printed', async () => {
  const companiesFile = await database.writeFile('companies.ndjson', [
    company,
    { slug: 'wide', name: 'Wide', industries: Array.from({ length: 51 }, (_, index) => `industry ${index}`) },
    { slug: 'sly', name: 'e\u202evil' },
  ]);
  const signalsFile = await database.writeFile('signals.ndjson', [
    { ...signal, id: '1', title: 'Red \u001b[31malert\u001b[0m, now' },
    { ...signal, id: '2', category: 'ev\u001b[31mil' },
    { ...signal, id: '3', funding: { stage: 'e\u202evil' } },
  ]);
  const outcome = await importFiles('--companies', companiesFile, '--signals', signalsFile);
  expect(outcome.status).toBe(2);
  const reasons = async (file: string) =>
    (await readFile(`${file}.rejects.ndjson`, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { reason: string }).reason);
  expect(await reasons(companiesFile)).toEqual([
    'industries has 51 items, more than 50',
    'name "e\\u202evil" contains the control character U+202E',
  ]);
  expect(await reasons(signalsFile)).toEqual([
    'category "ev\\u001b[31mil" contains the control character U+001B',
    'funding.stage "e\\u202evil" contains the control character U+202E',
  ]);
  expect(await database.column(`SELECT document::json ->> 'title' FROM catalog.signal_document`)).toEqual([
    'Red  [31malert [0m, now',
  ]);
});

test('filter-options prints values from an earlier version without control characters', async () => {
  const pool = new Pool({ connectionString: database.variables.DATABASE_URL });
  try {
    await pool.query(
      `ALTER TABLE catalog.identifier DROP CONSTRAINT identifier_bounded;
       INSERT INTO catalog.identifier (kind, id, label) VALUES ('category', E'ev\\u001B[31mil\\u202E', 'x')`,
    );
  } finally {
    await pool.end();
  }
  const { stdout } = await runHere(['filter-options'], database.variables);
  expect(stdout).toContain('categories (1)\n  ev\ufffd[31mil  (x)\n');
  expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  const document = await runHere(['filter-options', '--json'], database.variables);
  expect(document.stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  expect(JSON.parse(document.stdout)).toMatchObject({
    categories: [{ id: 'ev\u001b[31mil\u202e', label: 'x' }],
  });
});

test('filter-options prune removes unused values on request', async () => {
  const companiesFile = await database.writeFile('companies.ndjson', [company]);
  const signalsFile = await database.writeFile('signals.ndjson', [
    signal,
    { ...signal, id: '43', category: 'gone', industries: ['Ended'] },
  ]);
  await importFiles('--companies', companiesFile, '--signals', signalsFile);
  await runHere(['withdraw', '--ids', '43'], database.variables);
  const categories = () => database.column(`SELECT id FROM catalog.identifier WHERE kind = 'category'`);

  const looked = await runHere(['filter-options', 'prune'], database.variables);
  expect(looked).toMatchObject({ status: 0, stderr: '' });
  expect(looked.stdout).toBe(
    'categories (1)\n  gone\n\nindustries (1)\n  Ended\n\n' +
      'No signal uses 2 identifiers. Run the command with --yes to drop them.\n',
  );
  expect(await categories()).toContain('gone');

  const pruned = await runHere(['filter-options', 'prune', '--yes', '--json'], database.variables);
  expect(pruned).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(pruned.stdout)).toEqual({
    unused: 2,
    removed: 2,
    lists: { categories: 1, industries: 1 },
  });
  expect(await categories()).toEqual(['funding']);
  const again = await runHere(['filter-options', 'prune', '--yes'], database.variables);
  expect(again.stdout).toBe('Every identifier is in use.\n');
});
