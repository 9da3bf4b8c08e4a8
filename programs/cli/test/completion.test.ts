import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requestLogExample } from '@heliograph/contract';
import { success } from './support/interface-responses';
import { InterfaceServer } from './support/interface-server';
import { User } from './support/program';

let server: InterfaceServer;
let user: User;

beforeEach(async () => {
  server = await InterfaceServer.start();
  user = new User(server);
  user.logIn();
});

afterEach(async () => {
  await server.stop();
  await user.remove();
});

const complete = async (...words: string[]) => {
  const { stdout } = await user.runHere(['__complete', '--', ...words]);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t')[0]!);
};

it('completes commands, flags, choices, and settings', async () => {
  expect(await complete('co')).toEqual(['count', 'company', 'config', 'completion']);
  expect(await complete('search', '--hiring-s')).toEqual(['--hiring-state', '--hiring-seniority']);
  expect(await complete('search', '--js')).toEqual(['--json', '--jsonl']);
  expect(await complete('search', '--size', '1')).toEqual(['1-49', '101-500']);
  expect(await complete('config', 'set', 'f')).toEqual(['format']);
  expect(await complete('config', 'set', 'color', '')).toEqual(['auto', 'always', 'never']);
  expect(await complete('search', '--', '--js')).toEqual([]);
  expect(await complete('')).not.toContain('__complete');
});

it('completes identifiers from cached filter options, without a request', async () => {
  expect(await complete('search', '--category', '')).toEqual([]);
  await user.runHere(['options']);
  const requests = server.seen.length;
  expect(await complete('search', '--category', 'f')).toEqual(['funding']);
  expect(await complete('search', '--category', 'funding,a')).toEqual(['funding,acquisition']);
  expect(await complete('search', '--hiring-function=e')).toEqual(['--hiring-function=engineering']);
  expect(await complete('search', '--country', 'G')).toEqual(['Germany']);
  expect(server.seen).toHaveLength(requests);
});

it("completes slugs and cities from the API's suggestions, caching them, and nothing when it fails", async () => {
  expect(await complete('search', '--company-slug', 'acm')).toEqual(['acme-robotics', 'acme']);
  expect(await complete('company', 'acm')).toEqual(['acme-robotics', 'acme']);
  expect(server.seenOf('/suggest')).toHaveLength(1);
  expect(await complete('search', '--companies=other,acme')).toEqual([
    '--companies=other,acme-robotics',
    '--companies=other,acme',
  ]);
  expect(await complete('search', '--locations', 'city:Par')).toEqual(['city:Paris']);
  const { stdout } = await user.runHere([
    ...['__complete', '--before', 'signals search --locations=city:', '--', 'Par'],
  ]);
  expect(stdout).toMatch(/^Paris\t/);
  expect(await complete('search', '--company-slug', '')).toEqual([]);
  server.fail('/suggest', 'drop');
  expect(await complete('search', '--company-slug', 'ac')).toEqual([]);
  expect(await complete('search', '--company-slug', 'ac')).toEqual(['acme-robotics', 'acme']);
});

it('completes keys and devices in the log by name, or by id if the name is ambiguous', async () => {
  const [item] = requestLogExample.data.items;
  const of = (credentialId: string, credentialName: string) => ({ ...item, credentialId, credentialName });
  const items = [
    of('key-1', 'production'),
    of('key-2', 'My laptop'),
    of('key-1', 'production'),
    of('key-3', 'twice'),
    of('key-4', 'twice'),
    of('01936f0e-3c5b', 'Device 01936f0e'),
  ];
  const page = success({ items, nextCursor: null, retentionDays: 30 });
  server.fail('/logs', page, page, 'drop');
  expect(await complete('logs', '--key', '')).toEqual([
    'production',
    'My laptop',
    'key-3',
    'key-4',
    '01936f0e-3c5b',
  ]);
  expect(await complete('logs', '--key=pro')).toEqual(['--key=production']);
  expect(await complete('logs', '--key', '')).toEqual([]);
});

it('works in bash', async () => {
  await user.runHere(['options']);
  const { stdout: script } = await user.runHere(['completion', 'bash']);
  const programs = join(user.home, 'bin');
  mkdirSync(programs);
  const register = join(__dirname, '../../../tools/testing/programs/register.cjs');
  const main = join(__dirname, '../src/main.ts');
  writeFileSync(
    join(programs, 'signals'),
    `#!/bin/sh\nexec ${process.execPath} --require ${register} ${main} "$@"\n`,
  );
  chmodSync(join(programs, 'signals'), 0o755);
  /** @param word what bash would replace. */
  const press = (line: string, word: string) => {
    const { stdout, stderr } = spawnSync(
      'bash',
      [
        '-c',
        `${script}\nCOMP_LINE="$1"; COMP_POINT=\${#1}; _heliograph_signals signals "$2"; printf '%s\\n' "\${COMPREPLY[@]}"`,
        'bash',
        line,
        word,
      ],
      { env: { ...user.environment, PATH: `${programs}:${process.env.PATH}` }, encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    return stdout.trimEnd().split('\n');
  };
  for (const [line, word, expected] of [
    ['signals search --cat', '--cat', '--category'],
    ['signals search --category a', 'a', 'acquisition'],
    ['signals search --category=a', 'a', 'acquisition'],
    ['signals search --country United\\ S', 'United\\ S', 'United\\ States'],
    [`signals search --country 'United S`, 'United S', 'United States'],
    [`signals search --country "Cote d'I`, `Cote d'I`, `Cote d'Ivoire`],
    [`signals search --country='Cote d`, 'Cote d', `Cote d'\\''Ivoire`],
  ] as const) {
    expect([line, press(line, word)]).toEqual([line, [expected]]);
  }
});

it("leaves bash-completion's own function for names of signals as it is", async () => {
  const { stdout: script } = await user.runHere(['completion', 'bash']);
  const { stdout } = spawnSync('bash', ['-c', `_signals() { echo theirs; }\n${script}\n_signals`], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('theirs\n');
});

it("does not take the name of zsh's own function for names of signals", async () => {
  const { stdout: script } = await user.runHere(['completion', 'zsh']);
  expect(script).toMatch(/^#compdef signals\n/);
  expect(script).not.toMatch(/(?<!\w)_signals\b/);
});

it.each([
  ['zsh', '-- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" '],
  ['fish', `string replace --regex -- '^[\\'"]' '' "$typed" | string unescape`],
])('completes a word behind an opening quote in %s', async (shell, withoutQuote) => {
  expect((await user.runHere(['completion', shell])).stdout).toContain(withoutQuote);
});

it('prints a script as JSON too', async () => {
  const { stdout: script } = await user.runHere(['completion', 'bash']);
  const { stdout } = await user.runHere(['completion', 'bash', '--json']);
  expect(JSON.parse(stdout)).toEqual({ shell: 'bash', script });
});

it.each(['zsh', 'fish'])('prints a script for %s that calls the program', async (shell) => {
  const { status, stdout } = await user.runHere(['completion', shell]);
  expect(status).toBe(0);
  expect(stdout).toContain('signals __complete -- ');
});
