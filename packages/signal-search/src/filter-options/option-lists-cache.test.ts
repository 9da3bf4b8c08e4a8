import { company } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import { OptionListsCache } from './option-lists-cache';

const call = { requestId: 'request-1' };

function setUp() {
  const state = {
    now: 0,
    version: '1',
    category: 'funding',
    knownVersions: [] as string[],
    isDown: false,
    /** While set, each call waits for it. */
    gate: undefined as Promise<void> | undefined,
  };
  const cache = new OptionListsCache(
    {
      getFilterOptions: async ({ knownVersion, lists }, { signal }) => {
        expect(lists).toBe(company.FilterLists.IDENTIFIERS);
        state.knownVersions.push(knownVersion);
        const { version, category, isDown } = state;
        await state.gate;
        if (isDown || signal?.aborted) throw new ServiceError('unavailable', 'gone');
        if (knownVersion === version) return company.FilterOptions.fromPartial({ version });
        return company.FilterOptions.fromPartial({
          version,
          categories: [{ id: category, label: category }],
        });
      },
    },
    company.FilterLists.IDENTIFIERS,
    () => state.now,
  );
  return { cache, state };
}

const has = ({ categories }: company.FilterOptions, id: string) =>
  categories.some((option) => option.id === id);

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('asks once and serves from memory while fresh', async () => {
  const { cache, state } = setUp();
  expect(has(await cache.current(call), 'funding')).toBe(true);
  state.now += 2_000;
  await cache.current(call);
  await settle();
  expect(state.knownVersions).toEqual(['']);
});

it('refreshes in the background when older than 2 s, serving the cached lists meanwhile', async () => {
  const { cache, state } = setUp();
  await cache.current(call);
  state.version = '2';
  state.category = 'grant';
  state.now += 2_001;
  expect(has(await cache.current(call), 'grant')).toBe(false);
  await settle();
  expect(has(await cache.current(call), 'grant')).toBe(true);
  expect(state.knownVersions).toEqual(['', '1']);
});

it('keeps the cached lists if the version did not change', async () => {
  const { cache, state } = setUp();
  const before = await cache.current(call);
  state.now += 5_000;
  expect(await cache.refreshed(call)).toBe(before);
});

it('answers a refresh with options requested after it started, sharing the call', async () => {
  const { cache, state } = setUp();
  let open: () => void = () => undefined;
  state.gate = new Promise<void>((resolve) => (open = resolve));
  const first = cache.refreshed(call);
  await settle();
  // The first call is in flight and saw the old state; later refreshes need a new call.
  state.version = '2';
  state.category = 'grant';
  state.now += 1_000;
  const later = [cache.refreshed(call), cache.refreshed(call)];
  open();
  expect(has(await first, 'grant')).toBe(false);
  for (const snapshot of await Promise.all(later)) expect(has(snapshot, 'grant')).toBe(true);
  expect(state.knownVersions).toHaveLength(2);
});

it('keeps serving the cached lists while the company service is down, and recovers', async () => {
  const { cache, state } = setUp();
  await cache.current(call);
  state.isDown = true;
  state.now += 3_000;
  expect(has(await cache.current(call), 'funding')).toBe(true);
  await settle();
  state.now += 1_000;
  await expect(cache.refreshed(call)).rejects.toMatchObject({ code: 'unavailable' });
  expect(cache.lastSeen).toBeDefined();
  state.isDown = false;
  state.version = '2';
  state.now += 1_000;
  expect((await cache.refreshed(call)).version).toBe('2');
});

it('fails while it has never loaded any', async () => {
  const { cache, state } = setUp();
  state.isDown = true;
  await expect(Promise.resolve(cache.current(call))).rejects.toMatchObject({ code: 'unavailable' });
  expect(cache.lastSeen).toBeUndefined();
});

it('starts a refresh at once if the last one started 10 ms ago', async () => {
  const { cache, state } = setUp();
  await cache.current(call);
  state.now += 10;
  const refreshed = cache.refreshed(call);
  await settle();
  expect(state.knownVersions).toEqual(['', '1']);
  await refreshed;
});

it('serves the others when the caller that started the call cancels', async () => {
  const { cache, state } = setUp();
  let open: () => void = () => undefined;
  state.gate = new Promise<void>((resolve) => (open = resolve));
  const client = new AbortController();
  const both = [cache.current({ ...call, signal: client.signal }), cache.current(call)];
  await settle();
  client.abort();
  open();
  for (const options of both) expect(has(await options, 'funding')).toBe(true);
});
