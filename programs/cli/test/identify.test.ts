import { waitFor } from '@heliograph/testing';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { userForEach } from './support/program';

const { server, user } = userForEach({ isLoggedIn: true });

const inFile = (name: string, text: string) => {
  const file = join(user.home, name);
  writeFileSync(file, text);
  return file;
};

it('prints suggestions', async () => {
  const { stdout } = await user.runHere(['suggest', 'company', 'Acme', 'rob']);
  expect(stdout).toBe('acme-robotics\tAcme Robotics\t10\n');
  expect(server.seenOf('/suggest')[0]!.query.toString()).toBe('kind=company&prefix=Acme+rob&limit=10');
  expect(await user.runHere(['suggest', 'planet', 'm'])).toMatchObject({ status: 2, stdout: '' });
  expect(await user.runHere(['suggest', 'city', 'p', '--limit', '21'])).toMatchObject({ status: 2 });
});

it('reads a pipe once, even on a terminal', async () => {
  const { status, screen } = await user.startInShell(
    'mkfifo names; (echo acme.example > names &); signals identify --file names > slugs.csv',
  ).ended;
  expect([status, screen]).toEqual([0, expect.stringContaining('1 of 1 lines')]);
  expect(readFileSync(join(user.home, 'slugs.csv'), 'utf8')).toContain('acme-robotics');
});

it('identifies a company by a domain or by a name', async () => {
  const { stdout } = await user.runHere(['identify', '--domain', 'acme.example', '--json']);
  expect(JSON.parse(stdout)).toEqual({
    items: [
      { slug: 'acme-robotics', name: 'Acme Robotics, Inc.', domain: 'acme.example', matchedBy: 'domain' },
    ],
  });
  expect((await user.runHere(['identify', 'acme.example', '--fields', 'slug'])).stdout).toBe(
    'acme-robotics\n',
  );
  expect((await user.runHere(['identify', 'Acme Robotics', '--fields', 'slug'])).stdout).toBe(
    'acme-robotics\n',
  );
  const byName = await user.runHere(['identify', '--name', 'Acme Robotics', '--fields', 'slug']);
  expect(byName.stdout).toBe('acme-robotics\n');
  expect(await user.runHere(['identify', '--name', 'Nobody'])).toMatchObject({ status: 0, stdout: '' });
});

it.each([
  [[]],
  [['--domain', 'a.example', '--name', 'A']],
  [['--domain', 'a.example', '--file', 'x.csv']],
  [['--file', '/nowhere/x.csv']],
  [['acme.example', '--file', 'x.csv']],
  [['acme.example', '--name', 'A']],
  [['']],
])('refuses %j', async (flags) => {
  expect(await user.runHere(['identify', ...flags])).toMatchObject({ status: 2, stdout: '' });
  expect(server.seen).toEqual([]);
});

it('identifies each line in a file, in order, as CSV', async () => {
  const file = inFile(
    'list.csv',
    '\uFEFFacme.example\r\n\r\n"Acme Robotics"\nnobody.example\n"Nobody, ""Inc."""',
  );
  const { stdout, status } = await user.runHere(['identify', '--file', file]);
  expect(stdout.split('\n')).toEqual([
    'input,slug,name,matchedBy,found,error',
    'acme.example,acme-robotics,"Acme Robotics, Inc.",domain,1,',
    ',,,,0,',
    'Acme Robotics,acme-robotics,"Acme Robotics, Inc.",name_without_legal_form,1,',
    'nobody.example,,,,0,',
    '"Nobody, ""Inc.""",,,,0,',
    '',
  ]);
  expect(status).toBe(0);
  expect(server.seenOf('/identify').map(({ query }) => query.toString())).toEqual([
    'domain=acme.example',
    'name=Acme+Robotics',
    'domain=nobody.example',
    'name=Nobody%2C+%22Inc.%22',
  ]);
});

it.each(['Name;Domain', '"Id"\tname'])('refuses a file with another separator: %j', async (header) => {
  const outcome = await user.runHere([
    'identify',
    '--file',
    inFile('list.csv', `${header}\nAcme;acme.example\n`),
  ]);
  expect(outcome).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Save it as CSV with commas.') as string,
  });
  expect(server.seen).toEqual([]);
});

it('reads the columns named in a header, domain before name, and reports failed lookups', async () => {
  const file = inFile('list.csv', '\nId,Name,Domain\n1,Acme Robotics,nobody.example\n2,,two words\n3,,\n');
  const { stdout } = await user.runHere([
    'identify',
    '--file',
    file,
    '--jsonl',
    '--fields',
    'input,slug,found,error',
  ]);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { input: '', found: 0 },
    { input: 'nobody.example', slug: 'acme-robotics', found: 1 },
    { input: 'two words', found: 0, error: expect.stringContaining('domain must be a host') as string },
    { input: '', found: 0 },
  ]);
});

it('prints results before a failure, says how to continue, and continues there', async () => {
  const file = inFile(
    'list.txt',
    Array.from({ length: 30 }, (_, index) => `nobody-${index}.example`).join('\n'),
  );
  server.fail('/identify', ...Array.from({ length: 20 }, () => 'none' as const), {
    status: 403,
    body: { code: 'insufficient_scope', detail: 'The key lacks the scope.' },
  });
  const first = await user.runHere(['identify', '--file', file]);
  const done = first.stdout.trim().split('\n').slice(1);
  expect(first.status).toBe(3);
  expect(done.length).toBeGreaterThanOrEqual(12);
  expect(first.stderr).toContain(`To continue, add: --skip ${done.length}`);
  const second = await user.runHere(['identify', '--file', file, '--skip', String(done.length)]);
  // Appended to the first output, it makes one complete file.
  const rest = second.stdout.trim().split('\n');
  expect([...done, ...rest].map((line) => line.split(',')[0])).toEqual(
    readFileSync(file, 'utf8').split('\n'),
  );
});

it('ends at the first Ctrl-C while it waits for input, and says how to continue', async () => {
  const running = user.startOnTerminal(['identify', '--file', '-', '--jsonl', '--fields', 'input,found']);
  running.type(Array.from({ length: 12 }, (_, index) => `${index + 1}\r`).join(''));
  // Eight are looked up at once.
  await waitFor(() => running.screen().includes('{"input":"5","found":0}'));
  running.type('\u0003');
  const { status, screen } = await running.ended;
  expect([status, screen]).toEqual([130, expect.stringContaining('To continue, add: --skip 5')]);
  expect(screen).toContain('Interrupted.');
});

it('waits for the rate limit as told, and loses nothing', async () => {
  const file = inFile('list.txt', 'acme.example\n');
  server.fail('/identify', {
    status: 429,
    headers: { 'Retry-After': '1' },
    body: { code: 'rate_limited', detail: 'All requests of this minute are used.' },
  });
  const { stdout, stderr } = await user.runHere(['identify', '--file', file]);
  expect(stdout).toContain('acme-robotics');
  expect(stderr).toContain('retrying in 1 s');
});
