import { waitFor } from '@heliograph/testing';
import { CorpusWriter, isWriterAtWork } from '../src';
import { startTestCatalog, type TestCatalog } from './support/test-catalog';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog();
});
afterAll(() => catalog.stop());

async function isOneAtWork(): Promise<boolean> {
  const client = await catalog.pool.connect();
  return isWriterAtWork(client).finally(() => client.release());
}

it('is known of a writer from its beginning to its end', async () => {
  expect(await isOneAtWork()).toBe(false);
  const [first, second] = [1, 2].map(() => new CorpusWriter(catalog.connectionString));
  await first!.begin();
  await second!.begin();
  expect(await isOneAtWork()).toBe(true);
  await first!.close();
  expect(await isOneAtWork()).toBe(true);
  await second!.close();
  // The server ends a session after its client has.
  await waitFor(async () => !(await isOneAtWork()));
});

it('is not known of one in another database of the server', async () => {
  const other = await startTestCatalog();
  const writer = new CorpusWriter(other.connectionString);
  await writer.begin();
  expect(await isOneAtWork()).toBe(false);
  await writer.close();
  await other.stop();
});
