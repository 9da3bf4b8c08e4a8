import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run, type RunningSystem } from './support/running-system';
import { sharedSystem } from './support/shared-system';

jest.setTimeout(240_000);

const ROOT = resolve(__dirname, '../..');

let system: RunningSystem;
/** A machine that knows this system and a registry, but not this repository. */
let machine: string;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  machine = mkdtempSync(join(tmpdir(), 'heliograph-machine-'));
  system = await sharedSystem();
  const { key } = await system.newClient();
  environment = {
    ...process.env,
    // npm keeps its registry and its certificates; the client finds none of the developer's settings.
    XDG_CONFIG_HOME: machine,
    XDG_STATE_HOME: machine,
    XDG_CACHE_HOME: machine,
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    NO_COLOR: '1',
    SIGNALS_API_URL: system.url,
    SIGNALS_API_KEY: key,
  };
});

afterAll(async () => {
  rmSync(machine, { recursive: true, force: true });
});

async function succeeds(command: string, args: string[], directory = machine): Promise<string> {
  const { status, stdout, stderr } = await run(command, args, environment, directory);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}${stdout}`);
  return stdout;
}

it.each(['cli', 'sdk', 'sdk-python'])(
  'serves %s.tgz publicly and answers 304 when it is unchanged',
  async (name) => {
    const address = `${system.dashboardUrl}/downloads/${name}.tgz`;
    const { status, headers } = await fetch(address);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/gzip');
    const entityTag = headers.get('etag')!;
    expect(entityTag).toMatch(/^"[\w-]{20,}"$/);
    expect((await fetch(address, { headers: { 'if-none-match': entityTag } })).status).toBe(304);
  },
);

it('answers 404 for a download that does not exist', async () => {
  const response = await fetch(`${system.dashboardUrl}/downloads/nothing.tgz`);
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
});

it('installs the command-line client, which can search', async () => {
  const prefix = join(machine, 'prefix');
  await succeeds('npm', [
    'install',
    '--global',
    '--prefix',
    prefix,
    `${system.dashboardUrl}/downloads/cli.tgz`,
  ]);
  const program = join(prefix, 'bin/signals');
  const version = await succeeds(program, ['--version']);
  expect(version).toMatch(/^\d+\.\d+\.\d+\n$/);
  // The versions that the client compares itself with.
  const offered = (await (await fetch(`${system.dashboardUrl}/downloads/versions.json`)).json()) as object;
  expect(offered).toMatchObject({ cli: version.trim() });
  const found = JSON.parse(await succeeds(program, ['search', 'robots', '--json'])) as { items: unknown[] };
  expect(found.items.length).toBeGreaterThan(0);
});

it('installs the SDK, and programs that use it pass a strict type check and run', async () => {
  const project = mkdtempSync(join(machine, 'project-'));
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  writeFileSync(
    join(project, 'program.ts'),
    `import { Heliograph, type Signal } from '@heliograph/sdk';
const heliograph = new Heliograph();
const titles: string[] = [];
for await (const { title } of heliograph.signals.iterate({ q: 'robots' }, { maxRecords: 3 })) titles.push(title);
const first: Signal['title'] | undefined = titles[0];
console.log(first);
`,
  );
  await succeeds('npm', ['install', `${system.dashboardUrl}/downloads/sdk.tgz`], project);
  const settings = '--strict --target es2023 --module nodenext --lib es2023,dom';
  await succeeds(
    process.execPath,
    [join(ROOT, 'node_modules/typescript/bin/tsc'), ...settings.split(' '), 'program.ts'],
    project,
  );
  expect((await succeeds(process.execPath, ['program.js'], project)).toLowerCase()).toContain('robots');
});

it("inserts its own address into the documentation's install commands", async () => {
  for (const page of ['command-line', 'command-line.md', 'sdk', 'python', 'quick-start', 'llms-full.txt']) {
    const text = await (await fetch(`${system.dashboardUrl}/docs/${page}`)).text();
    expect(text).toContain(`${system.dashboardUrl}/downloads/`);
    expect(text).not.toContain('127.0.0.1:8081/downloads');
    expect(text).not.toContain('SIGNALS_API_URL=http://127.0.0.1:8080');
  }
});
