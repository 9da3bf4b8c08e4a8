import { DELIVERY_PAGE, SAVED_SEARCH } from '@heliograph/contract';
import type { Delivery, NewSavedSearch, SavedQuery, SavedSearch, SavedSearchChanges } from '@heliograph/sdk';
import type { Command } from 'commander';
import type { Context } from '../context';
import { CliError, UsageError } from '../failure';
import { printDocument, type Fact } from '../output/document-printer';
import { createRecordPrinter, printList } from '../output/record-printer';
import type { RecordView } from '../output/record-view';
import { withKey } from '../search/page-key';
import { wholeNumberBetween } from '../search/parse-values';
import { readSearch, type FlagValues } from '../search/read-search';
import { describedCommand, type RunAction } from './command';
import { addFeedFilters } from './search-command';

const MAXIMUM_PER_DAY = SAVED_SEARCH.recordsPerDay;
const MAXIMUM_PAGE = DELIVERY_PAGE.maximum;

const savedView: RecordView<SavedSearch> = {
  fields: ['id', 'name', 'query', 'webhook', 'maxRecordsPerDay', 'state', 'failure', 'createdAt'],
  columns: [
    { heading: 'ID', path: ['id'], paint: (colors, text) => colors.cyan(text) },
    { heading: 'NAME', path: ['name'], shrinksTo: 12 },
    { heading: 'QUERY', path: ['query'], shrinksTo: 16, dropOrder: 1, show: ({ query }) => queryText(query) },
    { heading: 'WEBHOOK', path: ['webhook', 'url'], shrinksTo: 12, dropOrder: 2 },
    { heading: 'STATE', path: ['state'] },
  ],
  csv: [['id'], ['name'], ['query'], ['webhook', 'url'], ['maxRecordsPerDay'], ['state'], ['createdAt']],
};

const deliveryView: RecordView<Delivery> = {
  fields: ['id', 'at', 'items', 'attempts', 'state', 'lastAttempt', 'nextAttemptAt', 'test'],
  columns: [
    { heading: 'ID', path: ['id'], paint: (colors, text) => colors.cyan(text) },
    { heading: 'AT', path: ['at'] },
    { heading: 'SIGNALS', path: ['items'], isNumber: true },
    { heading: 'ATTEMPTS', path: ['attempts'], isNumber: true, dropOrder: 2 },
    { heading: 'STATE', path: ['state'] },
    { heading: 'ANSWER', path: ['lastAttempt', 'status'], isNumber: true, dropOrder: 1 },
  ],
  csv: [['id'], ['at'], ['items'], ['attempts'], ['state'], ['lastAttempt', 'status'], ['nextAttemptAt']],
};

/** A saved search's flags other than its query. */
interface SavedFlags {
  name?: string;
  webhook?: string | false;
  maxRecordsPerDay?: number | false;
  idempotencyKey?: string;
}

/** `signals saved …`: manages saved searches and their webhooks. */
export function savedCommand(run: RunAction): Command {
  const saved = describedCommand('saved', 'save searches, and have matches sent to a webhook; free', [
    'saved create --name "Funding in Germany" raises --country Germany',
    'saved list',
  ]);
  return saved
    .addCommand(listCommand(run))
    .addCommand(createCommand(run))
    .addCommand(
      singleSearchCommand(run, 'show', 'show a saved search', (client, id, options) =>
        client.get(id, options),
      ),
    )
    .addCommand(updateCommand(run))
    .addCommand(deleteCommand(run))
    .addCommand(rotateCommand(run))
    .addCommand(deliveriesCommand(run))
    .addCommand(replayCommand(run))
    .addCommand(testCommand(run));
}

type SavedClient = Parameters<Parameters<Context['connection']['run']>[0]>[0]['savedSearches'];
type CallOptions = Parameters<Parameters<Context['connection']['run']>[0]>[1];
type RunOptions = Parameters<Context['connection']['run']>[1];

/** For calls that are not idempotent. */
const SENT_ONCE: RunOptions = { isRetried: false };

function listCommand(run: RunAction): Command {
  return describedCommand('list', 'list saved searches', ['saved list', 'saved list --json']).action(
    (_options: unknown, command: Command) =>
      run(command, async ({ connection, terminal, settings }) => {
        const printer = createRecordPrinter(terminal, savedView, { fields: settings.fields });
        const { items } = await connection.run((client, options) => client.savedSearches.list(options));
        await printList(terminal, printer, items);
        if (items.length === 0)
          terminal.hint('You have no saved searches. Create one: signals saved create --help');
      }),
  );
}

function createCommand(run: RunAction): Command {
  const command = describedCommand('create', 'save a search', [
    'saved create --name "Funding in Germany" raises --country Germany',
    'saved create --name Robots --webhook https://example.com/hook robots',
  ])
    .requiredOption('--name <name>', 'name, up to 100 characters')
    .option('--webhook <url>', 'where matches are sent')
    .option('--max-records-per-day <number>', 'daily record limit (UTC)', perDay)
    .option(
      '--idempotency-key <key>',
      `repeating a key within ${SAVED_SEARCH.idempotencyHours} hours creates nothing more`,
    );
  return addFeedFilters(command).action((words: string[], values: FlagValues & SavedFlags, self: Command) =>
    run(self, async (context) => {
      const { webhook, maxRecordsPerDay, idempotencyKey } = values;
      const wanted: NewSavedSearch = {
        name: values.name!,
        query: readSearch(words, values) as SavedQuery,
        ...(typeof webhook === 'string' && { webhook: { url: webhook } }),
        ...(maxRecordsPerDay && { maxRecordsPerDay }),
      };
      await withKey(idempotencyKey, (key) =>
        show(context, (client, options) => client.create(wanted, { ...options, idempotencyKey: key })),
      );
    }),
  );
}

function updateCommand(run: RunAction): Command {
  const command = describedCommand('update', 'change a saved search; filters replace its whole query', [
    'saved update ID --name "New name"',
    'saved update ID --no-webhook',
    'saved update ID -- raises funding',
  ])
    .argument('<id>', 'id of the saved search')
    .option('--name <name>', 'name')
    .option('--webhook <url>', 'where matches are sent')
    .option('--no-webhook', 'remove the webhook')
    .option('--max-records-per-day <number>', 'daily record limit (UTC)', perDay)
    .option('--no-max-records-per-day', 'remove the daily record limit');
  return addFeedFilters(command).action(
    (id: string, words: string[], values: FlagValues & SavedFlags, self: Command) =>
      run(self, (context) => {
        const changes = changesOf(words, values, self);
        return show(
          context,
          (client, options) => client.update(id, changes, options),
          changes.webhook ? SENT_ONCE : {},
        );
      }),
  );
}

/** @throws UsageError when there are none. */
function changesOf(
  words: readonly string[],
  values: FlagValues & SavedFlags,
  command: Command,
): SavedSearchChanges {
  const given = (name: string) => command.getOptionValueSource(name) === 'cli';
  const query = readSearch(words, values) as SavedQuery;
  const { name, webhook, maxRecordsPerDay } = values;
  const changes: SavedSearchChanges = {
    ...(name !== undefined && { name }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(given('webhook') && { webhook: typeof webhook === 'string' ? { url: webhook } : null }),
    ...(given('maxRecordsPerDay') && {
      maxRecordsPerDay: typeof maxRecordsPerDay === 'number' ? maxRecordsPerDay : null,
    }),
  };
  if (Object.keys(changes).length > 0) return changes;
  throw new UsageError('Nothing to change.', 'See: signals saved update --help');
}

function deleteCommand(run: RunAction): Command {
  return describedCommand('delete', 'delete a saved search and its pending deliveries', ['saved delete ID'])
    .argument('<id>', 'id of the saved search')
    .action((id: string, _options: unknown, command: Command) =>
      run(command, async ({ connection, terminal }) => {
        await connection.run((client, options) => client.savedSearches.delete(id, options));
        terminal.hint('Deleted.');
      }),
    );
}

function rotateCommand(run: RunAction): Command {
  return describedCommand(
    'rotate-secret',
    `rotate the secret; the old one keeps signing for ${SAVED_SEARCH.secretOverlapHours} hours`,
    ['saved rotate-secret ID'],
  )
    .argument('<id>', 'id of the saved search')
    .option(
      '--idempotency-key <key>',
      `repeating a key within ${SAVED_SEARCH.idempotencyHours} hours returns the same secret`,
    )
    .action((id: string, { idempotencyKey }: SavedFlags, command: Command) =>
      run(command, (context) =>
        withKey(idempotencyKey, (key) =>
          show(context, (client, options) => client.rotateSecret(id, { ...options, idempotencyKey: key })),
        ),
      ),
    );
}

function deliveriesCommand(run: RunAction): Command {
  return describedCommand('deliveries', 'list deliveries to the webhook, newest first', [
    'saved deliveries ID',
    'saved deliveries ID --limit 100 --jsonl',
  ])
    .argument('<id>', 'id of the saved search')
    .option('--limit <number>', `per page, 1 to ${MAXIMUM_PAGE}`, wholeNumberBetween(1, MAXIMUM_PAGE))
    .option('--cursor <cursor>', 'nextCursor of the previous page')
    .action((id: string, flags: { limit?: number; cursor?: string }, command: Command) =>
      run(command, async ({ connection, terminal, settings }) => {
        const printer = createRecordPrinter(terminal, deliveryView, { fields: settings.fields });
        const { items, nextCursor } = await connection.run((client, options) =>
          client.savedSearches.deliveries(id, { ...options, ...flags }),
        );
        await printList(terminal, printer, items, { nextCursor });
      }),
    );
}

function replayCommand(run: RunAction): Command {
  return describedCommand('replay', 'replay a delivery, or all since a time', [
    'saved replay ID --delivery DELIVERY',
    'saved replay ID --since "$(date -u +%F)"    # since midnight UTC',
  ])
    .argument('<id>', 'id of the saved search')
    .option('--delivery <id>', 'one delivery')
    .option('--since <time>', 'all since this time (ISO 8601), at most 30 days ago')
    .action((id: string, flags: { delivery?: string; since?: string }, command: Command) =>
      run(command, async (context) => {
        const { delivery, since } = flags;
        if ((delivery === undefined) === (since === undefined))
          throw new UsageError('Give either --delivery or --since.');
        if (delivery !== undefined) {
          await showDelivery(context, (client, options) => client.replay(id, delivery, options));
          return;
        }
        const { deliveries } = await context.connection.run(
          (client, options) => client.savedSearches.replaySince(id, since!, options),
          SENT_ONCE,
        );
        const facts: Fact[] = [['Deliveries', deliveries]];
        await printDocument(context.terminal, { document: { deliveries }, facts }, context.settings.fields);
      }),
    );
}

function testCommand(run: RunAction): Command {
  return describedCommand('test', 'send a test event to the webhook', ['saved test ID'])
    .argument('<id>', 'id of the saved search')
    .action((id: string, _options: unknown, command: Command) =>
      run(command, async (context) => {
        const { state, lastAttempt } = await showDelivery(context, (client, options) =>
          client.sendTest(id, options),
        );
        if (state === 'delivered') return;
        const failure = lastAttempt?.failure ?? '';
        throw new CliError(`The webhook did not accept the test event. ${failure}`.trimEnd(), {
          code: 'webhook_failed',
        });
      }),
    );
}

function singleSearchCommand(
  run: RunAction,
  name: string,
  text: string,
  ask: (client: SavedClient, id: string, options: CallOptions) => Promise<{ savedSearch: SavedSearch }>,
): Command {
  return describedCommand(name, text, [`saved ${name} ID`])
    .argument('<id>', 'id of the saved search')
    .action((id: string, _options: unknown, command: Command) =>
      run(command, (context) => show(context, (client, options) => ask(client, id, options))),
    );
}

async function show(
  { connection, terminal, settings }: Context,
  ask: (client: SavedClient, options: CallOptions) => Promise<{ savedSearch: SavedSearch }>,
  runOptions?: RunOptions,
): Promise<void> {
  const { savedSearch } = await connection.run(
    (client, options) => ask(client.savedSearches, options),
    runOptions,
  );
  const { webhook, failure } = savedSearch;
  const facts: Fact[] = [
    ['ID', savedSearch.id],
    ['Name', savedSearch.name],
    ['Query', queryText(savedSearch.query)],
    ['Webhook', webhook?.url],
    ['Secret', webhook?.secret],
    ['Daily record limit', savedSearch.maxRecordsPerDay],
    ['State', savedSearch.state],
    ['Failure', failure && `${failure.status ?? 'no response'}: ${failure.reason}`],
    ['Created', savedSearch.createdAt],
  ];
  await printDocument(
    terminal,
    { document: { ...savedSearch }, facts, fields: savedView.fields },
    settings.fields,
  );
  if (webhook?.secret !== undefined) terminal.hint('The secret is not shown again.');
}

async function showDelivery(
  { connection, terminal, settings }: Context,
  ask: (client: SavedClient, options: CallOptions) => Promise<{ delivery: Delivery }>,
): Promise<Delivery> {
  const { delivery } = await connection.run(
    (client, options) => ask(client.savedSearches, options),
    SENT_ONCE,
  );
  const facts: Fact[] = [
    ['ID', delivery.id],
    ['State', delivery.state],
    ['Signals', delivery.items],
    ['Attempts', delivery.attempts],
    ['Response', delivery.lastAttempt?.status],
    ['Failure', delivery.lastAttempt?.failure],
  ];
  await printDocument(
    terminal,
    { document: { ...delivery }, facts, fields: deliveryView.fields },
    settings.fields,
  );
  return delivery;
}

const perDay = wholeNumberBetween(1, MAXIMUM_PER_DAY);

function queryText(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
