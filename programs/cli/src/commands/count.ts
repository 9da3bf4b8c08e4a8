import type { Command } from 'commander';
import { number } from '../account/funds';
import type { Context } from '../context';
import { UsageError } from '../failure';
import { printFacets } from '../output/facets-printer';
import { printDocument } from '../output/document-printer';
import { readSearch, type FlagValues, type ReadParameters } from '../search/read-search';
import { describedCommand, type RunAction } from './command';
import { addCounting, addFilters } from './search-command';

export function countCommand(run: RunAction): Command {
  const command = describedCommand(
    'count',
    'count the signals a search finds; free (the same as search --count)',
    [
      'count robots --days 30',
      'count robots --facets category,country',
      'count --category funding --funding-stage series-a,series-b --json',
    ],
  );
  return addCounting(addFilters(command)).action((words: string[], options: FlagValues, self: Command) =>
    run(self, (context) => printCount(context, readSearch(words, options))),
  );
}

/** Prints how many signals match; just the number unless there are facets. */
export async function printCount(
  { connection, terminal, settings }: Context,
  parameters: ReadParameters,
  idempotencyKey?: string,
): Promise<void> {
  if (parameters.semantic !== undefined)
    throw new UsageError(
      'Semantic search ranks all signals, so there is nothing to count.',
      'Count without --semantic.',
    );
  const { limit: _limit, cursor: _cursor, page: _page, ...filters } = parameters;
  const { total, facets } = await connection.run((client, options) =>
    client.signals.count(filters, { ...options, idempotencyKey }),
  );
  if (facets && terminal.format !== 'json' && terminal.format !== 'jsonl')
    return printFacets(terminal, total, facets);
  if (terminal.format === 'table')
    return terminal.writeLine(terminal.isTerminal ? number(total) : String(total));
  if (terminal.format === 'tsv') return terminal.writeLine(String(total));
  const document = { total, ...(facets && { facets }) };
  await printDocument(terminal, { document, facts: [] }, settings.fields);
}
