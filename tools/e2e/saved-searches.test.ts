import { Heliograph } from '@heliograph/sdk';
import { resolve } from 'node:path';
import { type ApiClient } from './support/api-client';
import { ROOT, run, type RunningSystem } from './support/running-system';
import { sharedSystem } from './support/shared-system';

let system: RunningSystem;
let client: ApiClient;

beforeAll(async () => {
  system = await sharedSystem();
  client = await system.newClient({ scopes: 'signals:read,companies:read,searches:write' });
});

const signals = (...args: string[]) =>
  run(process.execPath, [resolve(ROOT, 'programs/cli/bin/signals.js'), ...args], {
    ...process.env,
    SIGNALS_API_URL: system.url,
    SIGNALS_API_KEY: client.key,
  });

async function signalsJson<Result>(...args: string[]): Promise<Result> {
  const { status, stdout, stderr } = await signals(...args, '--json');
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout) as Result;
}

interface Saved {
  id: string;
  name: string;
  query: Record<string, string>;
  webhook?: { url: string; secret?: string };
  maxRecordsPerDay?: number;
}

it('can be managed with the SDK for free', async () => {
  const heliograph = new Heliograph({ baseUrl: system.url, apiKey: client.key });
  const { savedSearches } = heliograph;
  const { savedSearch, meta } = await savedSearches.create({
    name: 'Funding',
    query: {
      days: 30,
      fundingStage: ['series-a'],
      searchGroups: { op: 'or', groups: [{ scope: 'activity', match: 'and', terms: ['round'] }] },
    },
    maxRecordsPerDay: 50,
  });
  expect(meta.recordsConsumed).toBe(0);
  expect(savedSearch.query).toMatchObject({ days: '30', fundingStage: 'series-a' });
  const { id } = savedSearch;
  expect((await savedSearches.get(id)).savedSearch).toEqual(savedSearch);
  expect((await savedSearches.list()).items).toContainEqual(savedSearch);
  const changed = await savedSearches.update(id, { name: 'New', maxRecordsPerDay: null });
  expect(changed.savedSearch).toMatchObject({ name: 'New', query: savedSearch.query });
  expect(changed.savedSearch.maxRecordsPerDay).toBeUndefined();
  await expect(savedSearches.rotateSecret(id)).rejects.toMatchObject({ code: 'invalid_parameter' });
  await savedSearches.delete(id);
  await expect(savedSearches.get(id)).rejects.toMatchObject({ code: 'not_found', status: 404 });
});

it('can be managed from the command line with the flags of a search', async () => {
  const made = await signalsJson<Saved>(
    ...[
      'saved',
      'create',
      '--name',
      'Robots',
      '--max-records-per-day',
      '20',
      '--country',
      'Germany',
      'robots',
    ],
  );
  expect(made).toMatchObject({
    name: 'Robots',
    query: { q: 'robots', country: 'Germany' },
    maxRecordsPerDay: 20,
  });
  const listed = await signalsJson<{ items: Saved[] }>('saved', 'list');
  expect(listed.items).toContainEqual(made);
  const changed = await signalsJson<Saved>(
    'saved',
    'update',
    made.id,
    '--name',
    'New',
    '--no-max-records-per-day',
  );
  expect(changed).toMatchObject({ name: 'New', query: made.query });
  expect(changed.maxRecordsPerDay).toBeUndefined();
  expect(await signalsJson<Saved>('saved', 'show', made.id)).toEqual(changed);
  expect((await signals('saved', 'update', made.id)).status).toBe(2);
  expect((await signals('saved', 'delete', made.id)).status).toBe(0);
  expect((await signals('saved', 'show', made.id)).status).toBe(1);
});
