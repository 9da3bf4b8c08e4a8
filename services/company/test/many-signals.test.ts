import { withdrawSignals } from '@heliograph/catalog';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import { Pool } from 'pg';
import { createCompanyService } from '../src/service';
import { call, configFor, connect, signalOf, silentLogger, startTestCompany } from './support/company';

const SIGNALS = 1_000;
const giant = { slug: 'giant', name: 'Giant', domain: 'giant.example' };
const running = startBeforeAll(startTestCompany);
beforeAll(() =>
  running.importCorpus(
    [giant],
    Array.from({ length: SIGNALS }, (_, index) => signalOf('giant', String(index + 1))),
  ),
);

const get = () => running.gateway.getCompany({ slug: 'giant' }, call);

async function asWriter<Result>(work: (pool: Pool) => Promise<Result>): Promise<Result> {
  const pool = new Pool({ connectionString: running.database.connectionString('catalog'), max: 1 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

it('counts the signals of a company with many once', async () => {
  const first = await get();
  expect(first).toMatchObject({ signalCount: BigInt(SIGNALS), latestActivityDate: '2026-11-20' });
  await asWriter(async (pool) => {
    // Now no signal can be read.
    await pool.query('BEGIN; LOCK TABLE catalog.signal IN ACCESS EXCLUSIVE MODE');
    expect(await Promise.all([get(), get(), get()])).toEqual([first, first, first]);
  });
});

it('counts none to identify a single company', async () => {
  await asWriter(async (pool) => {
    const state = async () => {
      const { rows } = await pool.query<{ reads: string; sessions: string }>(
        `SELECT seq_tup_read + idx_tup_fetch AS reads, (SELECT count(*) FROM pg_stat_activity
           WHERE datname = current_database() AND application_name = 'heliograph-company') AS sessions
         FROM pg_stat_user_tables WHERE relid = 'catalog.signal'::regclass`,
      );
      return { reads: Number(rows[0]!.reads), sessions: Number(rows[0]!.sessions) };
    };
    const before = await state();
    const service = createCompanyService(configFor(running.database.connectionString('reader')), {
      logger: silentLogger,
    });
    await service.start();
    const gateway = connect(service, 'gateway');
    const CALLS = 20;
    for (let made = 0; made < CALLS; made += 1) {
      const { companies } = await gateway.identifyCompany({ host: 'giant.example' }, call);
      expect(companies).toMatchObject([{ slug: 'giant' }]);
    }
    await gateway.close();
    // Sessions report what they read when they end, at the latest.
    await service.destroy();
    await waitFor(async () => (await state()).sessions <= before.sessions);
    expect((await state()).reads - before.reads).toBeLessThan((CALLS * SIGNALS) / 2);
  });
});

it('counts again after every change, and once a scheduled signal is published', async () => {
  await get();
  const publishedAt = new Date(Date.now() + 2_000).toISOString();
  const due = signalOf('giant', '2001', { activityDate: '2026-11-21', publishedAt });
  await running.importCorpus([{ ...giant, name: 'Giant Works' }], [due]);
  await asWriter((pool) => withdrawSignals(pool, ['1', '2']));
  const answers = await Promise.all([get(), get(), get()]);
  for (const answer of answers) expect(answer).toMatchObject({ name: 'Giant Works' });
  await waitFor(async () => (await get()).latestActivityDate === '2026-11-21');
  expect(await get()).toMatchObject({ signalCount: BigInt(SIGNALS - 1) });
  await asWriter((pool) => withdrawSignals(pool, ['3', '4', '2001']));
  expect(await get()).toMatchObject({ signalCount: BigInt(SIGNALS - 4), latestActivityDate: '2026-11-20' });
});
