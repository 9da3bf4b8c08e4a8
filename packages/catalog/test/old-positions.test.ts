import { CorpusWriter, isTooFarBack, readChanges, pruneChanges, type ChangePosition } from '../src';
import { acme, numbered, signal } from './support/records';
import { startTestCatalog, type TestCatalog } from './support/test-catalog';

const VERSIONS = 14;
/** Age of the oldest version. */
const OLDEST_DAYS = 78;
const STEP_DAYS = 6;

let catalog: TestCatalog;
/** Age of each version, in days. */
let ages: ReadonlyMap<number, number>;
/** Positions before, in, and after each version. */
let positions: readonly ChangePosition[];
/** `version id` of each change. */
let written: readonly string[];

const read = async (after: ChangePosition) =>
  (await readChanges(catalog.pool, after, Number.MAX_SAFE_INTEGER, 1_000)).map(keyOf);
const keyOf = ({ version, id }: ChangePosition) => `${version} ${id}`;

beforeEach(async () => {
  catalog = await startTestCatalog();
  const writer = new CorpusWriter(catalog.connectionString);
  await writer.begin();
  await writer.writeCompanies(numbered([acme]));
  for (let round = 0; round < VERSIONS; round++) {
    // Every fifth version has no changes.
    if (round % 5 === 4) await writer.writeCompanies(numbered([{ slug: `new-${round}`, name: 'New' }]));
    else await writer.writeSignals(numbered(['1', '2', '3'].map((id) => signal(id, `Round ${round}`))));
  }
  await writer.close();
  const { rows } = await catalog.pool.query<{ version: string }>('SELECT version FROM catalog.state');
  const last = Number(rows[0]!.version);
  ages = new Map(
    Array.from({ length: VERSIONS }, (_, index) => [
      last - VERSIONS + 1 + index,
      OLDEST_DAYS - index * STEP_DAYS,
    ]),
  );
  for (const table of ['change', 'history']) {
    await catalog.pool.query(
      `UPDATE catalog.${table} AS aged SET at = now() - interval '1 day' * age.days
       FROM unnest($1::bigint[], $2::integer[]) AS age(version, days) WHERE aged.version = age.version`,
      [[...ages.keys()], [...ages.values()]],
    );
  }
  // As old as the version that follows.
  await catalog.pool.query(
    `UPDATE catalog.history SET at = now() - interval '${OLDEST_DAYS} days' WHERE version <= $1`,
    [last - VERSIONS],
  );
  positions = [...ages.keys(), last + 1].flatMap((version) => ['0', '1', '3'].map((id) => ({ version, id })));
  written = await read({ version: 0, id: '0' });
});
afterEach(() => catalog.stop());

/** The changes after a position, as they were written. */
const after = ({ version, id }: ChangePosition) =>
  written.filter((key) => {
    const [of, signalId] = key.split(' ').map(Number);
    return of! > version || (of === version && signalId! > Number(id));
  });

/** Age of the position's version, in days. */
const ageAfter = ({ version }: ChangePosition) => ages.get(version) ?? 0;

/**
 * Each position is either refused or yields everything after it. Positions with only recent changes after them are not
 * refused.
 */
async function requireNoGaps(recentDays: number): Promise<void> {
  let refused = 0;
  for (const position of positions) {
    const rows = await read(position);
    const tooFar = await isTooFarBack(catalog.pool, position);
    if (tooFar) refused += 1;
    else expect({ position, rows }).toEqual({ position, rows: after(position) });
    if (tooFar) expect({ position, days: ageAfter(position) > recentDays }).toEqual({ position, days: true });
  }
  expect(refused).toBeGreaterThan(0);
}

/** Prunes as the previous release did. */
async function pruneLikePreviousRelease(): Promise<void> {
  await catalog.pool.query(`DELETE FROM catalog.change WHERE at < now() - interval '31 days'`);
  await catalog.pool.query(
    `DELETE FROM catalog.history WHERE version < (
       SELECT max(version) FROM catalog.history WHERE at < now() - interval '31 days')`,
  );
}

test('a position is refused 61 days after the changes following it were committed, before they are removed', async () => {
  await requireNoGaps(61);
  // As if pruning died before it got to the history.
  await catalog.pool.query(`DELETE FROM catalog.change WHERE at < now() - interval '62 days'`);
  await requireNoGaps(61);
  await pruneChanges(catalog.pool);
  await requireNoGaps(61);
});

test('a position whose changes the previous release removed after 31 days is refused', async () => {
  await pruneLikePreviousRelease();
  await requireNoGaps(31);
});

test.each([
  [8, 'the previous release', pruneLikePreviousRelease, 31],
  [VERSIONS, 'the previous release', pruneLikePreviousRelease, 31],
  [8, 'this release', () => pruneChanges(catalog.pool), 61],
  [VERSIONS, 'this release', () => pruneChanges(catalog.pool), 61],
])('a history that begins with version %i does not hide what %s removed', async (count, _by, prune, days) => {
  await catalog.pool.query('DELETE FROM catalog.history WHERE version < $1', [[...ages.keys()][count - 1]]);
  await prune();
  await requireNoGaps(days);
});

test('positions in an empty catalog and at the start of the next version are not refused', async () => {
  const empty = await startTestCatalog();
  for (const version of [0, 1]) expect(await isTooFarBack(empty.pool, { version, id: '0' })).toBe(false);
  await empty.stop();
  await catalog.pool.query(`UPDATE catalog.change SET at = now() - interval '90 days'`);
  await catalog.pool.query(`UPDATE catalog.history SET at = now() - interval '90 days'`);
  await pruneChanges(catalog.pool);
  const last = Math.max(...ages.keys());
  const tooFar = (version: number) => isTooFarBack(catalog.pool, { version, id: '0' });
  expect([await tooFar(last), await tooFar(last + 1)]).toEqual([true, false]);
});
