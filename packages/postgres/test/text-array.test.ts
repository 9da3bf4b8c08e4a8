import { startTestDatabase, type TestDatabase } from '@heliograph/testing';
import fc from 'fast-check';
import { Client } from 'pg';
import { textArray } from '../src';

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await startTestDatabase();
  client = new Client({ connectionString: database.adminConnectionString });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.stop();
});

const roundTrip = async (values: readonly (string | null)[]) => {
  const { rows } = await client.query<{ values: unknown }>('SELECT to_json($1::text[]) AS values', [
    textArray(values),
  ]);
  return rows[0]!.values;
};

it.each([
  ['none', []],
  ['an empty text', ['']],
  ['null in addition to the word', [null, 'null', 'NULL']],
  ['characters that an array literal quotes', ['a,b', '{c}', 'd"e', 'f\\g', ' h ']],
  ['characters of one to four bytes', ['a', 'é', '漢', '🌞', '漢'.repeat(5_000)]],
])('PostgreSQL reads %s unchanged', async (_name, values: (string | null)[]) => {
  await expect(roundTrip(values)).resolves.toEqual(values);
});

it('PostgreSQL reads any texts unchanged', async () => {
  // PostgreSQL cannot store U+0000.
  const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', ''));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (values) => {
      expect(await roundTrip(values)).toEqual(values);
    }),
  );
});
