import type { indexer, metering } from '@heliograph/proto';
import { Command, Option } from 'commander';
import { UsageError } from '../failure';
import { parseLimit, parseWhole } from '../input/parse-whole';
import type { SystemLocation } from '../system/locate-system';
import { call, withIndexer, withMetering } from '../system/services';
import { describedCommand, type RunAction } from './command';
import { deadLetterDocument, signalDeadLetterDocument } from './convert';

const PAGE_SIZE = 500;
const RETRY_TIMEOUT_MS = 120_000;
/** A service waits for Kafka for 30 s. */
const LIST_TIMEOUT_MS = 40_000;

type Topic = 'usage' | 'signals';

const topicOption = () =>
  new Option(
    '--topic <topic>',
    'usage events (counted by metering) or signal events (embedded by the indexer)',
  )
    .choices(['usage', 'signals'])
    .default('usage');

export function deadLettersCommand(run: RunAction): Command {
  return new Command('dead-letters')
    .description('list events that could not be processed, and send them back')
    .addCommand(listCommand(run))
    .addCommand(retryCommand(run));
}

function listCommand(run: RunAction): Command {
  return describedCommand(
    'list',
    'list those not sent back yet, oldest first, with the reason',
    'dead-letters list --limit 10',
  )
    .addOption(topicOption())
    .option('--limit <number>', 'at most this many', '50')
    .action((options: { json?: boolean; topic: Topic; limit: string }) =>
      run(options, async ({ terminal, location }) => {
        const limit = parseLimit(options.limit);
        const list = options.topic === 'usage' ? listUsage : listSignals;
        const { documents, table, more } = await list(location, limit);
        terminal.result(
          documents,
          table.rows.length === 0 ? 'No dead letters.' : terminal.table(table.headings, table.rows),
        );
        if (!terminal.json && more) terminal.note(more);
      }),
    );
}

interface Listed {
  documents: object;
  table: { headings: string[]; rows: string[][] };
  /** How to see the rest, if any. */
  more?: string;
}

async function listUsage(location: SystemLocation, limit: number): Promise<Listed> {
  const { letters, waiting } = await withMetering(location, async (client) => ({
    letters: await readPages<metering.DeadLetter>(limit, async (size, pageToken) => {
      const page = await client.listDeadLetters({ limit: size, pageToken }, call(LIST_TIMEOUT_MS));
      return { letters: page.deadLetters, next: page.nextPageToken };
    }),
    waiting: Number((await client.getStatus({}, call())).deadLetters),
  }));
  const deadLetters = letters.map(deadLetterDocument);
  const left = waiting - letters.length;
  return {
    documents: { waiting, deadLetters },
    table: {
      headings: ['ID', 'FAILED AT', 'EVENT', 'ACCOUNT', 'REASON'],
      rows: deadLetters.map(({ id, failedAt, eventId, key, reason }) => [
        id,
        failedAt ?? '',
        eventId,
        key,
        reason,
      ]),
    },
    more: left > 0 ? `${left} more: --limit ${waiting} lists all.` : undefined,
  };
}

async function listSignals(location: SystemLocation, limit: number): Promise<Listed> {
  // Ask for one extra to know whether there are more.
  const letters = await withIndexer(location, (client) =>
    readPages<indexer.DeadLetter>(limit + 1, async (size, after) => {
      const page = await client.listDeadLetters({ limit: size, after }, call(LIST_TIMEOUT_MS));
      return { letters: page.deadLetters, next: page.next };
    }),
  );
  const deadLetters = letters.slice(0, limit).map(signalDeadLetterDocument);
  return {
    documents: { deadLetters },
    table: {
      headings: ['SIGNAL', 'FAILED AT', 'EVENT', 'REASON'],
      rows: deadLetters.map(({ signalId, failedAt, eventId, reason }) => [
        signalId,
        failedAt ?? '',
        eventId,
        reason,
      ]),
    },
    more: letters.length > limit ? 'There are more: raise --limit.' : undefined,
  };
}

async function readPages<Letter>(
  limit: number,
  readPage: (size: number, after: string) => Promise<{ letters: Letter[]; next: string }>,
): Promise<Letter[]> {
  const letters: Letter[] = [];
  let after = '';
  do {
    const page = await readPage(Math.min(PAGE_SIZE, limit - letters.length), after);
    letters.push(...page.letters);
    after = page.next;
  } while (after !== '' && letters.length < limit);
  return letters;
}

function retryCommand(run: RunAction): Command {
  return describedCommand(
    'retry',
    'send them back to their topic, oldest first; an event that fails again becomes a dead letter again. An event takes effect only once, no matter how often it is sent',
    'dead-letters retry --limit 10',
  )
    .addOption(topicOption())
    .option('--limit <number>', 'at most this many (default: all); usage only')
    .action((options: { json?: boolean; topic: Topic; limit?: string }) =>
      run(options, async ({ terminal, location }) => {
        if (options.topic === 'signals' && options.limit !== undefined) {
          throw new UsageError('--limit: signal dead letters can only be sent back all at once');
        }
        const limit =
          options.limit === undefined ? 0 : parseWhole(options.limit, '--limit', 1, 1_000_000_000);
        const sentBack = await sendBack(location, options.topic, limit);
        terminal.result({ sentBack: Number(sentBack) }, `${sentBack} sent back.`);
      }),
    );
}

async function sendBack(location: SystemLocation, topic: Topic, limit: number): Promise<bigint> {
  if (topic === 'usage') {
    const sent = await withMetering(location, (client) =>
      client.retryDeadLetters({ limit }, call(RETRY_TIMEOUT_MS)),
    );
    return sent.sentBack;
  }
  const sent = await withIndexer(location, (client) => client.retryDeadLetters({}, call(RETRY_TIMEOUT_MS)));
  return sent.retried;
}
