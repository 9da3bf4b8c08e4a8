import { dollarsOfMicros } from '@heliograph/runtime';
import type { ledger } from '@heliograph/proto';
import { Command, Option } from 'commander';
import { UsageError } from '../failure';
import { parseLimit } from '../input/parse-whole';
import { call, withLedger, withLedgerAccount, type LedgerClient } from '../system/services';
import { describedCommand, type RunAction } from './command';
import { entryDocument, type EntryDocument } from './convert';

const kinds = ['grant', 'charge', 'credit', 'subscription', 'expiry', 'reversal', 'void', 'refund'];
const PAGE_SIZE = 500;

export function entryCommand(run: RunAction): Command {
  return new Command('entry')
    .description('list and reverse entries of an account')
    .addCommand(listCommand(run))
    .addCommand(reverseCommand(run));
}

interface ListOptions {
  json?: boolean;
  account: string;
  kind: string;
  limit: string;
}

function listCommand(run: RunAction): Command {
  return describedCommand(
    'list',
    'list the entries of an account, newest first',
    'entry list --account 0199f3c2-7a1e-7c3b-9d55-3f3f8a1b2c4d --kind credit',
  )
    .requiredOption('--account <id>', 'account')
    .addOption(new Option('--kind <kind>', 'only entries of this kind').choices(kinds).default('', 'all'))
    .option('--limit <number>', 'at most this many', '50')
    .action((options: ListOptions) =>
      run(options, async ({ terminal, location }) => {
        const limit = parseLimit(options.limit);
        const { entries, hasMore } = await withLedgerAccount(location, options.account, (client) =>
          readEntries(client, options, limit),
        );
        const documents = entries.map(entryDocument);
        const rows = documents.map((entry) => [
          entry.id,
          entry.createdAt,
          entry.kind,
          ...describeChanges(entry),
          describeCause(entry),
        ]);
        terminal.result(
          { account: options.account, entries: documents },
          rows.length === 0
            ? 'No entries.'
            : terminal.table(
                ['ID', 'TIME', 'KIND', 'API', 'COMMAND LINE', 'SUBSCRIPTION', 'BALANCE', 'WHY'],
                rows,
              ),
        );
        if (!terminal.json && hasMore) terminal.note('There are more: raise --limit.');
      }),
    );
}

function reverseCommand(run: RunAction): Command {
  return describedCommand(
    'reverse',
    'reverse a charge or a credit, once; usage figures stay unchanged',
    'entry reverse 0199f3c2-9c3a-7e5d-8f77-5b5cad3e4f60 --reason "the data was wrong"',
  )
    .argument('<id>', 'id of the entry')
    .requiredOption('--reason <text>', 'reason, stored with the entry')
    .option('--partial', 'for a partly spent credit: take what is left of it', false)
    .action((id: string, options: { json?: boolean; reason: string; partial?: boolean }) =>
      run(options, async ({ terminal, location }) => {
        if (options.reason.trim() === '') throw new UsageError('--reason must not be empty');
        const request = { entryId: id, reason: options.reason, asFarAsLeft: options.partial ?? false };
        const document = entryDocument(
          await withLedger(location, (client) => client.reverseEntry(request, call())),
        );
        const [api, commandLine, subscription, balance] = describeChanges(document);
        const text = terminal.facts([
          ['id', document.id],
          ['account', document.account],
          ['reverses', document.reverses],
          ['API', api],
          ['command line', commandLine],
          ['subscription', subscription],
          ['balance', balance],
          ['reason', document.reason],
        ]);
        terminal.result(document, text);
      }),
    );
}

async function readEntries(
  client: LedgerClient,
  { account, kind }: ListOptions,
  limit: number,
): Promise<{ entries: ledger.Entry[]; hasMore: boolean }> {
  const entries: ledger.Entry[] = [];
  let pageToken = '';
  do {
    const page = await client.listEntries(
      { accountId: account, kind, pageToken, limit: Math.min(PAGE_SIZE, limit - entries.length) },
      call(),
    );
    entries.push(...page.entries);
    pageToken = page.nextPageToken;
  } while (pageToken !== '' && entries.length < limit);
  return { entries, hasMore: pageToken !== '' };
}

/** Signed changes to the four funds; empty if unchanged. */
function describeChanges(entry: EntryDocument): [string, string, string, string] {
  const records = (count: number) => (count === 0 ? '' : signed(count, String(Math.abs(count))));
  const { apiRecords, cliRecords, subscriptionRecords, balanceMicros } = entry;
  const dollars = dollarsOfMicros(BigInt(Math.abs(balanceMicros)));
  return [
    records(apiRecords),
    records(cliRecords),
    records(subscriptionRecords),
    balanceMicros === 0 ? '' : signed(balanceMicros, `$${dollars}`),
  ];
}

function signed(value: number, size: string): string {
  return `${value < 0 ? '-' : '+'}${size}`;
}

function describeCause(entry: EntryDocument): string {
  const { charge, reference, reason, reverses, reversedBy } = entry;
  return [
    charge && `${charge.operation} ${charge.requestId}`,
    reference,
    reason,
    reverses && `reverses ${reverses}`,
    reversedBy && `reversed by ${reversedBy}`,
  ]
    .filter(Boolean)
    .join(', ');
}
