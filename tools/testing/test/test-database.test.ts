import { Client } from 'pg';
import { startTestDatabase } from '../src';

it('gives each caller a bootstrapped database of its own, for as long as it is wanted', async () => {
  const [first, second] = await Promise.all([startTestDatabase(), startTestDatabase()]);
  const owner = new Client({ connectionString: first.connectionString('ledger') });
  await owner.connect();
  await owner.query('CREATE TABLE ledger.entry (id int)');
  await owner.end();

  const other = new Client({ connectionString: second.adminConnectionString });
  await other.connect();
  const { rows } = await other.query(
    `SELECT to_regnamespace('ledger') IS NOT NULL AS schema, to_regclass('ledger.entry') AS entry`,
  );
  await other.end();
  expect(rows).toEqual([{ schema: true, entry: null }]);

  await Promise.all([first.stop(), second.stop(), second.stop()]);
  await expect(new Client({ connectionString: first.adminConnectionString }).connect()).rejects.toThrow(
    'does not exist',
  );
});
