import { FILTER_PARAMETERS, rowOf, type FilterParameter, quantity } from '@heliograph/contract';
import type { SearchPage, PageParameters, Signal } from '@heliograph/sdk';
import type { Command } from 'commander';
import { number } from '../account/funds';
import type { Context } from '../context';
import { UsageError } from '../failure';
import { createRecordPrinter, printList, type RecordPrinter } from '../output/record-printer';
import { fieldsToAskFor } from '../output/fields';
import { dashboardUrl, showPage } from '../output/show-page';
import { signalView } from '../output/signal-view';
import { fetchAll } from '../search/fetch-all';
import { withKey } from '../search/page-key';
import { readSearch, type FlagValues, type ReadParameters } from '../search/read-search';
import { describedCommand, type RunAction } from './command';
import { printCount } from './count';
import { addCounting, addFilters, addPaging } from './search-command';

interface SearchOptions {
  all?: boolean;
  maxRecords?: number;
  count?: boolean;
  web?: boolean;
  matched?: boolean;
  idempotencyKey?: string;
}

export function searchCommand(run: RunAction): Command {
  const command = describedCommand('search', 'search published signals by words, filters, or meaning', [
    'search robots "series a" --days 30',
    'search 新能源 --days 30             # adjacent letters, in scripts without spaces',
    'search --category funding --funding-min 5m --locations country:Germany',
    'search --semantic "machines that unload ships by themselves" --limit 10',
    `search --group 'company: "series a" and head of sales' --group 'activity: europe or germany'`,
    'search raises --company-slug emberloom-finance --json --fields id,title,activityDate',
    'search robots --any "berlin, paris" --matched   # marks the matches in the titles',
    'search --category acquisition --all --max-records 500 --csv > acquisitions.csv',
    'search "series a" --country Germany --web   # the same search in the dashboard',
    'search robots -- -layoffs        # put excluded words after --',
  ]);
  return addCounting(addPaging(addFilters(command))).action(
    (words: string[], options: FlagValues & SearchOptions, self: Command) =>
      run(self, (context) => search(context, readSearch(words, options), options)),
  );
}

async function search(
  context: Context,
  { facets, ...read }: ReadParameters,
  options: SearchOptions,
): Promise<void> {
  const { terminal, settings } = context;
  const { maxRecords, idempotencyKey } = options;
  const isAll = options.all === true || maxRecords !== undefined;
  if (options.count) {
    if (isAll)
      throw new UsageError('--count fetches nothing: it cannot be combined with --all or --max-records.');
    if (options.matched) throw new UsageError('--matched marks titles, and --count fetches none.');
    return printCount(context, { ...read, facets }, idempotencyKey);
  }
  if (facets) throw new UsageError('--facets needs --count.', 'Add --count.');
  if (isAll && read.page !== undefined) throw new UsageError('--all fetches every page.', 'Remove --page.');
  if (options.web) {
    if (isAll)
      throw new UsageError('--web fetches nothing: it cannot be combined with --all or --max-records.');
    return showPage(context, `${await dashboardUrl(context)}/activities?${filtersOf(read)}`);
  }
  const view = signalView({ ...read, ...options });
  const printer = createRecordPrinter(terminal, view, {
    fields: settings.fields,
    isContinued: isAll && read.cursor !== undefined,
  });
  const parameters = {
    ...read,
    ...(options.matched && { matched: true }),
    ...fieldsToAskFor(settings.fields, view.fields, view.schema, idempotencyKey),
  } as PageParameters;
  if (isAll) {
    const fetched = await fetchAll(context, parameters, printer, { maxRecords, idempotencyKey });
    if (fetched.signals === 0) terminal.hint('No signals match.');
    else terminal.hint(`\n${summary(fetched.signals, fetched.recordsUsed, fetched.recordsLeft)}`);
    return;
  }
  await printPage(context, parameters, printer, idempotencyKey);
}

/** URL parameters for the dashboard's activities page, which has no page numbers. */
function filtersOf(read: PageParameters): URLSearchParams {
  const filters = Object.entries(read).filter(
    ([name]) => name === 'semantic' || FILTER_PARAMETERS.some((filter) => filter === name),
  );
  return new URLSearchParams(
    filters.map(([name, value]): [string, string] => [
      name,
      typeof value === 'object' && rowOf(name as FilterParameter).kind === 'json'
        ? JSON.stringify(value)
        : String(value),
    ]),
  );
}

async function printPage(
  { connection, terminal }: Context,
  parameters: PageParameters,
  printer: RecordPrinter<Signal>,
  idempotencyKey: string | undefined,
): Promise<void> {
  const page = await withKey(idempotencyKey, async (key) => {
    const answered = await connection.run(
      (client, options) => client.signals.search(parameters, { ...options, idempotencyKey: key }),
      { isPaid: true },
    );
    const { items, nextCursor, search } = answered;
    await printList(terminal, printer, items, { nextCursor, search });
    return answered;
  });
  const { recordsConsumed, recordsRemaining, replayed } = page.meta;
  if (page.items.length === 0) terminal.hint(`No signals match.${poolHint(page)}`);
  else
    terminal.hint(
      `\n${summary(page.items.length, recordsConsumed, recordsRemaining)}${replayed ? ' · replayed, no charge' : ''}`,
    );
  if (page.nextCursor !== null) terminal.hint(`More: --all, or --cursor ${page.nextCursor}`);
}

function summary(signals: number, used: number, left: number | undefined): string {
  const parts = [quantity(signals, 'signal'), `${quantity(used, 'record')} used`];
  if (left !== undefined) parts.push(`${number(left)} left`);
  return parts.join(' · ');
}

/** Filters apply only to the nearest 1,000, so with a full pool an empty result does not mean nothing matches. */
function poolHint({ search }: SearchPage): string {
  if (!search || search.poolSize < search.candidateLimit) return '';
  return `  The filters apply to the ${number(search.poolSize)} nearest signals only; describe what you filtered for in the text instead, or search by keyword.`;
}
