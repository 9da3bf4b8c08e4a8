import { MAXIMUM_IDENTIFIERS, writeIdentifiers } from '@heliograph/catalog';
import { company as proto } from '@heliograph/proto';
import { startBeforeEach } from '@heliograph/testing';
import { Pool } from 'pg';
import { call, signalOf, startTestCompany } from './support/company';

const running = startBeforeEach(startTestCompany);

const { UNSPECIFIED, IDENTIFIERS, VALUES } = proto.FilterLists;
const options = (knownVersion = '', lists = UNSPECIFIED) =>
  running.gateway.getFilterOptions({ knownVersion, lists }, call);

async function loads(): Promise<number> {
  const metric = await running.metrics.registry
    .getSingleMetric('heliograph_company_filter_option_loads_total')
    ?.get();
  return metric?.values[0]?.value ?? 0;
}

const signal = signalOf('brindlewick', '1', {
  hiring: {
    types: ['open-role'],
    functions: ['engineering'],
    seniorities: ['senior'],
    employmentTypes: ['full-time'],
    workArrangements: ['remote'],
  },
  funding: { stage: 'series-a' },
});
const company = { slug: 'brindlewick', name: 'Brindlewick', country: 'Germany', industries: ['Robotics'] };

it('lists what an import added, with labels derived from the identifiers', async () => {
  await running.importCorpus([company], [signal]);
  expect(await options()).toEqual({
    version: expect.stringMatching(/^[\w-]{22}$/) as unknown,
    categories: [{ id: 'funding', label: 'Funding' }],
    industries: [{ id: 'Robotics', label: 'Robotics' }],
    hiringTypes: [{ id: 'open-role', label: 'Open role' }],
    hiringFunctions: [{ id: 'engineering', label: 'Engineering' }],
    hiringSeniorities: [{ id: 'senior', label: 'Senior' }],
    hiringEmploymentTypes: [{ id: 'full-time', label: 'Full time' }],
    hiringWorkArrangements: [{ id: 'remote', label: 'Remote' }],
    fundingStages: [{ id: 'series-a', label: 'Series A' }],
    sizes: [
      { id: '1-49', label: '1 to 49 employees' },
      { id: '50-100', label: '50 to 100 employees' },
      { id: '101-500', label: '101 to 500 employees' },
      { id: '501-10000000', label: '501 or more employees' },
    ],
    countries: [{ id: 'Germany', label: 'Germany' }],
  });
});

it('returns only the version to a caller who has the current one', async () => {
  await running.importCorpus([company], [signal]);
  const { version } = await options();
  const unchanged = await options(version);
  expect(unchanged).toMatchObject({ version, categories: [], sizes: [], countries: [] });
  expect((await options('another')).categories).toHaveLength(1);
});

it('shows new identifiers and labels at once, under a new version', async () => {
  await running.importCorpus([company], [signal]);
  const before = await options();
  await running.importCorpus([company], [{ ...signal, id: '2', category: 'grant', country: 'France' }]);
  const after = await options(before.version);
  expect(after.version).not.toBe(before.version);
  expect(after.categories.map(({ id }) => id)).toEqual(['funding', 'grant']);
  expect(after.countries.map(({ id }) => id)).toEqual(['France', 'Germany']);

  const pool = new Pool({ connectionString: running.database.connectionString('catalog') });
  await writeIdentifiers(pool, [{ kind: 'category', id: 'grant', label: 'Award' }]);
  await pool.end();
  expect((await options(after.version)).categories[0]).toEqual({ id: 'grant', label: 'Award' });
});

it('reads the lists only after the catalog has changed, and keeps the version if the lists have not', async () => {
  await running.importCorpus([company], [signal]);
  const { version } = await options();
  const read = await loads();
  await Promise.all(Array.from({ length: 20 }, () => options()));
  expect(await loads()).toBe(read);

  await running.importCorpus([company], [{ ...signal, title: 'Another title' }]);
  await Promise.all(Array.from({ length: 20 }, () => options(version)));
  expect((await options(version)).categories).toEqual([]);
  // Reads each of the two parts once.
  expect(await loads()).toBe(read + 2);
});

it('returns validated lists separately from industries and countries, each with its own version', async () => {
  await running.importCorpus([company], [signal]);
  const [all, identifiers, values] = [
    await options(),
    await options('', IDENTIFIERS),
    await options('', VALUES),
  ];
  expect(identifiers).toEqual({
    ...all,
    version: identifiers.version,
    industries: [],
    countries: [],
    sizes: [],
  });
  expect(values).toMatchObject({ industries: all.industries, countries: all.countries, sizes: all.sizes });
  expect(values).toMatchObject({ categories: [], hiringTypes: [], fundingStages: [] });

  await running.importCorpus([company], [{ ...signal, id: '2', industries: ['Biotech'] }]);
  expect(await options(identifiers.version, IDENTIFIERS)).toMatchObject({
    version: identifiers.version,
    categories: [],
  });
  expect((await options(values.version, VALUES)).industries.map(({ id }) => id)).toEqual([
    'Biotech',
    'Robotics',
  ]);
});

describe('a corpus with more identifiers than fit into an answer, as imported by an earlier version', () => {
  const insert = async (kind: string, count: number, padding = 0) => {
    const pool = new Pool({ connectionString: running.database.connectionString('catalog') });
    await pool.query(
      `INSERT INTO catalog.identifier (kind, id, label)
       SELECT $1, 'x' || n || repeat('𐍈', $3), 'x' || n || repeat('𐍈', $3) FROM generate_series(1, $2) AS n`,
      [kind, count, padding],
    );
    await pool.query('UPDATE catalog.state SET version = version + 1');
    await pool.end();
  };
  const isTruncated = async (list: string) => {
    const metric = await running.metrics.registry
      .getSingleMetric('heliograph_company_filter_options_cut')
      ?.get();
    return metric?.values.find(({ labels }) => labels.list === list)?.value;
  };

  it('returns the most used ones and as many others as fit', async () => {
    await running.importCorpus([company], [{ ...signal, industries: ['Zoology'] }]);
    await insert('industry', 100_000);
    const { industries } = await options('', VALUES);
    expect(industries).toHaveLength(100_000);
    expect(industries.at(-1)).toEqual({ id: 'Zoology', label: 'Zoology' });
    expect([await isTruncated('industry'), await isTruncated('country')]).toEqual([1, 0]);
  });

  it('returns lists of the longest values, and searches are still validated', async () => {
    await running.importCorpus([company], [signal]);
    for (const kind of ['industry', 'country']) await insert(kind, 20_000, 170);
    for (const kind of ['category', 'hiring_type', 'hiring_function', 'funding_stage'])
      await insert(kind, MAXIMUM_IDENTIFIERS + 1, 170);
    const values = await options('', VALUES);
    expect(values.industries.length).toBeGreaterThan(4_000);
    expect(values.countries.length).toBeGreaterThan(4_000);
    const { categories } = await options('', IDENTIFIERS);
    expect(categories).toContainEqual({ id: 'funding', label: 'Funding' });
  });
});

it('reads the lists again from a database that was rewound and has assigned the version again', async () => {
  await running.importCorpus([company], [signal]);
  await options();
  const pool = new Pool({ connectionString: running.database.adminConnectionString });
  await pool.query('UPDATE catalog.state SET version = version - 1');
  await pool.query(`UPDATE catalog.identifier SET id = 'Drones', label = 'Drones' WHERE id = 'Robotics'`);
  await pool.query('UPDATE catalog.state SET version = version + 1');
  await pool.end();
  expect((await options()).industries).toEqual([{ id: 'Drones', label: 'Drones' }]);
});
