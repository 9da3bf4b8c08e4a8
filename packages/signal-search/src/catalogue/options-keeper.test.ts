import { company } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import { OptionsKeeper } from './options-keeper';

const call = { requestId: 'request-1' };

function setUp() {
  const state = {
    now: 0,
    version: '1',
    category: 'funding',
    knownVersions: [] as string[],
    isDown: false,
    /** Resolves each call by hand when set. */
    gate: undefined as Promise<void> | undefined,
  };
  const keeper = new OptionsKeeper(
    {
      getFilterOptions: async ({ knownVersion, lists }) => {
        expect(lists).toBe(company.FilterLists.IDENTIFIERS);
        state.knownVersions.push(knownVersion);
        const { version, category, isDown } = state;
        await state.gate;
        if (isDown) throw new ServiceError('unavailable', 'gone');
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
  return { keeper, state };
}

const has = ({ categories }: company.FilterOptions, id: string) =>
  categories.some((option) => option.id === id);

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('asks once and serves from memory while fresh', async () => {
  const { keeper, state } = setUp();
  expect(has(await keeper.current(call), 'funding')).toBe(true);
  state.now += 2_000;
  await keeper.current(call);
  await settle();
  expect(state.knownVersions).toEqual(['']);
});

it('refreshes in the background when older than 2 s, serving what it has meanwhile', async () => {
  const { keeper, state } = setUp();
  await keeper.current(call);
  state.version = '2';
  state.category = 'grant';
  state.now += 2_001;
  expect(has(await keeper.current(call), 'grant')).toBe(false);
  await settle();
  expect(has(await keeper.current(call), 'grant')).toBe(true);
  expect(state.knownVersions).toEqual(['', '1']);
});

it('keeps what it has when the version did not change', async () => {
  const { keeper, state } = setUp();
  const before = await keeper.current(call);
  state.now += 5_000;
  expect(await keeper.refreshed(call)).toBe(before);
});

it('answers a refresh with options that were asked for after it was wanted, sharing the call', async () => {
  const { keeper, state } = setUp();
  let open: () => void = () => undefined;
  state.gate = new Promise<void>((resolve) => (open = resolve));
  const first = keeper.refreshed(call);
  await settle();
  // The first call is under way and saw the old state; whoever comes now needs a later one.
  state.version = '2';
  state.category = 'grant';
  state.now += 1_000;
  const later = [keeper.refreshed(call), keeper.refreshed(call)];
  open();
  expect(has(await first, 'grant')).toBe(false);
  for (const snapshot of await Promise.all(later)) expect(has(snapshot, 'grant')).toBe(true);
  expect(state.knownVersions).toHaveLength(2);
});

it('keeps serving what it has while the company service is away, and recovers', async () => {
  const { keeper, state } = setUp();
  await keeper.current(call);
  state.isDown = true;
  state.now += 3_000;
  expect(has(await keeper.current(call), 'funding')).toBe(true);
  await settle();
  state.now += 1_000;
  await expect(keeper.refreshed(call)).rejects.toMatchObject({ code: 'unavailable' });
  expect(keeper.lastSeen).toBeDefined();
  state.isDown = false;
  state.version = '2';
  state.now += 1_000;
  expect((await keeper.refreshed(call)).version).toBe('2');
});

it('fails while nothing was ever seen', async () => {
  const { keeper, state } = setUp();
  state.isDown = true;
  await expect(Promise.resolve(keeper.current(call))).rejects.toMatchObject({ code: 'unavailable' });
  expect(keeper.lastSeen).toBeUndefined();
});

it('begins a refresh at once when the last one began 10 ms before', async () => {
  const { keeper, state } = setUp();
  await keeper.current(call);
  state.now += 10;
  const refreshed = keeper.refreshed(call);
  await settle();
  expect(state.knownVersions).toEqual(['', '1']);
  await refreshed;
});
