import {
  MAXIMUM_SUGGESTIONS,
  SUGGEST_PARAMETERS,
  SUGGESTION_KINDS,
  type SuggestionKind,
} from '@heliograph/contract';
import type { Suggestion } from '@heliograph/sdk';
import { Argument, type Command } from 'commander';
import { number } from '../account/funds';
import type { Context } from '../context';
import { createRecordPrinter } from '../output/record-printer';
import type { RecordView } from '../output/record-view';
import { wholeNumberBetween } from '../search/parse-values';
import { describedCommand, type RunAction } from './command';

const view: RecordView<Suggestion> = {
  fields: ['value', 'label', 'count'],
  columns: [
    { heading: 'VALUE', path: ['value'], shrinksTo: 16, paint: (colors, text) => colors.cyan(text) },
    { heading: 'LABEL', path: ['label'], shrinksTo: 12, dropOrder: 1 },
    { heading: 'SIGNALS', path: ['count'], isNumber: true, show: ({ count }) => number(count) },
  ],
  csv: [['value'], ['label'], ['count']],
};

export function suggestCommand(run: RunAction): Command {
  return describedCommand('suggest', 'suggest filter values whose names contain some words; free', [
    'suggest company ember',
    'suggest city san fr',
    'suggest industry rob --json',
  ])
    .addArgument(new Argument('<kind>', 'what to find').choices(SUGGESTION_KINDS))
    .argument('<prefix...>', 'words of the name; the last may be incomplete')
    .option(
      '--limit <number>',
      `at most this many values, 1 to ${MAXIMUM_SUGGESTIONS}`,
      wholeNumberBetween(1, MAXIMUM_SUGGESTIONS),
      SUGGEST_PARAMETERS.limit.default,
    )
    .action((kind: SuggestionKind, words: string[], { limit }: { limit: number }, command: Command) =>
      run(command, (context) => suggest(context, kind, words.join(' '), limit)),
    );
}

async function suggest(
  { connection, settings, terminal }: Context,
  kind: SuggestionKind,
  prefix: string,
  limit: number,
): Promise<void> {
  const printer = createRecordPrinter(terminal, view, { fields: settings.fields });
  const { items } = await connection.run((client, options) =>
    client.suggest({ kind, prefix, limit }, options),
  );
  await printer.print(items);
  await printer.finish({});
  if (items.length === 0) terminal.hint('No match with published signals.');
}
