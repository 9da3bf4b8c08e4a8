import { startBeforeAll } from '@heliograph/testing';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Heliograph, VERSION } from '../src/index.ts';
import { answer, ScriptedServer } from './support/scripted-server.ts';

const directory = join(__dirname, '..');

let client: Heliograph;

const server = startBeforeAll(() => ScriptedServer.start());
beforeAll(() => {
  client = new Heliograph({ baseUrl: server.url, apiKey: 'hg_live_key' });
});

it('caches its own copy of filter options', async () => {
  const options = { categories: [{ id: 'funding', label: 'Funding' }] };
  server.play(answer({ data: options }, { etag: '"one"' }), answer(undefined, {}, 304));
  const first = await client.filterOptions();
  first.options.categories.length = 0;
  expect((await client.filterOptions()).options).toEqual(options);
});

it('sends its name and version', async () => {
  const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(VERSION).toBe(version);
  server.play(answer());
  await client.usage();
  expect(server.seen[0]!.headers['user-agent']).toBe(`heliograph-sdk/${version}`);
});

it('and the Python SDK match the OpenAPI document; otherwise run npm run generate -w @heliograph/sdk', async () => {
  const { stderr } = await promisify(execFile)(
    process.execPath,
    [join(directory, 'scripts/generate.mjs'), '--check'],
    { cwd: directory },
  ).catch((error: { stderr: string }) => error);
  expect(stderr).toBe('');
});
