import { sampleCorpus } from '@heliograph/sample-corpus';
import { describeWith, mypyCache, PYTHON_SDK, pythonEnvironment, FakeProvider } from '@heliograph/testing';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { importCorpus } from './support/corpus';
import {
  compiled,
  guideExamples,
  moduleSource,
  pythonProgram,
  shellScript,
  type GuideExample,
} from './support/guide-examples';
import { run, System, type CommandResult } from './support/system';

jest.setTimeout(240_000);

const ROOT = resolve(__dirname, '../..');
/** Below the repository's node_modules, so that examples find the SDK as a user's program does. */
const scratch = join(ROOT, 'node_modules/.cache/heliograph', `guides-${process.pid}`);
const examples = guideExamples().filter(({ marks }) => !marks.includes('not-run'));
const written = (way: GuideExample['way']) => examples.filter((example) => example.way === way);
const fileOf = (example: GuideExample, index: number) => ({
  example,
  file: join(scratch, `example_${index}`),
});
const sdkExamples = written('sdk').map(fileOf);
const pythonExamples = written('python').map(fileOf);

let provider: FakeProvider;
let system: System;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  mkdirSync(scratch, { recursive: true });
  provider = await FakeProvider.start();
  system = await System.start({
    args: ['--empty'],
    environment: {
      ...provider.environment,
      REQUESTS_PER_MINUTE: '100000',
      SEARCHES_PER_MINUTE: '100000',
    },
  });
  const { companies, signals } = sampleCorpus(new Date());
  // All activities of some companies, because company-scoped groups need several activities of one company.
  const told = companies.filter(({ slug }, index) => index % 7 === 1 || slug === 'emberloom-finance');
  const slugs = new Set(told.map(({ slug }) => slug));
  await importCorpus(system, {
    companies,
    signals: signals.filter(({ companySlug }) => slugs.has(companySlug)),
  });
  await system.adminJson('embed');
  const scopes = 'signals:read,companies:read,searches:write';
  const { key, ids } = await system.newClient({ usd: 100, scopes });
  // For examples that list saved searches.
  const saved = await fetch(`${system.url}/api/v1/saved-searches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Robots', query: { q: 'robots' } }),
  });
  expect(saved.status).toBe(201);
  const test = await system.adminJson<{ key: string }>(
    ...(['key', 'create', '--account', ids.accountId, '--scopes', scopes, '--test'] as const),
  );
  environment = {
    PATH: process.env.PATH,
    NODE_OPTIONS: process.env.NODE_OPTIONS,
    // Reads and writes none of the developer's files.
    HOME: scratch,
    NO_COLOR: '1',
    SIGNALS_API_URL: system.url,
    SIGNALS_API_KEY: key,
    SIGNALS_TEST_KEY: test.key,
  };
});

afterAll(async () => {
  await system?.destroy();
  await provider?.close();
  rmSync(scratch, { recursive: true, force: true });
});

function expectOutcome({ marks }: GuideExample, { status, stdout, stderr }: CommandResult): void {
  const outcome = { hasFailed: status !== 0, stdout, stderr };
  expect(outcome).toMatchObject({ hasFailed: marks.includes('fails') });
}

it('finds examples of every way to call', () => {
  for (const way of ['curl', 'cli', 'sdk'] as const) expect(written(way).length).toBeGreaterThan(10);
});

it.each([...written('curl'), ...written('cli')].map((example) => [example.name, example] as const))(
  '%s does what it says',
  async (_name, example) => {
    const result = await run('bash', ['-c', shellScript(example)], environment, scratch);
    expectOutcome(example, result);
    if (example.marks.includes('fails') || example.code.includes(' > ')) return;
    // Empty output demonstrates nothing.
    expect(result.stdout.trim()).not.toBe('');
    expect(result.stdout).not.toContain('"items":[]');
  },
);

/** The examples in an OpenAPI document. */
interface Described {
  paths: Record<string, Record<'get' | 'post', OperationExamples | undefined>>;
}
interface OperationExamples {
  parameters: {
    name?: string;
    in?: string;
    example?: unknown;
    content?: Record<string, { example?: unknown }>;
  }[];
  'x-codeSamples': { label: string; source: string }[];
}

const documentAt = async (path: string) => (await (await fetch(`${system.url}${path}`)).json()) as Described;

function expectFound(response: string): void {
  const { data } = JSON.parse(response) as { data?: { items?: unknown[]; total?: number } };
  expect(data?.items?.length ?? data?.total ?? 1).toBeGreaterThan(0);
}

it.each(['/api/v1/openapi.json', '/api/cli/v1/openapi.json'])(
  '%s has commands that find something',
  async (path) => {
    const { paths } = await documentAt(path);
    const samples = Object.values(paths).flatMap(({ get }) => get?.['x-codeSamples'] ?? []);
    // The client API returns the same data to its own tokens, which users get by logging in. Excludes what only it has,
    // and statements (not JSON).
    const tried = samples.filter(
      ({ source }) =>
        !/\/(?:session|logs[^"]*|metadata|openapi\.json|statement[^"]*)"/.test(source) &&
        !source.includes('$ID'),
    );
    expect(tried.length).toBeGreaterThan(5);
    for (const { source } of tried) {
      const code = source
        .replaceAll('$ACCESS_TOKEN', '$SIGNALS_API_KEY')
        .replaceAll('/api/cli/v1', '/api/v1');
      const { status, stdout, stderr } = await run(
        'bash',
        ['-c', shellScript({ code })],
        environment,
        scratch,
      );
      expect({ source, status, stderr: status === 0 ? '' : stderr + stdout }).toEqual({
        source,
        status: 0,
        stderr: '',
      });
      expectFound(stdout);
    }
  },
);

it.each(['/api/v1/openapi.json', '/api/cli/v1/openapi.json'])(
  '%s has parameter examples that find something',
  async (path) => {
    const { paths } = await documentAt(path);
    let tried = 0;
    for (const { name = '', in: place, example, content } of paths['/signals']!.get!.parameters) {
      const json = content?.['application/json']?.example;
      if (place !== 'query' || (example ?? json) === undefined) continue;
      const value = json === undefined ? String(example) : JSON.stringify(json);
      // Facets only apply to counts.
      const others: Record<string, string> = name === 'facets' ? { countOnly: 'true' } : { limit: '1' };
      const query = new URLSearchParams({ ...others, [name]: value });
      const response = await fetch(`${system.url}/api/v1/signals?${query}`, {
        headers: { Authorization: `Bearer ${environment.SIGNALS_API_KEY}` },
      });
      const answer = await response.text();
      expect({ name, value, status: response.status }).toEqual({ name, value, status: 200 });
      // Its example is a fixed day, and the sample corpus moves with today.
      if (name === 'dateTo') continue;
      expect(`${name} ${answer}`).not.toContain('"items":[]');
      expectFound(answer);
      tried += 1;
    }
    expect(tried).toBeGreaterThan(25);
  },
);

it('the dashboard shows commands that find something', async () => {
  const page = readFileSync(join(ROOT, 'web/dashboard/src/pages/command-line/command-line-page.tsx'), 'utf8');
  const shown = /code: `(signals search [^`]+)`/.exec(page)?.[1];
  const commands = shown!.split('\\n');
  expect(commands).toHaveLength(2);
  for (const code of commands) {
    const { status, stdout } = await run('bash', ['-c', shellScript({ code })], environment, scratch);
    expect({ code, status, found: stdout.trim() !== '' }).toEqual({ code, status: 0, found: true });
  }
});

it("the SDK's examples pass a strict type check", async () => {
  for (const { example, file } of sdkExamples) writeFileSync(`${file}.mts`, moduleSource(example));
  const settings =
    '--ignoreConfig --noEmit --strict --target es2023 --module nodenext --skipLibCheck --types node';
  const { stdout } = await run(
    process.execPath,
    [
      join(ROOT, 'node_modules/typescript/bin/tsc'),
      ...settings.split(' '),
      ...sdkExamples.map(({ file }) => `${file}.mts`),
    ],
    environment,
    scratch,
  );
  expect(stdout).toBe('');
});

it.each(sdkExamples.map(({ example, file }) => [example.name, example, file] as const))(
  '%s runs',
  async (_name, example, file) => {
    writeFileSync(`${file}.mjs`, compiled(moduleSource(example)));
    expectOutcome(example, await run(process.execPath, [`${file}.mjs`], environment, scratch));
  },
);

describeWith('python', 'in Python', () => {
  let python: string;
  const withSdk = () => ({
    ...environment,
    PYTHONPATH: join(PYTHON_SDK, 'src'),
    PYTHONDONTWRITEBYTECODE: '1',
    MYPY_CACHE_DIR: mypyCache(python, 'guides'),
  });

  beforeAll(async () => {
    python = await pythonEnvironment();
    for (const { example, file } of pythonExamples) writeFileSync(`${file}.py`, pythonProgram(example));
  });

  it('the examples pass a strict type check', async () => {
    expect(pythonExamples.length).toBeGreaterThan(5);
    const files = pythonExamples.map(({ file }) => `${file}.py`);
    const { status, stdout } = await run(python, ['-m', 'mypy', '--strict', ...files], withSdk(), scratch);
    expect({ status, stdout }).toMatchObject({ status: 0 });
  });

  it.each(pythonExamples.map(({ example, file }) => [example.name, example, file] as const))(
    '%s runs',
    async (_name, example, file) => {
      const result = await run(python, [`${file}.py`], withSdk(), scratch);
      expectOutcome(example, result);
    },
  );
});

it.each([
  ['/docs', 'text/html'],
  ['/docs/quick-start', 'text/html'],
  ['/docs/quick-start.md', 'text/markdown'],
  ['/docs/sdk-reference.md', 'text/markdown'],
  ['/docs/openapi.json', 'application/json'],
  ['/llms.txt', 'text/plain'],
])('serves %s publicly, under a strict policy', async (path, type) => {
  const { status, headers } = await fetch(`${system.dashboardUrl}${path}`, { redirect: 'manual' });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain(type);
  expect(headers.get('content-security-policy')).toMatch(
    /default-src 'none'; script-src 'self'; style-src 'self'/,
  );
});
