import { withdrawSignals } from '@heliograph/catalog';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import { Pool } from 'pg';
import { call, signalOf, startTestCompany } from './support/company';

const running = startBeforeAll(startTestCompany);
beforeAll(async () => {
  const inTwoSeconds = new Date(Date.now() + 2_000).toISOString();
  await running.importCorpus(
    [
      {
        slug: 'brindlewick',
        name: 'Brindlewick Robotics',
        domain: 'brindlewick.example',
        description: 'Maker of picking robots.',
        country: 'Germany',
        city: 'Köln',
        industries: ['Robotics', 'Manufacturing'],
        employeeCount: 500,
      },
      { slug: 'quorvane', name: 'Quorvane' },
      { slug: 'soon', name: 'Soon' },
      ...[0, 1, 49, 50, 100, 101, 501, 10_000_000, 10_000_001].map((employeeCount) => ({
        slug: `with-${employeeCount}`,
        name: `With ${employeeCount}`,
        employeeCount,
      })),
    ],
    [
      signalOf('brindlewick', '1', { activityDate: '2026-11-18' }),
      signalOf('brindlewick', '2', { activityDate: '2026-11-20' }),
      signalOf('brindlewick', '3', { activityDate: '2026-11-19' }),
      signalOf('brindlewick', '4', { activityDate: '2027-01-01', publishedAt: '2199-01-01T00:00:00.000Z' }),
      signalOf('quorvane', '5', { publishedAt: '2199-01-01T00:00:00.000Z' }),
      signalOf('soon', '6', { activityDate: '2026-11-21', publishedAt: inTwoSeconds }),
    ],
  );
});

const get = (slug: string) => running.gateway.getCompany({ slug }, call);

it('returns all known fields', async () => {
  expect(await get('brindlewick')).toEqual({
    slug: 'brindlewick',
    name: 'Brindlewick Robotics',
    domain: 'brindlewick.example',
    description: 'Maker of picking robots.',
    country: 'Germany',
    city: 'Köln',
    industries: ['Robotics', 'Manufacturing'],
    employeeCount: 500n,
    size: '101-500',
    signalCount: 3n,
    latestActivityDate: '2026-11-20',
  });
});

it('omits unknown fields and counts only published signals', async () => {
  expect(await get('quorvane')).toEqual({
    slug: 'quorvane',
    name: 'Quorvane',
    industries: [],
    signalCount: 0n,
  });
});

it.each([
  [0, undefined],
  [1, '1-49'],
  [49, '1-49'],
  [50, '50-100'],
  [100, '50-100'],
  [101, '101-500'],
  [501, '501-10000000'],
  [10_000_000, '501-10000000'],
  [10_000_001, undefined],
])('classifies %i employees as size %s', async (employeeCount, size) => {
  expect((await get(`with-${employeeCount}`)).size).toBe(size);
});

it('counts a scheduled signal once it is published', async () => {
  const found = await waitFor(async () => {
    const response = await get('soon');
    return response.signalCount > 0n && response;
  });
  expect(found).toMatchObject({ signalCount: 1n, latestActivityDate: '2026-11-21' });
});

it('does not count withdrawn signals', async () => {
  const pool = new Pool({ connectionString: running.database.connectionString('catalog') });
  await withdrawSignals(pool, ['2']);
  await pool.end();
  expect(await get('brindlewick')).toMatchObject({ signalCount: 2n, latestActivityDate: '2026-11-19' });
});

it.each([
  'unheard-of',
  '',
  'Brindlewick',
  '../etc',
  'a\0b',
  "x'; DROP TABLE catalog.company; --",
  'a'.repeat(181),
])('does not find %j', async (slug) => {
  await expect(get(slug)).rejects.toMatchObject({
    code: 'not_found',
    publicText: 'There is no company with this slug.',
  });
});
