import type { metering } from '@heliograph/proto';
import { Command } from 'commander';
import { parseWhole } from '../input/parse-whole';
import { call, withMetering, type MeteringClient } from '../system/services';
import { describedCommand, type RunAction } from './command';
import { deadLetterDocument } from './convert';

const maximumListed = 100_000;
const pageSize = 500;
const retryTimeoutMs = 120_000;

export function deadLettersCommand(run: RunAction): Command {
  return new Command('dead-letters')
    .description('look at usage events that could not be counted, and send them back')
    .addCommand(listCommand(run))
    .addCommand(retryCommand(run));
}

function listCommand(run: RunAction): Command {
  return describedCommand(
    'list',
    'list what was not sent back yet, oldest first, with the reason',
    'dead-letters list --limit 10',
  )
    .option('--limit <number>', 'how many at most', '50')
    .action((options: { json?: boolean; limit: string }) =>
      run(options, async ({ terminal, location }) => {
        const limit = parseWhole(options.limit, '--limit', 1, maximumListed);
        const { letters, waiting } = await withMetering(location, async (client) => ({
          letters: await read(client, limit),
          waiting: Number((await client.getStatus({}, call())).deadLetters),
        }));
        const documents = letters.map(deadLetterDocument);
        const rows = documents.map((letter) => [
          letter.id,
          letter.failedAt ?? '',
          letter.eventId,
          letter.key,
          letter.reason,
        ]);
        terminal.result(
          { waiting, deadLetters: documents },
          rows.length === 0
            ? 'No dead letters.'
            : terminal.table(['ID', 'FAILED AT', 'EVENT', 'ACCOUNT', 'REASON'], rows),
        );
        if (!terminal.json && waiting > letters.length)
          terminal.note(`${waiting - letters.length} more: --limit ${waiting} lists all.`);
      }),
    );
}

function retryCommand(run: RunAction): Command {
  return describedCommand(
    'retry',
    'send them back to their topic, oldest first; one that still cannot be counted returns. An event is counted once, however often it is sent',
    'dead-letters retry --limit 10',
  )
    .option('--limit <number>', 'how many at most; all unless given')
    .action((options: { json?: boolean; limit?: string }) =>
      run(options, async ({ terminal, location }) => {
        const limit =
          options.limit === undefined ? 0 : parseWhole(options.limit, '--limit', 1, 1_000_000_000);
        const { sentBack } = await withMetering(location, (client) =>
          client.retryDeadLetters({ limit }, call(retryTimeoutMs)),
        );
        terminal.result({ sentBack: Number(sentBack) }, `${sentBack} sent back.`);
      }),
    );
}

async function read(client: MeteringClient, limit: number): Promise<metering.DeadLetter[]> {
  const letters: metering.DeadLetter[] = [];
  let pageToken = '';
  do {
    const request = { limit: Math.min(pageSize, limit - letters.length), pageToken };
    const page = await client.listDeadLetters(request, call());
    letters.push(...page.deadLetters);
    pageToken = page.nextPageToken;
  } while (pageToken !== '' && letters.length < limit);
  return letters;
}
