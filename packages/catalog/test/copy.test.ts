import fc from 'fast-check';
import { Client, type PoolClient } from 'pg';
import { copyField, copyLines } from '../src/merge/copy';
import { startTestCatalog, type TestCatalog } from './support/test-catalog';

let catalog: TestCatalog;
let client: PoolClient;

beforeAll(async () => {
  catalog = await startTestCatalog();
  client = await catalog.pool.connect();
  await client.query('CREATE TEMPORARY TABLE copied (number integer, text text, other text)');
});
afterEach(() => client.query('TRUNCATE copied'));
afterAll(async () => {
  client.release();
  await catalog.stop();
});

const INTO = 'copied (number, text, other)';
const characters = fc.constantFrom('a', 'é', '漢', '😀', ' ', "'", '\\', '\t', '\n', '\r', ':', '"', ',');
const texts = fc.string({ unit: characters, minLength: 1, maxLength: 12 });

test('texts arrive unchanged, whatever they contain', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(texts, fc.option(texts)), { minLength: 1 }), async (rows) => {
      await client.query('TRUNCATE copied');
      const lines = rows.map(([text, other], number) => `${number}\t${copyField(text)}\t${copyField(other)}`);
      await copyLines(client, INTO, lines);
      const { rows: stored } = await client.query<[string, string | null]>({
        text: 'SELECT text, other FROM copied ORDER BY number',
        rowMode: 'array',
      });
      expect(stored).toEqual(rows);
    }),
    { numRuns: 100 },
  );
});

test("arrives complete and in order, even beyond the queue's size and with lines longer than one write", async () => {
  const lengths = [
    3,
    70_000,
    1,
    400_000,
    ...Array.from({ length: 40_000 }, (_, index) => index % 97),
    200_000,
  ];
  const text = (length: number) => '漢'.repeat(length);
  await copyLines(
    client,
    INTO,
    lengths.map((length, number) => `${number}\t${text(length)}\t`),
  );
  const { rows } = await client.query<{ length: number }>(
    `SELECT length(text) AS length FROM copied WHERE text = repeat('漢', length(text)) ORDER BY number`,
  );
  expect(rows.map(({ length }) => length)).toEqual(lengths);
});

test('throws what the server refuses and what the lines throw; nothing is stored and the connection remains usable', async () => {
  const long = 'x'.repeat(1000);
  function* lines(bad: () => string) {
    for (let number = 0; number < 5000; number++) yield number === 2000 ? bad() : `${number}\t${long}\t`;
  }
  await expect(
    copyLines(
      client,
      INTO,
      lines(() => 'two\tx\t'),
    ),
  ).rejects.toThrow('invalid input syntax for type integer: "two"');
  const issue = new Error('no line');
  const throwing = lines(() => {
    throw issue;
  });
  await expect(copyLines(client, INTO, throwing)).rejects.toBe(issue);
  const { rows } = await client.query<{ count: string }>('SELECT count(*)::text AS count FROM copied');
  expect(rows[0]?.count).toBe('0');
});

test('reports a connection lost meanwhile', async () => {
  const lost = new Client({ connectionString: catalog.connectionString });
  lost.on('error', () => undefined);
  await lost.connect();
  await lost.query('CREATE TEMPORARY TABLE copied (number integer, text text, other text)');
  const { rows } = await lost.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  function* lines() {
    for (let number = 0; ; number++) {
      if (number === 2000) void catalog.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      yield `${number}\t${'x'.repeat(1000)}\t`;
    }
  }
  await expect(copyLines(lost, INTO, lines())).rejects.toThrow(/terminat|ECONNRESET|EPIPE/);
  await lost.end();
});
