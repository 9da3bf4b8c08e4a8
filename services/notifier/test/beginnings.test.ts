import {
  hasScheduledSignals,
  publishScheduledSignals,
  writeCorpus,
  type SignalRecord,
} from '@heliograph/catalog';
import { search } from '@heliograph/proto';
import { startBeforeEach, waitFor } from '@heliograph/testing';
import { Pool } from 'pg';
import { call } from './support/notifier';
import { changesOf, create } from './support/saved-searches';
import { numbers, save, signalsOf, startFixture, untilReceived } from './support/webhooks';

const fixture = startBeforeEach(startFixture);

/** Stores signals whose events are not read before they are published. */
const write = (records: readonly SignalRecord[], company: object = {}) =>
  writeCorpus(
    fixture.database.connectionString('catalog'),
    [{ slug: 'acme', name: 'Acme', ...company }],
    records,
  );

async function begin() {
  const receiver = await fixture.startReceiver();
  const { client } = await fixture.startNotifier();
  return { receiver, client };
}

it('a saved search gets what is published after it was saved, and nothing older is charged', async () => {
  const { receiver, client } = await begin();
  await write(signalsOf(1, 3));
  await save(client, receiver);
  await write([], { name: 'Acme Ltd' });
  await fixture.publish(numbers(1, 3));
  await fixture.untilRead();
  await fixture.import(signalsOf(4, 5));
  await untilReceived(receiver, 2);
  expect(receiver.items).toEqual(['4', '5']);
  expect(await fixture.charged()).toBe(2);
});

it('an older signal that changes itself to match is delivered once', async () => {
  const { receiver, client } = await begin();
  await write(signalsOf(1, 1, 'Hiring'));
  await save(client, receiver);
  for (const title of ['Funding', 'More funding']) {
    await fixture.import(signalsOf(1, 1, title));
    await untilReceived(receiver, 1);
  }
  await fixture.import(signalsOf(2, 2));
  await untilReceived(receiver, 2);
  expect(receiver.items).toEqual(['1', '2']);
});

it('what was scheduled when it was saved is delivered when due', async () => {
  const { receiver, client } = await begin();
  const publishedAt = new Date(Date.now() + 2_000).toISOString();
  await write(signalsOf(1, 1).map((record) => ({ ...record, publishedAt })));
  await save(client, receiver);
  const catalog = new Pool({ connectionString: fixture.database.connectionString('catalog'), max: 1 });
  fixture.closing(() => catalog.end());
  await waitFor(() => hasScheduledSignals(catalog));
  // The import's event, read when the signal is due but not yet marked as published.
  await fixture.publish(['1']);
  await fixture.untilRead();
  await publishScheduledSignals(catalog);
  await fixture.publish(['1']);
  await untilReceived(receiver, 1);
  expect(receiver.items).toEqual(['1']);
});

it('a webhook that is set later gets what is published from then on', async () => {
  const { receiver, client } = await begin();
  const saved = await create(client, { query: {}, filters: search.Filters.create() });
  await write(signalsOf(1, 3));
  const webhook = { url: receiver.url };
  const { secret } = await client.updateSavedSearch(changesOf(saved, { webhook }), call);
  receiver.secrets.push(secret!);
  await fixture.publish(numbers(1, 3));
  await fixture.untilRead();
  await fixture.import(signalsOf(4, 4));
  await untilReceived(receiver, 1);
  expect(receiver.items).toEqual(['4']);
});

it('after the query changed, older signals are delivered only if they matched before, too', async () => {
  const { receiver, client } = await begin();
  const saved = await save(client, receiver);
  await write([...signalsOf(1, 1), ...signalsOf(2, 2, 'Hiring'), ...signalsOf(3, 3, 'Funding for hiring')]);
  const filters = search.Filters.fromPartial({ q: 'hiring' });
  const query = { query: { q: 'hiring' }, filters };
  await client.updateSavedSearch(changesOf(saved, { query }), call);
  await fixture.publish(numbers(1, 3));
  await fixture.untilRead();
  await fixture.import(signalsOf(4, 4, 'Hiring'));
  await untilReceived(receiver, 2);
  expect(receiver.items).toEqual(['3', '4']);
  expect(await fixture.charged()).toBe(2);
});
