import { describeWith, mypyCache, PYTHON_SDK, pythonEnvironment, startBeforeAll } from '@heliograph/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedCorpus } from './support/fixture';
import { ForwardingServer } from './support/forwarding-server';
import { run } from './support/running-system';
import { sharedSystem } from './support/shared-system';

jest.setTimeout(300_000);

const ALL = sharedCorpus.signals.filter(({ publishedAt }) => Date.parse(publishedAt) <= Date.now()).length;

describeWith('python', 'the Python SDK', () => {
  let python: string;
  let scratch: string;
  let environment: NodeJS.ProcessEnv;

  beforeAll(async () => {
    python = await pythonEnvironment();
    scratch = mkdtempSync(join(tmpdir(), 'heliograph-python-'));
    environment = {
      PATH: process.env.PATH,
      HOME: scratch,
      LANG: 'C.UTF-8',
      // Keeps the checkout clean.
      PYTHONDONTWRITEBYTECODE: '1',
      MYPY_CACHE_DIR: mypyCache(python, 'sdk'),
      RUFF_NO_CACHE: 'true',
    };
  });

  afterAll(() => {
    if (scratch) rmSync(scratch, { recursive: true, force: true });
  });

  async function succeeds(args: string[], more: NodeJS.ProcessEnv = {}, cwd = PYTHON_SDK): Promise<string> {
    const { status, stdout, stderr } = await run(python, args, { ...environment, ...more }, cwd);
    if (status !== 0) throw new Error(`python ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
    return stdout;
  }

  it('passes the scenarios shared by all SDKs', async () => {
    expect(await succeeds(['-m', 'pytest'])).toMatch(/\b\d{3} passed in /);
  });

  it('passes strict type checks and style checks', async () => {
    await succeeds(['-m', 'mypy', 'src', 'tests']);
    await succeeds(['-m', 'ruff', 'check']);
    await succeeds(['-m', 'ruff', 'format', '--check']);
  });

  describe('against a system', () => {
    const system = startBeforeAll(sharedSystem);
    const front = startBeforeAll(() => ForwardingServer.start(system.url));

    it('searches, pages, looks up, distinguishes errors, and is charged once', async () => {
      const [account, unlucky] = await Promise.all([
        system.newClient({ scopes: 'signals:read,companies:read,searches:write' }),
        system.newClient({ scopes: 'signals:read' }),
      ]);
      front.dropResponses(2);
      const printed = await succeeds(['-m', 'pytest', 'tests/against_gateway.py'], {
        SIGNALS_API_URL: system.url,
        SIGNALS_API_KEY: account.key,
        FRONT_URL: front.url,
        UNLUCKY_KEY: unlucky.key,
        ALL_SIGNALS: String(ALL),
      });
      expect(printed).toMatch(/\b\d+ passed in /);
      // A signal, a company, a signal of the company, five signals, all of them once, and one for its receipt.
      expect(await account.exactUsage()).toMatchObject({ records: 1 + 1 + 1 + 5 + ALL + 1 });
      expect(await unlucky.exactUsage()).toMatchObject({ records: 2, requests: 1 });
      expect(front.statuses.at(-1)).toBe(304);
    });

    it('is served as a typed package that pip installs', async () => {
      const packages = join(scratch, 'packages');
      const address = `${system.dashboardUrl}/downloads/sdk-python.tgz`;
      // Its dependencies are already installed; a user's pip would fetch them.
      await succeeds(
        [
          '-m',
          'pip',
          'install',
          '--quiet',
          '--no-deps',
          '--no-build-isolation',
          '--target',
          packages,
          address,
        ],
        {},
        scratch,
      );
      const { key } = await system.newClient();
      const program = [
        'import heliograph, importlib.metadata, importlib.resources as files',
        "assert importlib.metadata.version('heliograph') == heliograph.__version__",
        "assert files.files('heliograph').joinpath('py.typed').is_file()",
        "print(heliograph.__file__, *[s.id for s in heliograph.Heliograph().signals.iterate(q='robots', max_records=1)])",
      ].join('\n');
      const printed = await succeeds(
        ['-c', program],
        { PYTHONPATH: packages, SIGNALS_API_URL: system.url, SIGNALS_API_KEY: key },
        scratch,
      );
      expect(printed).toMatch(/packages\/heliograph\/__init__\.py \d+\n$/);
    });
  });
});
