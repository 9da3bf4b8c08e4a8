import type { IdentifiedCompany, IdentifyParameters } from '@heliograph/sdk';
import { Option, type Command } from 'commander';
import type { Context } from '../context';
import { UsageError } from '../failure';
import { identifyAll } from '../identify/identify-all';
import { lookupsForCell, type IdentifyBy } from '../identify/read-lookups';
import { createRecordPrinter } from '../output/record-printer';
import type { RecordView } from '../output/record-view';
import { wholeNumberBetween } from '../search/parse-values';
import { describedCommand, type RunAction } from './command';

interface IdentifyFlags {
  domain?: string;
  name?: string;
  file?: string;
  by?: IdentifyBy;
  skip: number;
}

const view: RecordView<IdentifiedCompany> = {
  fields: ['slug', 'name', 'domain', 'country', 'city', 'matchedBy'],
  columns: [
    { heading: 'SLUG', path: ['slug'], shrinksTo: 16, paint: (colors, text) => colors.cyan(text) },
    { heading: 'NAME', path: ['name'], shrinksTo: 12 },
    { heading: 'DOMAIN', path: ['domain'], shrinksTo: 12, dropOrder: 2 },
    { heading: 'COUNTRY', path: ['country'], shrinksTo: 8, dropOrder: 1 },
    { heading: 'MATCHED BY', path: ['matchedBy'] },
  ],
  csv: [['slug'], ['name'], ['domain'], ['country'], ['city'], ['matchedBy']],
};

const DETAILS = `
A file is CSV, or one domain or name per line; "-" is standard input. If its first line has a column "domain" or "name", those are
used, the domain first; otherwise the first column, as a domain if it looks like one. The output is CSV unless you choose another
format: one line per input line, in order, with the company that has the most signals. Lines without a company stay empty.`;

export function identifyCommand(run: RunAction): Command {
  return describedCommand('identify', 'find companies by domain, email address, or name; free', [
    'identify emberloom-finance.example',
    'identify --domain https://jobs.emberloom-finance.example/open',
    'identify --name "Emberloom Finance, Inc."',
    'identify --file customers.csv > slugs.csv',
    'identify --file customers.csv --jsonl --skip 1200',
  ])
    .addHelpText('after', DETAILS)
    .argument('[company]', 'a domain, URL, or email address, or the full name')
    .option('--domain <domain>', 'a host, a URL, or an email address')
    .option('--name <name>', 'the full name')
    .option('--file <file>', 'CSV of domains or names; - for standard input')
    .addOption(
      new Option('--by <kind>', 'what the first column of the file contains').choices(['domain', 'name']),
    )
    .option('--skip <number>', 'lines of the file to skip', wholeNumberBetween(0, 1e9), 0)
    .action((company: string | undefined, flags: IdentifyFlags, command: Command) =>
      run(command, (context) =>
        flags.file === undefined
          ? identifyOne(context, askedOf(company, flags))
          : identifyAll(context, { ...onlyFile(company, flags), file: flags.file }),
      ),
    );
}

function onlyFile(company: string | undefined, flags: IdentifyFlags): Pick<IdentifyFlags, 'by' | 'skip'> {
  if (company !== undefined || flags.domain !== undefined || flags.name !== undefined)
    throw new UsageError('--file cannot be combined with a company, --domain, or --name.');
  return flags;
}

async function identifyOne(
  { connection, settings, terminal }: Context,
  asked: IdentifyParameters,
): Promise<void> {
  const printer = createRecordPrinter(terminal, view, { fields: settings.fields });
  const { items } = await connection.run((client, options) => client.companies.identify(asked, options));
  await printer.print(items);
  await printer.finish({});
  if (items.length === 0) terminal.hint('No company has this domain or name.');
  else terminal.hint(`\nIts signals: signals search --company-slug ${items[0]!.slug}`);
}

function askedOf(company: string | undefined, { domain, name, by }: IdentifyFlags): IdentifyParameters {
  const asked = [
    ...(company === undefined ? [] : lookupsForCell(company, by).lookups),
    ...(domain === undefined ? [] : [{ domain }]),
    ...(name === undefined ? [] : [{ name }]),
  ];
  if (asked.length === 1) return asked[0]!;
  throw new UsageError('Give one of: a company, --domain, --name, --file.');
}
