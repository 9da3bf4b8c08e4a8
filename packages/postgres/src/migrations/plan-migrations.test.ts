import { planMigrations } from './plan-migrations';

const file = (version: number, checksum = `sum ${version}`) => ({
  version,
  name: `${String(version).padStart(4, '0')}_file.sql`,
  checksum,
  sql: '',
});

it('applies pending migrations in order', () => {
  const plan = planMigrations([file(1), file(2), file(3)], [file(1)]);
  expect(plan.pending.map(({ version }) => version)).toEqual([2, 3]);
  expect(plan.newer).toEqual([]);
});

it('accepts a database that a newer program has migrated', () => {
  expect(planMigrations([file(1)], [file(1), file(2)])).toEqual({ pending: [], newer: ['0002_file.sql'] });
});

it('refuses a file that was changed after it was applied', () => {
  expect(() => planMigrations([file(1, 'other')], [file(1)])).toThrow('0001_file.sql was changed');
});

it('refuses when the file of an applied migration is missing', () => {
  expect(() => planMigrations([file(2)], [file(1), file(2)])).toThrow('0001_file.sql was applied');
});

it('refuses a new file numbered before an applied one', () => {
  expect(() => planMigrations([file(1), file(2), file(3)], [file(1), file(3)])).toThrow(
    '0002_file.sql is numbered before',
  );
});
